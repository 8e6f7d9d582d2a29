kernel void k(global int *a, int n) {
    global int *p = a + n;
    while (p > a) *--p = 0;
}
