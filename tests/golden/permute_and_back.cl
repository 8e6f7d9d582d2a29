kernel void k(global const uint *perm, global const float4 *x, global float4 *y) {
    uint i = get_global_id(0), j = perm[i];
    y[j] = x[i] + x[j];
}
