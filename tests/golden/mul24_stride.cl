kernel void k(global int *a, int w) {
    a[mul24((int)get_global_id(0), w)] = 1;
}
