kernel void k(global const int *a, global const int *b, int n, int m, global int *o) {
    int i = 0, j = 0, k = 0;
    while (i < n && j < m) {
        if (a[i] < b[j])
            o[k++] = a[i++];
        else
            o[k++] = b[j++];
    }
}
