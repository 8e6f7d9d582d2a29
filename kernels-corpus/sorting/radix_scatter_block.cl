// Radix scatter: places each key after the offset of its digit, in order within the work-item's run.
#define DIGIT(k, sh) (((k) >> (sh)) & 0xfu)

__kernel void radix_scatter_block(__global const uint *keys_in, __global const uint *vals_in,
                                  __global uint *keys_out, __global uint *vals_out,
                                  __global const uint *digit_base,
                                  const uint run, const uint shift, const uint n)
{
    const uint g = get_global_id(0);
    const uint threads = get_global_size(0);
    uint next[16];

    for (uint d = 0; d < 16; ++d)
        next[d] = digit_base[d * threads + g];

    const uint first = g * run;
    const uint last = min(first + run, n);
    for (uint i = first; i < last; ++i) {
        const uint k = keys_in[i];
        const uint pos = next[DIGIT(k, shift & 31u)]++ % n;
        keys_out[pos] = k;
        vals_out[pos] = vals_in[i];
    }
}
