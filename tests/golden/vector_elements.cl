kernel void k(global const float4 *a, global float *b) {
    int i = get_global_id(0);
    b[i] = a[i].x + a[i].w;
}
