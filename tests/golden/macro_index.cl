#define AT(r, c) ((r) * w + (c))
kernel void k(global int *a, int w) {
    a[AT(get_global_id(0), 2)] = 1;
}
