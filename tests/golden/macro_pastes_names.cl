#define LANES 2
#define JOIN(a, b) a##b
#define LOAD(n) JOIN(vload, n)
kernel void k(global const float *a, global float *o) {
    int i = get_global_id(0);
    o[i] = LOAD(LANES)(i, a).y;
}
