kernel void k(global uchar *a, int n, int r) {
    int width = 2 * r + 1;
    a[(int)get_global_id(0) * n * width] = 1;
}
