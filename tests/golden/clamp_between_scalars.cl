kernel void k(global int *a, int lo, int hi) {
    a[clamp((int)get_global_id(0), lo, hi)] = 1;
}
