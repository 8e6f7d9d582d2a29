/* PCG32 (XSH-RR 64/32, O'Neill 2014): streams for planning, and a counter-based form for filling
 * buffers. */
#ifndef LP_PCG_H
#define LP_PCG_H

#include <stdint.h>

typedef struct lp_pcg {
    uint64_t state;
    uint64_t inc; /* odd */
} lp_pcg;

void lp_pcg_seed(lp_pcg *r, uint64_t seed, uint64_t stream);
uint32_t lp_pcg_next(lp_pcg *r);
uint32_t lp_pcg_below(lp_pcg *r, uint32_t bound); /* uniform in [0, bound), unbiased; bound >= 1 */
int64_t lp_pcg_range(lp_pcg *r, int64_t lo, int64_t hi); /* uniform in [lo, hi], lo <= hi */
double lp_pcg_unit(lp_pcg *r);                           /* [0, 1), 53 bits */
/* Log-uniform integer in [lo, hi], 1 <= lo <= hi. */
int64_t lp_pcg_log_range(lp_pcg *r, int64_t lo, int64_t hi);

/* SplitMix64 finaliser: derives seeds from (campaign seed, kernel hash, index) by chaining. */
uint64_t lp_mix64(uint64_t x);

/* Counter-based: the 32 random bits of element `index` under `key`. The device fill kernel computes
 * the same: state = mix64(key + index * 0x9e3779b97f4a7c15), then the XSH-RR output function of
 * that state. */
uint32_t lp_pcg_at(uint64_t key, uint64_t index);

#endif
