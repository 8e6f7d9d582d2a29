#define T 16
kernel void k(global const float *a, global float *o, int n) {
    local float t[T][T];
    int l = get_local_id(0);
    for (int r = 0; r < T; r++) t[r][l] = a[r * n + get_group_id(0) * T + l];
    barrier(CLK_LOCAL_MEM_FENCE);
    o[get_global_id(0)] = t[l][0];
}
