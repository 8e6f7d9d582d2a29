/* Regions of feature space where imported kernels are and ours are not, in words.
 *
 * In: features of all kernels, and the distance from which an imported one counts as far. Out: a
 * few regions, each a conjunction of up to three conditions. A region is chosen greedily: the one
 * with most far kernels that no earlier region holds; fewer conditions first. */
#include <stdlib.h>
#include <string.h>

#include "db/coverage.h"

enum { MAX_SIDES = DB_COV_N * DB_COV_CUTS * 2, OURS_PER = 10 };

/* One bit a kernel, those of ours first. */
typedef struct bits {
    uint64_t *w;
} bits;

typedef struct search {
    const db_cov *c;
    size_t n_words,
        first_imported; /* words; the bit of the first imported kernel, a multiple of 64 */
    db_cov_side sides[MAX_SIDES];
    bits has[MAX_SIDES]; /* the kernels on that side */
    int n_sides;
    bits far, tmp; /* far kernels that no region holds yet; the region that is looked at */
} search;

typedef struct choice {
    int side[DB_COV_SIDES], n;
    int64_t gain, imported, ours;
} choice;

static bool on_side(const db_cov_kernel *k, const db_cov_side *s) {
    return (k->raw[s->dim] < s->cut) == s->below;
}

/* The bit of kernel i. */
static size_t bit_of(const search *s, size_t i) {
    size_t first = s->c->first[DB_COV_IMPORTED];
    return i < first ? i : i - first + s->first_imported;
}

static bits new_bits(const search *s) {
    return (bits){lp_alloc(s->n_words + 1, sizeof(uint64_t))};
}

static void set_bit(bits b, size_t i) {
    b.w[i / 64] |= (uint64_t)1 << i % 64;
}

static void add_side(search *s, db_cov_side side) {
    bits b = new_bits(s);
    for (size_t i = 0; i < s->c->n; i++)
        if (on_side(&s->c->v[i], &side)) set_bit(b, bit_of(s, i));
    s->sides[s->n_sides] = side;
    s->has[s->n_sides++] = b;
}

static void begin(search *s, const db_cov *c, double limit) {
    size_t ours = c->first[DB_COV_IMPORTED], imported = c->n - ours;
    *s = (search){.c = c, .first_imported = (ours + 63) / 64 * 64};
    s->n_words = (s->first_imported + imported + 63) / 64;
    s->far = new_bits(s);
    s->tmp = new_bits(s);
    for (size_t i = ours; i < c->n; i++)
        if (db_cov_far(&c->v[i]) > limit) set_bit(s->far, bit_of(s, i));
    for (int dim = 0; dim < DB_COV_N; dim++)
        for (int cut = 0; cut < DB_COV_CUTS && db_cov_features[dim].cuts[cut] > 0; cut++)
            for (int below = 0; below < 2; below++)
                add_side(s, (db_cov_side){(db_cov_dim)dim, db_cov_features[dim].cuts[cut], below});
}

static void end(search *s) {
    for (int i = 0; i < s->n_sides; i++) free(s->has[i].w);
    free(s->far.w);
    free(s->tmp.w);
}

static int64_t count(const uint64_t *a, const uint64_t *b, size_t from, size_t to) {
    int64_t n = 0;
    for (size_t i = from; i < to; i++) n += __builtin_popcountll(a[i] & b[i]);
    return n;
}

/* Keeps the region `inner` and side j, if it is better than *best. */
static void look(search *s, const uint64_t *inner, choice at, int j, choice *best) {
    const uint64_t *more = s->has[j].w;
    size_t imported_word = s->first_imported / 64;
    at.side[at.n++] = j;
    at.gain = 0;
    for (size_t i = imported_word; i < s->n_words; i++)
        at.gain += __builtin_popcountll(inner[i] & more[i] & s->far.w[i]);
    if (at.gain == 0 || at.gain < best->gain) return;
    at.imported = count(inner, more, imported_word, s->n_words);
    at.ours = count(inner, more, 0, imported_word);
    if (at.ours * OURS_PER > at.imported) return;
    if (at.gain > best->gain || at.ours < best->ours) *best = at;
}

