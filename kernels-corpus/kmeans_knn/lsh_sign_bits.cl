// Locality-sensitive hash: sign bits of projections on hyperplanes made up on the fly from a counter hash.
static uint scramble(uint x)
{
    x ^= x >> 15; x *= 0x2c1b3c6du;
    x ^= x >> 12; x *= 0x297a2d39u;
    return x ^ (x >> 15);
}

__kernel void lsh_sign_bits(__global const float *vectors, __global uint *signature,
                            uint dim, uint nVectors, uint seed)
{
    uint v = get_global_id(0);
    if (v >= nVectors) return;
    uint sig = 0;
    for (uint plane = 0; plane < 32; plane++) {
        float proj = 0.0f;
        for (uint d = 0; d < dim; d++) {
            uint h = scramble(seed + plane * 0x9e37u + d);
            float coef = (float)(int)h * 4.6566e-10f;
            proj += coef * vectors[v * dim + d];
        }
        sig = (sig << 1) | (proj >= 0.0f ? 1u : 0u);
    }
    signature[v] = sig;
}
