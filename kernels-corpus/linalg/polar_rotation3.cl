// Orthonormalises 3x3 frames by alternating averages with the inverse transpose (polar decomposition).
typedef struct { float3 a, b, c; } frame_t;

static frame_t inverse_transpose(frame_t f)
{
    frame_t r;
    r.a = cross(f.b, f.c);
    float d = dot(f.a, r.a);
    d = d == 0.0f ? 1.0f : d;
    r.b = cross(f.c, f.a) / d;
    r.c = cross(f.a, f.b) / d;
    r.a /= d;
    return r;
}

kernel void polarRotation3(global const float *in, global float *out, const int rounds)
{
    const size_t g = get_global_id(0) * 3;
    frame_t q = { vload3(g, in), vload3(g + 1, in), vload3(g + 2, in) };

    for (int k = 0; k < rounds; ++k) {
        const frame_t s = inverse_transpose(q);
        q.a = 0.5f * (q.a + s.a);
        q.b = 0.5f * (q.b + s.b);
        q.c = 0.5f * (q.c + s.c);
    }
    vstore3(q.a, g, out);
    vstore3(q.b, g + 1, out);
    vstore3(q.c, g + 2, out);
}
