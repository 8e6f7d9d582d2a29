/* Choosing some of the timed samples, evenly over kernels.
 *
 * Input: a database, parts of its split, a number, a seed. Output: sample ids. Kernels take turns
 * in a seeded order, each gives a few of its samples in a seeded order: what is chosen depends on
 * what rows mean, never on their ids. Copies and judges nothing. */
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/pcg.h"
#include "db/ops.h"
#include "db/record.h"

/* What a kernel gives in its turn: enough to see how a model orders its launches, few enough for
 * many kernels. */
enum { A_TURN = 4 };

typedef struct pick {
    int64_t id, kernel_id;
    uint64_t turn, order; /* seeded: of the kernel, of the sample within it */
    size_t before;        /* samples of the kernel that come before this one */
    int idx;
} pick;

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int by_kernel(const void *a, const void *b) {
    const pick *x = a, *y = b;
    if (x->turn != y->turn) return COMPARE(x->turn, y->turn);
    if (x->kernel_id != y->kernel_id) return COMPARE(x->kernel_id, y->kernel_id);
    if (x->order != y->order) return COMPARE(x->order, y->order);
    return COMPARE(x->idx, y->idx);
}

static int by_round(const void *a, const void *b) {
    size_t x = ((const pick *)a)->before / A_TURN, y = ((const pick *)b)->before / A_TURN;
    return x != y ? COMPARE(x, y) : by_kernel(a, b);
}

static int by_id(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return COMPARE(x, y);
}

static int load(db *d, const char *parts, uint64_t seed, pick **v, size_t *n, lp_err *e) {
    sqlite3_stmt *s = db_stmt(
        d,
        "SELECT s.id, s.kernel_id, s.idx, path || ':' || name FROM sample s"
        " JOIN kernel k ON k.id = s.kernel_id WHERE s.id IN (SELECT sample_id FROM timing"
        " WHERE policy = 'warm') AND (?1 IS NULL OR " DB_FAMILY
        " IN (SELECT family FROM split WHERE instr(',' || ?1 || ',', ',' || part || ',') > 0))",
        e);
    size_t cap = 0;
    int rc = s ? 1 : -1;
    if (s) db_bind(s, "t", parts);
    while (rc == 1 && (rc = db_step(d, s, e)) == 1) {
        const char *name = db_col_text(s, 3);
        uint64_t turn = lp_hash64(name, strlen(name), seed);
        int idx = sqlite3_column_int(s, 2);
        *v = lp_grow(*v, &cap, *n + 1, sizeof **v);
        (*v)[(*n)++] = (pick){.id = sqlite3_column_int64(s, 0),
                              .kernel_id = sqlite3_column_int64(s, 1),
                              .turn = turn,
                              .order = lp_mix64(lp_mix64(turn) + (uint64_t)idx),
                              .idx = idx};
    }
    return rc;
}

int db_choose(db *d, const char *parts, size_t most, uint64_t seed, db_choice *out, lp_err *e) {
    pick *v = NULL;
    size_t n = 0;
    *out = (db_choice){0};
    int rc = load(d, parts, seed, &v, &n, e);
    if (rc == 0 && n > 0) {
        qsort(v, n, sizeof *v, by_kernel);
        for (size_t i = 1; i < n; i++)
            v[i].before = v[i].kernel_id == v[i - 1].kernel_id ? v[i - 1].before + 1 : 0;
        qsort(v, n, sizeof *v, by_round);
        out->of = n;
        out->n = n < most ? n : most;
        out->ids = lp_alloc(out->n + 1, sizeof *out->ids);
        for (size_t i = 0; i < out->n; i++) out->ids[i] = v[i].id;
        qsort(out->ids, out->n, sizeof *out->ids, by_id);
    }
    free(v);
    return rc;
}

bool db_choice_has(const db_choice *c, int64_t id) {
    return c->n > 0 && bsearch(&id, c->ids, c->n, sizeof *c->ids, by_id);
}

void db_choice_free(db_choice *c) {
    free(c->ids);
    *c = (db_choice){0};
}
