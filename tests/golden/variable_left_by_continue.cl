kernel void k(global const int *b, global int *a, int n) {
    int j = 0;
    for (int k = 0; k < n; k++) {
        a[j] = 1;
        if (b[k] > 2) {
            j = 50;
            continue;
        }
        j = k & 7;
    }
}
