kernel void k(global float *b) {
    int i = get_global_id(0);
    vstore3((float3)(i), i + 1, b);
}
