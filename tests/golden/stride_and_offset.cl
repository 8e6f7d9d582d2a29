kernel void k(global int *a, int s, int o) {
    int i = get_global_id(0);
    a[i * s + o] = 1;
}
