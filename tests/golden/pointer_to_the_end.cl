kernel void k(global int *a, int n) {
    global int *p = a, *e = a + n;
    for (; p != e; ++p) *p = 1;
}
