// One radix-2 stage of a number-theoretic transform over a 31-bit prime, twiddles from a table.
#define MOD 2013265921u

inline uint addm(uint a, uint b) { uint s = a + b; return s >= MOD ? s - MOD : s; }
inline uint subm(uint a, uint b) { return a >= b ? a - b : a + MOD - b; }
inline uint mulm(uint a, uint b) { return (uint)((ulong)a * b % MOD); }

__kernel void ntt_butterfly_stage(__global uint *poly, __global const uint *twiddle, const uint half_span, const uint pairs)
{
    const uint t = get_global_id(0);
    if (t >= pairs) return;
    const uint k = t % half_span;
    const uint top = (t / half_span) * 2u * half_span + k;
    const uint u = poly[top] % MOD;
    const uint v = mulm(poly[top + half_span] % MOD, twiddle[k] % MOD);
    poly[top] = addm(u, v);
    poly[top + half_span] = subm(u, v);
}
