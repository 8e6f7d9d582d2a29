kernel void k(global float4 *a) {
    a[get_global_id(0)].y = 1;
}
