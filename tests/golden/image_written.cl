kernel void k(write_only image1d_t m, global const float4 *a) {
    int i = get_global_id(0);
    write_imagef(m, i, a[i]);
}
