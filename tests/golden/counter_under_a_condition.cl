kernel void k(global const int *a, global int *o, int n) {
    int c = 0;
    for (int k = 0; k < n; k++)
        if (a[k] > 3) o[c++] = a[k];
}
