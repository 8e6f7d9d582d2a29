/* Content hashes through libxxhash: XXH3, whose results are fixed and the same on any machine.
 *
 * In: bytes. Out: a number, or hex digits (most significant first). Not for secrets. */
#include "common/hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <xxhash.h>

uint64_t lp_hash64(const void *p, size_t n, uint64_t seed) {
    return XXH3_64bits_withSeed(p, n, seed);
}

void lp_hash128_hex(const void *p, size_t n, char out[33]) {
    XXH128_hash_t h = XXH3_128bits(p, n);
    snprintf(out, 33, "%016" PRIx64 "%016" PRIx64, (uint64_t)h.high64, (uint64_t)h.low64);
}
