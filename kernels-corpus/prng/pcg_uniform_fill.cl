// Fill a buffer with uniform floats from 64-bit permuted congruential streams, a chunk per work-item.
typedef struct pcg_s { ulong state; ulong inc; } pcg_t;

static uint pcg_next(pcg_t *rng)
{
    ulong old = rng->state;
    rng->state = old * 6364136223846793005UL + rng->inc;
    uint xs = (uint)(((old >> 18) ^ old) >> 27);
    uint rot = (uint)(old >> 59);
    return rotate(xs, (32u - rot) & 31u);
}

static void pcg_seed(pcg_t *rng, ulong seed, ulong seq)
{
    rng->inc = (seq << 1) | 1UL;
    rng->state = seed + rng->inc;
    (void)pcg_next(rng);
}

__kernel void pcg_uniform_fill(__global float *dst, ulong seed, uint chunk, uint n, float lo, float hi)
{
    pcg_t rng;
    size_t id = get_global_id(0);
    pcg_seed(&rng, seed, id);

    size_t first = id * chunk;
    for (size_t i = first; i < first + chunk && i < n; ++i) {
        float u = (float)(pcg_next(&rng) >> 8) * 0x1p-24f;
        dst[i] = mix(lo, hi, u);
    }
}
