kernel void k(global int *a, global int *b, int n) {
    int i = get_global_id(0), m = n;
    if (i < m) a[i] = 1;
    m = 0;
    while (m < 5) b[i + m++] = 1;
}
