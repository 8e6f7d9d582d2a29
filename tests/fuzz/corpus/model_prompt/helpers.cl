typedef struct { float width; int2 at; } shape;
constant float table[] = {1.0f, 2.0f};
static float sq(float v) {
    return v * v;
}
static float both(float a, const float b) { return sq(a) + table[(int)b]; }
kernel void k(global float *data, local int *p, int n) {
    local float t[4][1 << 3], u[16];
    shape s = {0.5f, (int2)(1, 2)};
    #pragma unroll 4
    for (int i = 0, j = 1; i < n; i += j)
        data[i] -= -both(sq(s.width), f(i++)) / *p; // gone
    if (n == 'x' || p[0] >= 0x1Fu) data[0] = sq(both(1, 2));
}
