kernel void k(global int *a, global int *b, int n) {
    a[0] = 1;
}
