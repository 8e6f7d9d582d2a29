/* The cache of words: word -> ids, shared by threads.
 *
 * In: words and their ids. Out: the same ids. Bounded: one word a place, the first that comes stays
 * (the frequent ones come first). Encodes nothing. */
#include "model/bpe_cache.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/text.h"

enum { PLACES = 1 << 14 };

typedef struct entry {
    uint8_t n, m;
    char word[MDL_CACHE_WORD_BYTES];
    struct {
        uint32_t id;
        uint8_t start;
    } tokens[]; /* m */
} entry;

struct mdl_bpe_cache {
    _Atomic(entry *) places[PLACES];
};

mdl_bpe_cache *mdl_bpe_cache_new(void) {
    return lp_alloc(1, sizeof(mdl_bpe_cache));
}

void mdl_bpe_cache_free(mdl_bpe_cache *c) {
    if (!c) return;
    for (size_t i = 0; i < PLACES; i++) free(atomic_load(&c->places[i]));
    free(c);
}

static _Atomic(entry *) *place_of(mdl_bpe_cache *c, const char *word, size_t n) {
    return &c->places[lp_hash64(word, n, 0) % PLACES];
}

int mdl_bpe_cache_get(mdl_bpe_cache *c, const char *word, size_t n, uint32_t *ids, size_t *starts) {
    if (n > MDL_CACHE_WORD_BYTES) return -1;
    const entry *e = atomic_load_explicit(place_of(c, word, n), memory_order_acquire);
    if (!e || e->n != n || memcmp(e->word, word, n) != 0) return -1;
    for (size_t i = 0; i < e->m; i++) {
        ids[i] = e->tokens[i].id;
        starts[i] = e->tokens[i].start;
    }
    return e->m;
}

void mdl_bpe_cache_put(mdl_bpe_cache *c, const char *word, size_t n, const uint32_t *ids,
                       const size_t *starts, size_t m) {
    if (n > MDL_CACHE_WORD_BYTES) return;
    _Atomic(entry *) *place = place_of(c, word, n);
    if (atomic_load_explicit(place, memory_order_acquire)) return;
    entry *e = lp_alloc(1, sizeof *e + m * sizeof *e->tokens), *none = NULL;
    e->n = (uint8_t)n;
    e->m = (uint8_t)m;
    memcpy(e->word, word, n);
    for (size_t i = 0; i < m; i++) {
        e->tokens[i].id = ids[i];
        e->tokens[i].start = (uint8_t)starts[i];
    }
    if (!atomic_compare_exchange_strong_explicit(place, &none, e, memory_order_acq_rel,
                                                 memory_order_acquire))
        free(e); /* another thread was first */
}
