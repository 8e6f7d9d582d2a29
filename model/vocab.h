/* Texts of tokens and their ids. */
#ifndef MDL_VOCAB_H
#define MDL_VOCAB_H

#include <stddef.h>
#include <stdint.h>

#include "common/error.h"
#include "common/text.h"

/* Ids at or above it are refused: tables are as long as the largest id. */
#define MDL_MAX_IDS (1u << 22)

typedef struct mdl_vocab {
    lp_text texts; /* one after the other */
    struct mdl_vocab_entry {
        size_t at;
        uint32_t len;
        uint32_t used; /* 0: no token has this id */
    } *ids;
    size_t n_ids, cap_ids; /* n_ids: the largest id + 1 */
    uint32_t *slots;       /* hash table of id + 1 by text; 0: empty */
    size_t n_slots;        /* a power of two, or 0 */
    size_t n;              /* tokens */
} mdl_vocab;

/* Room for n tokens; before the first mdl_vocab_add. */
void mdl_vocab_reserve(mdl_vocab *v, size_t n);
/* Fails on an id that is used, negative or too large, and on a text that is there. */
int mdl_vocab_add(mdl_vocab *v, const char *s, size_t n, int64_t id, lp_err *e);
/* The id of a text, or UINT32_MAX. */
uint32_t mdl_vocab_find(const mdl_vocab *v, const char *s, size_t n);
/* The text of an id, which ends after *n bytes; NULL when no token has it. */
const char *mdl_vocab_text(const mdl_vocab *v, uint32_t id, size_t *n);
void mdl_vocab_free(mdl_vocab *v);

#endif
