// Adds how much of each cell of a row-major grid a triangle covers, sixteen samples a cell, in fixed point by atomics.
typedef struct { float a, b, c; } edge_t;

static edge_t edge_of(float2 p, float2 q)
{
    edge_t e;
    e.a = p.y - q.y;
    e.b = q.x - p.x;
    e.c = p.x * q.y - q.x * p.y;
    return e;
}

static int inside(edge_t e, float x, float y)
{
    const float d = e.a * x + e.b * y + e.c;
    return d > 0.0f || (d == 0.0f && (e.a > 0.0f || (e.a == 0.0f && e.b > 0.0f)));
}

#define SAMPLE(dx, dy)                                                                             \
    if (inside(e0, cx + (dx), cy + (dy)) && inside(e1, cx + (dx), cy + (dy)) && inside(e2, cx + (dx), cy + (dy))) \
        hits++;

#define SAMPLES(dy) SAMPLE(0.125f, dy) SAMPLE(0.375f, dy) SAMPLE(0.625f, dy) SAMPLE(0.875f, dy)

kernel void triangle_coverage_deposit(global const float2 *corners, global const float *mass, global uint *grid,
                                      global uchar *kind, const int width, const int height, const int span)
{
    const int t = get_global_id(0);
    float2 p = corners[3 * t], q = corners[3 * t + 1], r = corners[3 * t + 2];
    const int cells = min(span, 32);
    const float size = (float)cells;
    p = p * size;
    q = q * size;
    r = r * size;
    float area2 = (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    if (area2 < 0.0f) {
        const float2 swap = q;
        q = r;
        r = swap;
        area2 = -area2;
    }
    if (area2 < 1.0e-6f) {
        kind[t] = 0;
        return;
    }
    const int ox = (t * 7) % width, oy = (t * 13) % height;
    const edge_t e0 = edge_of(p, q), e1 = edge_of(q, r), e2 = edge_of(r, p);
    int touched = 0, full = 0;
    for (int row = 0; row < cells; row++) {
        for (int col = 0; col < cells; col++) {
            const float cx = (float)col, cy = (float)row;
            int hits = 0;
            SAMPLES(0.125f)
            SAMPLES(0.375f)
            SAMPLES(0.625f)
            SAMPLES(0.875f)
            if (hits == 0) continue;
            touched++;
            full += hits == 16;
            const int x = (ox + col) % width, y = (oy + row) % height;
            const float part = mass[t] * (float)hits * 0.0625f;
            atomic_add(&grid[y * width + x], (uint)clamp(part * 256.0f, 0.0f, 65535.0f));
        }
    }
    kind[t] = full == touched ? 3 : full > 0 ? 2 : touched > 0 ? 1 : 0;
}
