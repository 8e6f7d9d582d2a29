kernel void k(global int *a, int lo, int n) {
    for (int j = lo; j < lo + n; j++) a[j] = 1;
}
