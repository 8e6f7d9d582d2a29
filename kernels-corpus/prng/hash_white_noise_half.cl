// Value noise octaves from hashed lattice points, coordinates from half floats.
#define PRIME_X 501125321
#define PRIME_Y 1136930381

inline float lattice(int x, int y, int s)
{
    int h = s ^ (x * PRIME_X) ^ (y * PRIME_Y);
    h *= 0x27d4eb2d;
    return (float)((h ^ (h >> 15)) & 0xffff) * (1.0f / 65535.0f);
}

__kernel void hash_white_noise_half(__global const half *uv, __global float *noise, const int octaves, const float gain, const int seed)
{
    const int g = get_global_id(0);
    float2 p = vload_half2(g, uv) * 8.0f;
    float amp = 1.0f, sum = 0.0f, norm = 0.0f;
    for (int o = 0; o < octaves; ++o) {
        const float2 fl = floor(p);
        const float2 f = p - fl;
        const float2 w = f * f * (3.0f - 2.0f * f);
        const int x = (int)clamp(fl.x, -1e6f, 1e6f), y = (int)clamp(fl.y, -1e6f, 1e6f);
        const float a = mix(lattice(x, y, seed + o), lattice(x + 1, y, seed + o), w.x);
        const float b = mix(lattice(x, y + 1, seed + o), lattice(x + 1, y + 1, seed + o), w.x);
        sum += amp * mix(a, b, w.y);
        norm += amp;
        amp *= gain;
        p *= 2.0f;
    }
    noise[g] = sum / norm;
}
