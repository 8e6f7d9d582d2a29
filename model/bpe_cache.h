/* Words seen before. A fixed number of places, each filled once and never changed, so that threads
 * share it without a lock; what is in it never changes a result. */
#ifndef MDL_BPE_CACHE_H
#define MDL_BPE_CACHE_H

#include <stddef.h>
#include <stdint.h>

typedef struct mdl_bpe_cache mdl_bpe_cache;

/* Longer words are not kept. */
#define MDL_CACHE_WORD_BYTES 64

mdl_bpe_cache *mdl_bpe_cache_new(void);
void mdl_bpe_cache_free(mdl_bpe_cache *c);

/* Copies what is known of the word into ids and starts (room for n); returns the number, or -1. */
int mdl_bpe_cache_get(mdl_bpe_cache *c, const char *word, size_t n, uint32_t *ids, size_t *starts);
/* Keeps it if the word's place is free. */
void mdl_bpe_cache_put(mdl_bpe_cache *c, const char *word, size_t n, const uint32_t *ids,
                       const size_t *starts, size_t m);

#endif
