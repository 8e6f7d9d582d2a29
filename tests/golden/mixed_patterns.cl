kernel void k(global float *a, global float *b, int n) {
    int i = get_global_id(0);
    a[i] = 1;
    if (i < n)
        a[i] = 2;
    b[3 * i] = a[i];
    b[i % 4] = 1;
}
