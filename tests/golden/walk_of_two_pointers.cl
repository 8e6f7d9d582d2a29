kernel void k(global const int *a, global int *b, int n) {
    if (get_global_id(0) > 0) return;
    global const int *s = a;
    global int *d = b + 2;
    while (n--) *d++ = *s++;
}
