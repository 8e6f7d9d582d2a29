kernel void k(global const int *a, global int *b, int n) {
    int i = get_global_id(0);
    if (i < n) b[i] = a[(i - 1 + n) % n];
}
