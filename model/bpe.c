/* Merging: bytes of a word -> ids.
 *
 * In: tables, a word. Out: ids and where each begins. The neighbours of lowest rank are merged
 * first, the leftmost of several, until none is left. Splits no text and knows no token's spelling.
 */
#include "model/bpe.h"

#include <stdlib.h>
#include <string.h>

#include "common/text.h"

enum {
    SHORT_WORD = 24, /* bytes; below it looking at all neighbours again is faster than a heap */
    NONE = -1
};

/* ---- the table of merges ------------------------------------------------------------------------
 */

static size_t place_of(const mdl_bpe *b, uint32_t left, uint32_t right) {
    uint64_t h = ((uint64_t)left << 32 | right) * 0x9E3779B97F4A7C15u;
    size_t i = (size_t)(h >> 29) & (b->cap - 1);
    while (b->merges[i].id != MDL_NO_ID &&
           (b->merges[i].left != left || b->merges[i].right != right))
        i = (i + 1) & (b->cap - 1);
    return i;
}

void mdl_bpe_reserve(mdl_bpe *b, size_t n) {
    free(b->merges);
    for (b->cap = 16; b->cap / 2 < n;) b->cap *= 2;
    b->merges = lp_alloc(b->cap, sizeof *b->merges);
    b->n_merges = 0;
    for (size_t i = 0; i < b->cap; i++) b->merges[i].id = MDL_NO_ID;
}

void mdl_bpe_add(mdl_bpe *b, uint32_t left, uint32_t right, uint32_t rank, uint32_t id) {
    mdl_merge *m = &b->merges[place_of(b, left, right)];
    if (m->id == MDL_NO_ID) b->n_merges++;
    *m = (mdl_merge){left, right, rank, id};
}

const mdl_merge *mdl_bpe_find(const mdl_bpe *b, uint32_t left, uint32_t right) {
    if (b->cap == 0) return NULL;
    const mdl_merge *m = &b->merges[place_of(b, left, right)];
    return m->id == MDL_NO_ID ? NULL : m;
}

void mdl_bpe_free(mdl_bpe *b) {
    free(b->merges);
    memset(b, 0, sizeof *b);
}

/* The ids of the single bytes, before any merge. */
static size_t first_ids(const mdl_bpe *b, const char *word, size_t n, uint32_t *ids,
                        size_t *starts) {
    size_t m = 0;
    bool unknown = false; /* the last one was */
    for (size_t i = 0; i < n; i++) {
        uint32_t id = b->byte_id[(unsigned char)word[i]];
        bool known = id != MDL_NO_ID;
        if (!known) id = b->unk;
        if (id == MDL_NO_ID || (!known && unknown && b->fuse_unk)) continue;
        unknown = !known;
        ids[m] = id;
        starts[m++] = i;
    }
    return m;
}

/* ---- the plain way ------------------------------------------------------------------------------
 */

static size_t merge_naive(const mdl_bpe *b, uint32_t *ids, size_t *starts, size_t m) {
    while (m > 1) {
        const mdl_merge *best = NULL;
        size_t at = 0;
        for (size_t i = 0; i + 1 < m; i++) {
            const mdl_merge *here = mdl_bpe_find(b, ids[i], ids[i + 1]);
            if (!here || (best && here->rank >= best->rank)) continue;
            best = here;
            at = i;
        }
        if (!best) break;
        ids[at] = best->id;
        memmove(&ids[at + 1], &ids[at + 2], (m - at - 2) * sizeof *ids);
        memmove(&starts[at + 1], &starts[at + 2], (m - at - 2) * sizeof *starts);
        m--;
    }
    return m;
}

size_t mdl_bpe_word_naive(const mdl_bpe *b, const char *word, size_t n, uint32_t *ids,
                          size_t *starts) {
    return merge_naive(b, ids, starts, first_ids(b, word, n, ids, starts));
}

