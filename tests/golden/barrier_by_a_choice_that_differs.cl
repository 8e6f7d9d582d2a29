kernel void k(global int *a) {
    int i = get_global_id(0);
    int n = i & 1 ? 1 : 2;
    for (int k = 0; k < n; k++) barrier(CLK_LOCAL_MEM_FENCE);
    a[i] = 1;
}
