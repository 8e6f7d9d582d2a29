kernel void k(global float4 *a, global const float4 *b) {
    int i = get_global_id(0);
    a[i].xy = b[i + 3].zw;
}
