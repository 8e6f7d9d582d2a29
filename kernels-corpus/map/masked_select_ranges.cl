// Blends three sources by comparison masks built from a key vector, without branches.
__kernel void masked_select_ranges(__global const int8 *key, __global const float8 *a, __global const float8 *b,
                                   __global const float8 *c, __global float8 *out, int lo, int hi)
{
    size_t i = get_global_id(0);
    int8 k = key[i];
    int8 below = k < lo;
    int8 above = k > hi;
    float8 r = select(b[i], a[i], below);
    out[i] = select(r, c[i], above & ~below);
}
