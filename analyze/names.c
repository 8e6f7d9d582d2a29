/* Names as numbers, and sets of (name, chunk).
 *
 * In: identifiers and chunk numbers. Out: look-ups in logarithmic time or better. */
#include "analyze/names.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"

static bool same(const pp_tok *a, const char *s, size_t n) {
    return a->len == n && memcmp(a->s, s, n) == 0;
}

/* The slot that holds the name, or the empty one where it belongs. */
static size_t find_slot(const an_names *names, const char *s, size_t n) {
    size_t mask = names->n_slots - 1, at = (size_t)lp_hash64(s, n, 0) & mask;
    while (names->slots[at] && !same(names->v[names->slots[at] - 1], s, n)) at = (at + 1) & mask;
    return at;
}

static void rehash(an_names *names) {
    free(names->slots);
    names->n_slots = names->n_slots ? 2 * names->n_slots : 256;
    names->slots = lp_alloc(names->n_slots, sizeof *names->slots);
    for (size_t i = 0; i < names->n; i++)
        names->slots[find_slot(names, names->v[i]->s, names->v[i]->len)] = (uint32_t)i + 1;
}

uint32_t an_name_add(an_names *names, const pp_tok *t) {
    if (2 * names->n >= names->n_slots) rehash(names);
    size_t at = find_slot(names, t->s, t->len);
    if (names->slots[at] == 0) {
        names->v = lp_grow(names->v, &names->cap, names->n + 1, sizeof *names->v);
        names->v[names->n++] = t;
        names->slots[at] = (uint32_t)names->n;
    }
    return names->slots[at] - 1;
}

uint32_t an_name_find(const an_names *names, const char *s, size_t n) {
    if (names->n == 0) return AN_NO_NAME;
    return names->slots[find_slot(names, s, n)] - 1; /* an empty slot gives AN_NO_NAME */
}

void an_names_free(an_names *names) {
    free(names->v);
    free(names->slots);
    memset(names, 0, sizeof *names);
}

/* ---- sets --------------------------------------------------------------------------------------
 */

static int compare(const void *a, const void *b) {
    const an_link *x = a, *y = b;
    if (x->name != y->name) return x->name < y->name ? -1 : 1;
    return (x->chunk > y->chunk) - (x->chunk < y->chunk);
}

void an_links_add(an_links *l, uint32_t name, uint32_t chunk) {
    if (name == AN_NO_NAME || chunk == AN_NO_NAME) return;
    l->v = lp_grow(l->v, &l->cap, l->n + 1, sizeof *l->v);
    l->v[l->n++] = (an_link){name, chunk};
}

void an_links_sort(an_links *l) {
    size_t n = 0;
    if (l->n) qsort(l->v, l->n, sizeof *l->v, compare);
    for (size_t i = 0; i < l->n; i++)
        if (n == 0 || compare(&l->v[n - 1], &l->v[i]) != 0) l->v[n++] = l->v[i];
    l->n = n;
}

bool an_links_has(const an_links *l, uint32_t name, uint32_t chunk) {
    an_link key = {name, chunk};
    return l->n && bsearch(&key, l->v, l->n, sizeof *l->v, compare);
}

const an_link *an_links_of(const an_links *l, uint32_t name, size_t *n) {
    size_t lo = 0, hi = l->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (l->v[mid].name < name)
            lo = mid + 1;
        else
            hi = mid;
    }
    for (*n = 0; lo + *n < l->n && l->v[lo + *n].name == name;) ++*n;
    return *n ? &l->v[lo] : NULL;
}
