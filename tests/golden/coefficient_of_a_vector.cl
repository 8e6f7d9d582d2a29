kernel void k(global float4 *y, float4 c, uint lo) {
    int i = get_global_id(0);
    y[i] = fmax(y[i], c) * (float)lo;
}
