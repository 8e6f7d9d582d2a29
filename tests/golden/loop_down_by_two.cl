kernel void k(global int *a, int n) {
    for (int j = n; j >= 2; j -= 2) a[j - 2] = j;
}
