void step(int i, int *p) {
    *p = i & 3;
}
kernel void k(global int *o, int n) {
    int x = 90;
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        step(i + k, &x);
        o[x] = 1;
    }
}
