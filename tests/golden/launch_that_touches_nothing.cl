kernel void k(global const int *a, global int *o, int n) {
    int g = get_global_id(0);
    if (g < n - 4) o[g] = a[g + 1];
}
