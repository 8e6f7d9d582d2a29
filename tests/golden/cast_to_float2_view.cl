kernel void k(global float *a) {
    global float2 *v = (global float2 *)a;
    v[get_global_id(0) + 1] = (float2)(1, 2);
}
