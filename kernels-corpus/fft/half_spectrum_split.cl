// Untangles an N-point complex spectrum into the N+1 bins of a 2N-point real transform.
__kernel void half_spectrum_split(__global const float2 *Z, __global float2 *X, int N)
{
    int k = get_global_id(0);
    if (k > N) return;

    float2 a = Z[k % N];
    float2 b = Z[(N - k) % N];
    float2 even = 0.5f * (float2)(a.x + b.x, a.y - b.y);
    float2 odd  = 0.5f * (float2)(a.y + b.y, b.x - a.x);

    float c;
    float s = sincos(-M_PI_F * (float)k / (float)N, &c);
    X[k] = even + (float2)(c * odd.x - s * odd.y, s * odd.x + c * odd.y);
}
