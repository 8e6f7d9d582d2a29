#ifdef A
#include S(D/x.h)
#elif B == 3
#error e
#endif
KERNEL void k(GLOBAL REAL4 *a) { local T t[N]; if (i < M) a[F(i, 2)].w = (T)t[K]; G(); }
