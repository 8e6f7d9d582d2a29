// One Stockham pass of radix 4 between two separate complex arrays, forward direction.
typedef float2 cf;

static cf mul(cf a, cf b) { return (cf)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
static cf minus_j(cf a) { return (cf)(a.y, -a.x); }
static cf unit(float turns) { return (cf)(cospi(2.0f * turns), -sinpi(2.0f * turns)); }

__kernel void radix4_stockham(__global const cf *restrict in, __global cf *restrict out,
                              const uint quarter /* points / 4 */, const uint done)
{
    const uint i = get_global_id(0);
    if (i >= quarter) return;

    const uint k = i % done;
    const uint j = (i / done) * 4 * done + k;
    const float turn = (float)k / (float)(4 * done);

    const cf a = in[i];
    const cf b = mul(in[i + quarter], unit(turn));
    const cf c = mul(in[i + 2 * quarter], unit(2.0f * turn));
    const cf d = mul(in[i + 3 * quarter], unit(3.0f * turn));

    const cf s0 = a + c, s1 = a - c;
    const cf s2 = b + d, s3 = minus_j(b - d);

    out[j] = s0 + s2;
    out[j + done] = s1 + s3;
    out[j + 2 * done] = s0 - s2;
    out[j + 3 * done] = s1 - s3;
}
