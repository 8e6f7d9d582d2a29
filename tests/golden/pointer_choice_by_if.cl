kernel void k(global const int *a, global const int *b, global int *o, int f) {
    global const int *p = a;
    if (f) p = b + 1;
    int i = get_global_id(0);
    o[i] = p[i];
}
