kernel void k(global const half *a, global half *b) {
    int i = get_global_id(0);
    vstore_half(vload_half(i + 2, a), i, b);
}
