// Local histogram with several interleaved copies chosen by lane to cut collisions.
#define COPIES 8
#define BINS 64

kernel void replicated_local_copies(global const ushort8 *in, global uint *out, const uint n8)
{
    local uint h[BINS * COPIES];
    const size_t lid = get_local_id(0), L = get_local_size(0);
    local uint *mine = h + (lid % COPIES);

    for (size_t k = lid; k < BINS * COPIES; k += L) h[k] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (size_t i = get_global_id(0); i < n8; i += get_global_size(0)) {
        const ushort8 v = in[i] >> (ushort8)(10);
        atomic_inc(mine + (v.s0 & 63) * COPIES); atomic_inc(mine + (v.s1 & 63) * COPIES);
        atomic_inc(mine + (v.s2 & 63) * COPIES); atomic_inc(mine + (v.s3 & 63) * COPIES);
        atomic_inc(mine + (v.s4 & 63) * COPIES); atomic_inc(mine + (v.s5 & 63) * COPIES);
        atomic_inc(mine + (v.s6 & 63) * COPIES); atomic_inc(mine + (v.s7 & 63) * COPIES);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (size_t b = lid; b < BINS; b += L) {
        uint s = 0;
        for (uint c = 0; c < COPIES; ++c) s += h[b * COPIES + c];
        atomic_add(out + b, s);
    }
}
