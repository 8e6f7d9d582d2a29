// One Hillis-Steele pass over a global array: adds the value `offset` places to the left.
kernel void hillis_global_pass(global const float *restrict src, global float *restrict dst, uint offset)
{
    uint i = get_global_id(0);
    dst[i] = (i >= offset) ? src[i] + src[i - offset] : src[i];
}
