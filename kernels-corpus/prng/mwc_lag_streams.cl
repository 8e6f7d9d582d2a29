// Multiply-with-carry streams with 64-bit state and per-stream multipliers, uniforms written pitch by pitch.
__kernel void mwc_lag_streams(__global ulong *state, __global const uint *multiplier, __global float *out, const uint perStream)
{
    const uint s = get_global_id(0), pitch = get_global_size(0);
    ulong x = state[s];
    const uint a = multiplier[s];
    __global float *dst = out + s;
    for (uint k = 0; k < perStream; ++k) {
        x = (x & 0xffffffffUL) * a + (x >> 32);
        *dst = ((uint)x + 0.5f) * 2.3283064e-10f;
        dst += pitch;
    }
    state[s] = x;
}
