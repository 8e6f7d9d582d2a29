// Multiplies a signal by the quadratic chirp of Bluestein's algorithm and pads it with zeros.
kernel void bluestein_chirp(global const float2 *x, global float2 *padded, const uint n, const uint m)
{
    const uint i = get_global_id(0);
    if (i < n) {
        const uint q = (uint)(((ulong)i * i) % (2ul * n));
        const float phi = -(float)q / (float)n;
        const float c = cospi(phi), s = sinpi(phi);
        padded[i] = (float2)(x[i].x * c - x[i].y * s, x[i].x * s + x[i].y * c);
    } else if (i < n + m) {
        padded[i] = (float2)(0.0f);
    }
}
