kernel void k(global const int *b, global int *a) {
    int i = get_global_id(0);
    if (b[i] > 3) barrier(CLK_LOCAL_MEM_FENCE);
    a[i] = 1;
}
