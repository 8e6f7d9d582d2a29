// Memory bandwidth probe: STREAM-like triad on float4, grid-stride.
kernel void triad_vec4(global float4 *restrict a, global const float4 *restrict b,
                       global const float4 *restrict c, const float q, const uint nvec)
{
    for (size_t i = get_global_id(0); i < nvec; i += get_global_size(0))
        a[i] = b[i] + q * c[i];
}
