/* 64-bit and 128-bit content hashes (XXH3, through libxxhash): the same on any machine. */
#ifndef LP_HASH_H
#define LP_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t lp_hash64(const void *p, size_t n, uint64_t seed);
/* 32 lower-case hex digits and a NUL. */
void lp_hash128_hex(const void *p, size_t n, char out[33]);

#endif
