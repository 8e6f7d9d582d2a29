kernel void k(global int *a) {
    for (int j = 0; j < get_local_id(0); j++) barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = 1;
}
