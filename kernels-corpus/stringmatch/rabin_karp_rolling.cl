// Rabin-Karp: rolling polynomial hash along a chunk per work-item, candidates verified and counted globally.
#define BASE 257u

typedef struct { uint hash; uint power; } Rolling;

kernel void rabin_karp_rolling(global const uchar *text, global const uchar *pat, global uint *candidates,
                               volatile global uint *verified, const uint n, const uint m, const uint chunk)
{
    const uint first = get_global_id(0) * chunk;
    uint want = 0;
    Rolling r = { 0u, 1u };

    for (uint i = 0; i < m; i++) {
        want = want * BASE + pat[i];
        if (i > 0)
            r.power *= BASE;
    }

    uint cand = 0;
    for (uint s = first; s < first + chunk; s++) {
        if (s + m > n)
            break;
        if (s == first) {
            for (uint i = 0; i < m; i++)
                r.hash = r.hash * BASE + text[s + i];
        } else {
            r.hash = (r.hash - text[s - 1] * r.power) * BASE + text[s + m - 1];
        }
        if (r.hash == want) {
            cand++;
            uint k = 0;
            while (k < m && text[s + k] == pat[k]) k++;
            if (k == m) atomic_inc(verified);
        }
    }
    candidates[get_global_id(0)] = cand;
}
