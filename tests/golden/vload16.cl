kernel void k(global const int *a, global int *b) {
    int i = get_global_id(0);
    int16 v = vload16(i, a);
    b[i] = v.s0 + v.sf;
}
