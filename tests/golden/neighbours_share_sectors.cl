kernel void k(global const float *a, global const uchar *c, global const float4 *v, global float *o) {
    int i = get_global_id(0);
    o[i] = a[i] + a[i + 1] + a[i + 2] + c[i] + v[i].x;
}
