kernel void k(global const int *a, global const int *b, global int *o, int f) {
    int i = get_global_id(0);
    o[f ? a[i] : b[i]] = 1;
}