/* Every way to add `more` sides, in the order of the table, to the region `inner`. */
static void extend(search *s, const uint64_t *inner, choice at, int more, choice *best) {
    int from = at.n ? at.side[at.n - 1] + 1 : 0;
    for (int j = from; j < s->n_sides; j++) {
        if (at.n && s->sides[at.side[at.n - 1]].dim == s->sides[j].dim) continue;
        if (more == 1) {
            look(s, inner, at, j, best);
            continue;
        }
        uint64_t *both = lp_alloc(s->n_words + 1, sizeof *both);
        for (size_t i = 0; i < s->n_words; i++) both[i] = inner[i] & s->has[j].w[i];
        choice next = at;
        next.side[next.n++] = j;
        /* a part of it holds no more far ones than it does itself */
        int64_t far = count(both, s->far.w, s->first_imported / 64, s->n_words);
        if (far > 0 && far >= best->gain) extend(s, both, next, more - 1, best);
        free(both);
    }
}

/* Records the region, and takes its kernels out of the far ones. */
static void take(search *s, const choice *best, db_cov_region *out) {
    double farthest = -1;
    *out = (db_cov_region){.n_sides = best->n, .imported = best->imported, .ours = best->ours};
    for (int k = 0; k < best->n; k++) out->side[k] = s->sides[best->side[k]];
    for (size_t i = s->c->first[DB_COV_IMPORTED]; i < s->c->n; i++) {
        size_t bit = bit_of(s, i);
        bool in = s->far.w[bit / 64] >> bit % 64 & 1;
        for (int k = 0; in && k < best->n; k++) in = on_side(&s->c->v[i], &out->side[k]);
        if (!in) continue;
        s->far.w[bit / 64] &= ~((uint64_t)1 << bit % 64);
        if (db_cov_far(&s->c->v[i]) <= farthest) continue;
        farthest = db_cov_far(&s->c->v[i]);
        out->example = i;
    }
}

/* The fullest first; of two alike the one that was found first. */
static int by_imported(const void *a, const void *b) {
    const db_cov_region *x = a, *y = b;
    if (x->imported != y->imported) return x->imported > y->imported ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

int db_cov_regions(const db_cov *c, double limit, db_cov_region out[DB_COV_REGIONS],
                   int64_t *rest) {
    search s;
    int n = 0;
    begin(&s, c, limit);
    memset(s.tmp.w, 0xff, s.n_words * sizeof *s.tmp.w);
    for (int sides = 1; sides <= DB_COV_SIDES && n < DB_COV_REGIONS; sides++) {
        for (;;) {
            choice best = {.n = 0};
            extend(&s, s.tmp.w, best, sides, &best);
            if (best.n == 0 || n == DB_COV_REGIONS) break;
            take(&s, &best, &out[n]);
            out[n].order = n;
            n++;
        }
    }
    qsort(out, (size_t)n, sizeof *out, by_imported);
    *rest = count(s.far.w, s.far.w, 0, s.n_words);
    end(&s);
    return n;
}

char *db_cov_region_words(const db_cov_region *r) {
    lp_text t = {0};
    for (int i = 0; i < r->n_sides; i++) {
        const db_cov_side *s = &r->side[i];
        const char *words = db_cov_features[s->dim].words;
        if (i) lp_text_add(&t, " and ");
        if (s->below && s->cut == 1 && s->dim != DB_COV_INTENSITY)
            lp_text_addf(&t, "no %s", s->dim == DB_COV_STRIDE ? "stride" : words);
        else
            lp_text_addf(&t, "%s %s %g", words, s->below ? "<" : ">=", s->cut);
    }
    return lp_text_take(&t);
}
