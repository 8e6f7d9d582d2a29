/* Byte pair encoding of one word.
 *
 * Tables are built once and only read afterwards, so any number of threads may encode. */
#ifndef MDL_BPE_H
#define MDL_BPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MDL_NO_ID UINT32_MAX

typedef struct mdl_merge {
    uint32_t left, right; /* MDL_NO_ID, MDL_NO_ID: an empty place */
    uint32_t rank, id;    /* lower ranks first; what the two become */
} mdl_merge;

typedef struct mdl_bpe {
    uint32_t byte_id[256]; /* MDL_NO_ID: the vocabulary lacks the byte */
    uint32_t unk;          /* what such a byte becomes; MDL_NO_ID: nothing */
    bool fuse_unk;         /* neighbours that are unknown become one */
    mdl_merge *merges;     /* hash table, open addressing */
    size_t n_merges, cap;  /* cap: a power of two, or 0 */
} mdl_bpe;

/* Room for n merges. */
void mdl_bpe_reserve(mdl_bpe *b, size_t n);
/* A pair given twice keeps the later rank, as in the tokenizers library. */
void mdl_bpe_add(mdl_bpe *b, uint32_t left, uint32_t right, uint32_t rank, uint32_t id);
const mdl_merge *mdl_bpe_find(const mdl_bpe *b, uint32_t left, uint32_t right);
void mdl_bpe_free(mdl_bpe *b);

/* Encodes n bytes. `ids` and `starts` (byte offsets in the word) have room for n. Returns how many
 * there are: at most n, 0 when all bytes are unknown and nothing stands for them. */
size_t mdl_bpe_word(const mdl_bpe *b, const char *word, size_t n, uint32_t *ids, size_t *starts);
/* The same, the plain way: looks at all neighbours before each merge. For short words and tests. */
size_t mdl_bpe_word_naive(const mdl_bpe *b, const char *word, size_t n, uint32_t *ids,
                          size_t *starts);

#endif
