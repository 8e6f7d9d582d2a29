kernel void k(global int *a, global int *b, int f) {
    global int *p = f ? a : b;
    p[get_global_id(0)] = 1;
}
