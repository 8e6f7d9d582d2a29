// Maps floats to order-preserving unsigned keys and back, the pre- and post-pass of a radix sort.
kernel void float_key_flip(global const float4 *in, global uint4 *out, int n4, int inverse)
{
    int i = get_global_id(0);
    if (i >= n4) return;
    uint4 u = as_uint4(in[i]);
    uint4 neg = u >> 31;
    if (inverse & 1)
        out[i] = u ^ (((neg - 1u)) | (uint4)(0x80000000u));
    else
        out[i] = u ^ ((0u - neg) | (uint4)(0x80000000u));
}
