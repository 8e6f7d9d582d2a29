kernel void k(global int *a, int n) {
    int i = get_global_id(0), step = 1;
    while (i < n) {
        a[i] = step;
        i += step;
        step++;
    }
}
