void put(global int *p, int at, int v) {
    p[at] = v;
    p[at + 2] += v;
}
kernel void k(global int *a) {
    put(a, get_global_id(0) * 3, 1);
}
