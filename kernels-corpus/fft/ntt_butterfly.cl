// Number-theoretic transform level modulo 998244353 with a table of twiddles.
#define MOD 998244353u

inline uint mulmod(uint a, uint b) { return (uint)(((ulong)a * b) % MOD); }
inline uint addmod(uint a, uint b) { uint s = a + b; return s >= MOD ? s - MOD : s; }
inline uint submod(uint a, uint b) { return a >= b ? a - b : a + MOD - b; }

__kernel void ntt_butterfly(__global uint *poly, __global const uint *twiddle, uint span, uint butterflies)
{
    uint id = get_global_id(0);
    if (id >= butterflies) return;
    uint k = id % span;
    uint top = (id / span) * (2 * span) + k;
    uint u = poly[top] % MOD;
    uint v = mulmod(poly[top + span] % MOD, twiddle[k]);
    poly[top] = addmod(u, v);
    poly[top + span] = submod(u, v);
}
