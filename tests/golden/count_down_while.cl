kernel void k(global int *a, int n) {
    global int *p = a;
    while (n-- > 0) *p++ = 1;
}
