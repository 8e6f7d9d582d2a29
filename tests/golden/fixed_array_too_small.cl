kernel void k(global int *a) {
    int t[4];
    for (int k = 0; k <= 4; k++) t[k] = k;
    a[0] = t[1];
}
