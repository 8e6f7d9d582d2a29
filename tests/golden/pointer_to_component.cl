kernel void k(global float4 *a) {
    global float *p = (global float *)&a[get_global_id(0)];
    p[2] = 0;
}