/* The same for short words: ranks of neighbours are kept, only two change with a merge. */
static size_t merge_short(const mdl_bpe *b, uint32_t *ids, size_t *starts, size_t m) {
    const mdl_merge *pair[SHORT_WORD];
    for (size_t i = 0; i + 1 < m; i++) pair[i] = mdl_bpe_find(b, ids[i], ids[i + 1]);
    while (m > 1) {
        size_t at = m;
        for (size_t i = 0; i + 1 < m; i++)
            if (pair[i] && (at == m || pair[i]->rank < pair[at]->rank)) at = i;
        if (at == m) break;
        ids[at] = pair[at]->id;
        for (size_t i = at + 1; i + 1 < m; i++) {
            ids[i] = ids[i + 1];
            starts[i] = starts[i + 1];
            pair[i - 1] = pair[i];
        }
        m--;
        if (at > 0) pair[at - 1] = mdl_bpe_find(b, ids[at - 1], ids[at]);
        if (at + 1 < m) pair[at] = mdl_bpe_find(b, ids[at], ids[at + 1]);
    }
    return m;
}

/* ---- long words: a linked list of ids and a heap of merges --------------------------------------
 */

typedef struct node {
    uint32_t id;
    int64_t prev, next; /* NONE at the ends */
    bool gone;
} node;

typedef struct wish {
    uint32_t rank, left,
        right; /* only good while the node and its neighbour still have these ids */
    int64_t at;
} wish;

typedef struct heap {
    wish *v;
    size_t n, cap;
} heap;

static bool before(const wish *a, const wish *b) {
    return a->rank != b->rank ? a->rank < b->rank : a->at < b->at;
}

static void push(heap *h, wish w) {
    h->v = lp_grow(h->v, &h->cap, h->n + 1, sizeof *h->v);
    size_t i = h->n++;
    for (; i > 0 && before(&w, &h->v[(i - 1) / 2]); i = (i - 1) / 2) h->v[i] = h->v[(i - 1) / 2];
    h->v[i] = w;
}

static wish pop(heap *h) {
    wish top = h->v[0], last = h->v[--h->n];
    size_t i = 0;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= h->n) break;
        if (child + 1 < h->n && before(&h->v[child + 1], &h->v[child])) child++;
        if (!before(&h->v[child], &last)) break;
        h->v[i] = h->v[child];
        i = child;
    }
    h->v[i] = last;
    return top;
}

static void wish_for(const mdl_bpe *b, heap *h, const node *nodes, int64_t at) {
    if (at == NONE || nodes[at].next == NONE) return;
    uint32_t left = nodes[at].id, right = nodes[nodes[at].next].id;
    const mdl_merge *m = mdl_bpe_find(b, left, right);
    if (m) push(h, (wish){m->rank, left, right, at});
}

static size_t merge_long(const mdl_bpe *b, uint32_t *ids, size_t *starts, size_t m) {
    node *nodes = lp_alloc(m, sizeof *nodes);
    heap h = {0};
    for (size_t i = 0; i < m; i++)
        nodes[i] = (node){ids[i], (int64_t)i - 1, i + 1 < m ? (int64_t)i + 1 : NONE, false};
    for (size_t i = 0; i < m; i++) wish_for(b, &h, nodes, (int64_t)i);
    while (h.n > 0) {
        wish w = pop(&h);
        node *a = &nodes[w.at];
        if (a->gone || a->next == NONE || a->id != w.left || nodes[a->next].id != w.right) continue;
        node *gone = &nodes[a->next];
        a->id = mdl_bpe_find(b, w.left, w.right)->id;
        a->next = gone->next;
        gone->gone = true;
        if (a->next != NONE) nodes[a->next].prev = w.at;
        wish_for(b, &h, nodes, a->prev);
        wish_for(b, &h, nodes, w.at);
    }
    size_t out = 0;
    for (size_t i = 0; i < m; i++) {
        if (nodes[i].gone) continue;
        ids[out] = nodes[i].id;
        starts[out++] = starts[i];
    }
    free(h.v);
    free(nodes);
    return out;
}

size_t mdl_bpe_word(const mdl_bpe *b, const char *word, size_t n, uint32_t *ids, size_t *starts) {
    size_t m = first_ids(b, word, n, ids, starts);
    if (m < 2) return m;
    return m <= SHORT_WORD ? merge_short(b, ids, starts, m) : merge_long(b, ids, starts, m);
}
