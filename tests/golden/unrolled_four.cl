kernel void k(global int *a) {
    int i = get_global_id(0);
#pragma unroll
    for (int j = 0; j < 4; j++) a[4 * i + j] = j;
}
