kernel void k(global int *a) {
    int i = get_global_id(0);
    for (int k = 0; k <= i; k++) a[i + k] = k;
}
