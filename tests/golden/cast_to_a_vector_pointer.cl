kernel void k(global float *a) {
    int i = get_global_id(0);
    ((global float4 *)a)[i] = (float4)(0);
}
