// Linear congruential streams: log-time jump to each work-item's start, then leapfrogged draws.
#define LCG_A 1664525u
#define LCG_C 1013904223u

kernel void lcg_leapfrog(global uint *out, const uint draws, const uint seed)
{
    const uint me = get_global_id(0), total = get_global_size(0);

    /* compose x -> a*x + c with itself `me` times by squaring */
    uint a = LCG_A, c = LCG_C, ja = 1u, jc = 0u;
    for (int bit = 0; bit < 32; ++bit) {
        if ((me >> bit) & 1u) {
            jc = a * jc + c;
            ja = a * ja;
        }
        c = a * c + c;
        a = a * a;
    }

    uint x = ja * seed + jc;
    for (uint k = 0; k < draws; ++k) {
        out[k * total + me] = x;
        x = x * LCG_A + LCG_C;
    }
}
