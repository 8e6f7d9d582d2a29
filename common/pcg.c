/* PCG32 and what is drawn from it: bounded, ranged, log-uniform, and by counter.
 *
 * In: seeds. Out: numbers that are the same on every machine: integer arithmetic only, since the
 * last bit of log() and exp() differs between C libraries. Not for secrets. */
#include "common/pcg.h"

#include "common/error.h"

__extension__ typedef unsigned __int128 u128;

static uint32_t xsh_rr(uint64_t state) {
    uint32_t x = (uint32_t)(((state >> 18) ^ state) >> 27);
    unsigned rot = (unsigned)(state >> 59);
    return (x >> rot) | (x << (-rot & 31));
}

uint32_t lp_pcg_next(lp_pcg *r) {
    uint64_t old = r->state;
    r->state = old * UINT64_C(6364136223846793005) + r->inc;
    return xsh_rr(old);
}

void lp_pcg_seed(lp_pcg *r, uint64_t seed, uint64_t stream) {
    r->state = 0;
    r->inc = (stream << 1) | 1;
    lp_pcg_next(r);
    r->state += seed;
    lp_pcg_next(r);
}

static uint64_t next64(lp_pcg *r) {
    uint64_t high = lp_pcg_next(r);
    return (high << 32) | lp_pcg_next(r);
}

uint32_t lp_pcg_below(lp_pcg *r, uint32_t bound) {
    if (bound == 0) LP_BUG("lp_pcg_below(0)");
    uint32_t reject =
        -bound % bound; /* 2^32 mod bound: the draws that would favour small results */
    for (;;) {
        uint32_t x = lp_pcg_next(r);
        if (x >= reject) return x % bound;
    }
}

int64_t lp_pcg_range(lp_pcg *r, int64_t lo, int64_t hi) {
    if (lo > hi) LP_BUG("lp_pcg_range(%lld, %lld)", (long long)lo, (long long)hi);
    uint64_t span = (uint64_t)hi - (uint64_t)lo + 1; /* 0 stands for 2^64 */
    uint64_t x;
    if (span == 0) {
        x = next64(r);
    } else if (span <= UINT32_MAX) {
        x = lp_pcg_below(r, (uint32_t)span);
    } else {
        uint64_t reject = -span % span;
        do x = next64(r);
        while (x < reject);
        x %= span;
    }
    return (int64_t)((uint64_t)lo + x);
}

double lp_pcg_unit(lp_pcg *r) {
    return (double)(next64(r) >> 11) * 0x1p-53;
}

/* log2(v) in units of 2^-32, v >= 1: the whole part is the top bit; each squaring of the mantissa
 * (in units of 2^-63) yields one further bit. */
static uint64_t log2_q32(uint64_t v) {
    int top = 63 - __builtin_clzll(v);
    uint64_t mantissa = v << (63 - top);
    uint64_t log = (uint64_t)top;
    for (int i = 0; i < 32; i++) {
        u128 square = (u128)mantissa * mantissa >> 63;
        unsigned bit = (unsigned)(square >> 64);
        mantissa = (uint64_t)(square >> bit);
        log = (log << 1) | bit;
    }
    return log;
}

/* 2^(2^-k) in units of 2^-63, k = 1..32. */
static const uint64_t roots[32] = {
    0xb504f333f9de6484, 0x9837f0518db8a96f, 0x8b95c1e3ea8bd6e6, 0x85aac367cc487b14,
    0x82cd8698ac2ba1d7, 0x8164d1f3bc030773, 0x80b1ed4fd999ab6c, 0x8058d7d2d5e5f6b0,
    0x802c6436d0e04f50, 0x8016302f17467628, 0x800b179c82028fd0, 0x80058baf7fee3b5d,
    0x8002c5d00fdcfcb6, 0x800162e61bed4a48, 0x8000b17292f702a3, 0x800058b92abbae02,
    0x80002c5c8dade4d7, 0x8000162e44eaf636, 0x80000b1721fa7c18, 0x8000058b90de7e4c,
    0x800002c5c8678f36, 0x80000162e431db9f, 0x800000b1721872d0, 0x80000058b90c1aa8,
    0x8000002c5c8605a4, 0x800000162e4300e6, 0x8000000b17217ff8, 0x800000058b90bfdd,
    0x80000002c5c85fe6, 0x8000000162e42ff1, 0x80000000b17217f8, 0x8000000058b90bfc,
};

/* floor(2^l) for l in units of 2^-32, below 2^63. */
static uint64_t exp2_q32(uint64_t l) {
    uint64_t mantissa = UINT64_C(1) << 63;
    for (int k = 0; k < 32; k++) {
        if (l >> (31 - k) & 1) mantissa = (uint64_t)((u128)mantissa * roots[k] >> 63);
    }
    return mantissa >> (63 - (l >> 32));
}

int64_t lp_pcg_log_range(lp_pcg *r, int64_t lo, int64_t hi) {
    if (lo < 1 || lo > hi) LP_BUG("lp_pcg_log_range(%lld, %lld)", (long long)lo, (long long)hi);
    uint64_t from = log2_q32((uint64_t)lo);
    uint64_t to = log2_q32((uint64_t)hi + 1); /* each integer owns the interval up to the next */
    if (to <= from) return lp_pcg_range(r, lo, hi); /* so close that 32 bits of log2 do not tell */
    int64_t v = (int64_t)exp2_q32((uint64_t)lp_pcg_range(r, (int64_t)from, (int64_t)to - 1));
    return v < lo ? lo : v > hi ? hi : v; /* rounding at the ends */
}

uint64_t lp_mix64(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

uint32_t lp_pcg_at(uint64_t key, uint64_t index) {
    return xsh_rr(lp_mix64(key + index * UINT64_C(0x9e3779b97f4a7c15)));
}
