// Batched 512-point transforms: 64 work-items, eight points each, three radix-8 stages with exchanges in local memory.
#define TWO_PI_512 0.01227184630f

static float2 cmul(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
static float2 turn(float2 a) { return (float2)(a.y, -a.x); }

static void fft4(float2 *a, int s)
{
    float2 p = a[0] + a[2 * s], q = a[0] - a[2 * s];
    float2 r = a[s] + a[3 * s], t = turn(a[s] - a[3 * s]);
    a[0] = p + r;
    a[s] = q + t;
    a[2 * s] = p - r;
    a[3 * s] = q - t;
}

static void fft8(float2 *a)
{
    const float h = 0.70710678f;
    fft4(a, 2);
    fft4(a + 1, 2);
    a[3] = h * (float2)(a[3].x + a[3].y, a[3].y - a[3].x);
    a[5] = turn(a[5]);
    a[7] = h * (float2)(a[7].y - a[7].x, -a[7].x - a[7].y);
    for (int k = 0; k < 8; k += 2) {
        float2 e = a[k], o = a[k + 1];
        a[k] = e + o;
        a[k + 1] = e - o;
    }
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void fft512_batch(__global float2 *work)
{
    __local float2 swap[512];
    const int tid = get_local_id(0);
    float2 v[8];
    __global float2 *mine = work + get_group_id(0) * 512 + tid;

    for (int i = 0; i < 8; i++) v[i] = mine[i * 64];
    for (int stage = 0; stage < 3; stage++) {
        fft8(v);
        if (stage == 2) break;
        const int span = stage == 0 ? tid : tid & 7;
        const float step = stage == 0 ? TWO_PI_512 : TWO_PI_512 * 8;
        for (int i = 1; i < 8; i++) {
            float c, s = sincos(-step * (float)(span * i), &c);
            v[i] = cmul(v[i], (float2)(c, s));
        }
        for (int i = 0; i < 8; i++) swap[i * 64 + tid] = v[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < 8; i++) v[i] = swap[stage == 0 ? (tid >> 3) * 64 + i * 8 + (tid & 7) : tid * 8 + i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < 8; i++) mine[i * 64] = v[i];
}
