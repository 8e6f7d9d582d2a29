// Path tracing of diffuse spheres without recursion: bounce loop with throughput and Russian roulette.
#define NOHIT 1e20f
typedef struct { float4 sphere; float4 albedo; float4 emit; } Ball;

static float rnd01(uint *s)
{
    *s = *s * 1664525u + 1013904223u;
    return (*s >> 8) * (1.0f / 16777216.0f);
}

static float3 lobe(float3 n, uint *s)
{
    float z = 2.0f * rnd01(s) - 1.0f, a = 6.2831853f * rnd01(s);
    float r = sqrt(fmax(1.0f - z * z, 0.0f));
    return normalize(n * 1.001f + (float3)(r * cos(a), r * sin(a), z));
}

__kernel void path_trace_spheres(__global float4 *film, __constant Ball *balls, const int nBalls,
                                 const int width, const int samples, const int maxBounce, const uint seed)
{
    const int pix = get_global_id(0);
    uint s = seed ^ (uint)(pix * 9781 + 1);
    float3 sum = (float3)(0.0f);

    for (int k = 0; k < samples; ++k) {
        float3 o = (float3)(0.0f, 0.0f, -4.0f);
        float3 d = normalize((float3)((pix % width + rnd01(&s)) / width - 0.5f, (float)(pix / width) / width - 0.5f, 1.0f));
        float3 through = (float3)(1.0f);

        for (int b = 0; b < maxBounce; ++b) {
            float tmin = NOHIT;
            int hit = 0;
            for (int i = 0; i < nBalls; ++i) {
                const float3 oc = o - balls[i].sphere.xyz;
                const float hb = dot(oc, d);
                const float disc = hb * hb - dot(oc, oc) + balls[i].sphere.w * balls[i].sphere.w;
                const float t = -hb - sqrt(fmax(disc, 0.0f));
                if (disc > 0.0f && t > 1e-3f && t < tmin) {
                    tmin = t;
                    hit = i;
                }
            }
            if (tmin >= NOHIT) {
                sum += through * (0.5f + 0.5f * d.y);
                break;
            }
            o += tmin * d;
            d = lobe(normalize(o - balls[hit].sphere.xyz), &s);
            sum += through * balls[hit].emit.xyz;
            through *= balls[hit].albedo.xyz;
            const float live = clamp(fmax(through.x, fmax(through.y, through.z)), 0.05f, 1.0f);
            if (b > 2 && rnd01(&s) > live)
                break;
            through /= b > 2 ? live : 1.0f;
        }
    }
    film[pix] += (float4)(sum / samples, 1.0f);
}
