int twice(int x) {
    x *= 2;
    return x;
}
void put(global int *p, int k) {
    p += k;
    *p = 1;
}
kernel void k(global int *a) {
    int i = get_global_id(0);
    put(a, 3 * i);
    put(a + twice(i), i);
    a[i] = 1;
}
