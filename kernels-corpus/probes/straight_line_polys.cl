// Long straight-line probe: a hundred different steps without a loop, made by nested macros.
#define A(k) s = mad(s, 0.5f + (k) * 0.01f, t); t = t - s * (0.25f / (1 + (k)));
#define B(k) u ^= (u << ((k) % 7 + 1)) + (k); s += (float)(u & 255u) * 0.001f;
#define TEN(k) A(k) B(k + 1) A(k + 2) A(k + 3) B(k + 4) A(k + 5) A(k + 6) B(k + 7) A(k + 8) A(k + 9)
#define HUNDRED TEN(0) TEN(10) TEN(20) TEN(30) TEN(40) TEN(50) TEN(60) TEN(70) TEN(80) TEN(90)

__kernel void straight_line_polys(__global const float *x, __global float *y)
{
    const uint g = get_global_id(0);
    float s = x[g], t = 1.0f;
    uint u = g * 747796405u + 1u;
    HUNDRED
    y[g] = s + t;
}
