kernel void k(global int *a, int from, int to) {
    global int *p = a + from, *end = a + to;
    while (p != end) *p++ = 1;
}
