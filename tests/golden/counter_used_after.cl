kernel void k(global const int *a, global int *o, int n) {
    int j, s = 0;
    for (j = 0; j < n; j++) s += a[j];
    o[j] = s;
}
