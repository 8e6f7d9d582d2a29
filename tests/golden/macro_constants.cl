#define N 16
#define SKIP (N / 4 - 1)
kernel void k(global int *a) {
    a[get_global_id(0) * N + SKIP] = 1;
}
