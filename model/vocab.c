/* A vocabulary: text -> id through a hash table, id -> text through an array.
 *
 * In: pairs of text and id. Out: the one for the other. Knows no merges. */
#include "model/vocab.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/words.h"

void mdl_vocab_reserve(mdl_vocab *v, size_t n) {
    for (v->n_slots = 16; v->n_slots / 2 < n;) v->n_slots *= 2;
    v->slots = lp_alloc(v->n_slots, sizeof *v->slots);
}

static uint32_t *slot_of(const mdl_vocab *v, const char *s, size_t n) {
    size_t i = (size_t)lp_hash64(s, n, 0) & (v->n_slots - 1), len = 0;
    for (; v->slots[i]; i = (i + 1) & (v->n_slots - 1)) {
        const char *there = mdl_vocab_text(v, v->slots[i] - 1, &len);
        if (len == n && memcmp(there, s, n) == 0) break;
    }
    return &v->slots[i];
}

static int refuse(const char *s, lp_err *e, const char *why, int64_t id) {
    char shown[LP_WORD_SHOWN];
    return lp_fail(e, "token '%s', id %lld: %s", lp_word_show(s, shown), (long long)id, why);
}

int mdl_vocab_add(mdl_vocab *v, const char *s, size_t n, int64_t id, lp_err *e) {
    if (id < 0 || id >= MDL_MAX_IDS) return refuse(s, e, "an id is between 0 and 4194303", id);
    if ((size_t)id < v->n_ids && v->ids[id].used)
        return refuse(s, e, "another token has this id too", id);
    uint32_t *slot = slot_of(v, s, n);
    if (*slot) return refuse(s, e, "this token is there twice", id);
    size_t old = v->cap_ids;
    v->ids = lp_grow(v->ids, &v->cap_ids, (size_t)id + 1, sizeof *v->ids);
    memset(v->ids + old, 0, (v->cap_ids - old) * sizeof *v->ids);
    if ((size_t)id >= v->n_ids) v->n_ids = (size_t)id + 1;
    v->ids[id] = (struct mdl_vocab_entry){v->texts.len, (uint32_t)n, 1};
    lp_text_addn(&v->texts, s, n);
    *slot = (uint32_t)id + 1;
    v->n++;
    return 0;
}

uint32_t mdl_vocab_find(const mdl_vocab *v, const char *s, size_t n) {
    uint32_t *slot = slot_of(v, s, n);
    return *slot ? *slot - 1 : UINT32_MAX;
}

const char *mdl_vocab_text(const mdl_vocab *v, uint32_t id, size_t *n) {
    if (id >= v->n_ids || !v->ids[id].used) return NULL;
    *n = v->ids[id].len;
    return lp_text_str(&v->texts) + v->ids[id].at;
}

void mdl_vocab_free(mdl_vocab *v) {
    lp_text_free(&v->texts);
    free(v->ids);
    free(v->slots);
    memset(v, 0, sizeof *v);
}
