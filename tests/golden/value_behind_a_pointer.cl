kernel void k(global int *o) {
    int i = get_global_id(0);
    int x = 1000, *p = &x;
    x = i;
    *p += 2;
    o[x] = 1;
    o[*p + 1] = 2;
}
