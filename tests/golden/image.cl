kernel void k(read_only image2d_t m, global float4 *a) {
    a[0] = read_imagef(m, (int2)(0, 0));
}
