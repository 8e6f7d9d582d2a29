kernel void k(global const float *a, global float *o) {
    int i = get_global_id(0);
    o[i] = (*((global const float4 *)a + i)).w;
}
