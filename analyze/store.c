/* Duplicates, and records into the database.
 *
 * In: the records of one file after another. Out: rows of kernel, argument, access, feature. Does
 * not touch samples: a kernel whose samples exist stays, even when its file is gone. */
#include "analyze/store.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/family.h"
#include "analyze/reason.h"
#include "common/log.h"

enum { FILES_A_COMMIT = 64 };

/* ---- duplicates --------------------------------------------------------------------------------
 */

typedef struct seen {
    char *hash, *path, *name;
} seen;

static int compare_hash(const void *a, const void *b) {
    return strcmp(((const seen *)a)->hash, ((const seen *)b)->hash);
}

static void free_seen(void *p) {
    seen *s = p;
    free(s->hash);
    free(s->path);
    free(s->name);
    free(s);
}

/* The first kernel with this hash, which is remembered as such if there was none (then NULL). */
static const seen *first_with(an_store *s, const char *hash, const char *path, const char *name) {
    seen *mine = lp_alloc(1, sizeof *mine);
    *mine = (seen){lp_strdup(hash), lp_strdup(path), lp_strdup(name)};
    seen **at = tsearch(mine, &s->seen, compare_hash);
    if (!at) LP_BUG("out of memory");
    if (*at == mine) return NULL;
    free_seen(mine);
    return *at;
}

static void mark_duplicates(an_store *s, an_records *r) {
    for (size_t i = 0; i < r->n; i++) {
        db_kernel *k = &r->v[i];
        const seen *first = k->hash ? first_with(s, k->hash, k->path, k->name) : NULL;
        if (!first) continue;
        lp_text detail = {0};
        lp_text_addf(&detail, "the same source as kernel %s in %s", first->name, first->path);
        an_skip(k, NULL, an_reason_code(AN_DUPLICATE), lp_text_str(&detail));
        lp_text_free(&detail);
    }
}

/* ---- rows that are no longer true ---------------------------------------------------------------
 */

typedef struct ids {
    int64_t *v;
    size_t n, cap;
} ids;

static void add_id(ids *x, int64_t id) {
    x->v = lp_grow(x->v, &x->cap, x->n + 1, sizeof *x->v);
    x->v[x->n++] = id;
}

static int remove_kernels(db *d, ids *x, lp_err *e) {
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < x->n; i++)
        rc = db_run(d, e, "DELETE FROM kernel WHERE id = ?", "i", x->v[i]);
    free(x->v);
    return rc;
}

#define WITHOUT_SAMPLES " NOT EXISTS (SELECT 1 FROM sample WHERE sample.kernel_id = kernel.id)"

static bool is_new(const an_records *r, int64_t id) {
    for (size_t i = 0; i < r->n; i++)
        if (r->v[i].id == id) return true;
    return false;
}

/* Kernels that the file had the last time and has no more. */
static int remove_old_of_file(an_store *s, const an_file *f, const an_records *r, lp_err *e) {
    sqlite3_stmt *q = db_stmt(s->d,
                              "SELECT id FROM kernel WHERE (path = ?1 OR"
                              " substr(path, 1, length(?1) + 1) = ?1 || '#') AND" WITHOUT_SAMPLES,
                              e);
    ids old = {0};
    int rc = q ? db_bind(q, "t", f->key) : -1;
    while (rc == 0 && (rc = db_step(s->d, q, e)) == 1) {
        int64_t id = sqlite3_column_int64(q, 0);
        if (!is_new(r, id)) add_id(&old, id);
        rc = 0;
    }
    return remove_kernels(s->d, &old, e) || rc < 0 ? -1 : 0;
}

/* Kernels of files that are gone from the corpus. */
static int remove_old_files(an_store *s, lp_err *e) {
    sqlite3_stmt *q = db_stmt(s->d, "SELECT id, path FROM kernel WHERE" WITHOUT_SAMPLES, e);
    ids old = {0};
    int rc = q ? 0 : -1;
    while (rc == 0 && (rc = db_step(s->d, q, e)) == 1) {
        if (!an_corpus_has(s->corpus, db_col_text(q, 1))) add_id(&old, sqlite3_column_int64(q, 0));
        rc = 0;
    }
    return remove_kernels(s->d, &old, e) || rc < 0 ? -1 : 0;
}

/* ---- families ----------------------------------------------------------------------------------
 */

/* Finds the families of all kernels anew: a new kernel may join or connect old ones. */
static int regroup(db *d, lp_err *e) {
    sqlite3_stmt *q = db_stmt(d,
                              "SELECT id, hash, source, template FROM kernel"
                              " WHERE hash IS NOT NULL AND source IS NOT NULL",
                              e);
    an_families f = {0};
    int rc = q ? 0 : -1;
    while (rc == 0 && (rc = db_step(d, q, e)) == 1) {
        an_families_add(&f, sqlite3_column_int64(q, 0), db_col_text(q, 1), db_col_text(q, 2),
                        db_col_text(q, 3));
        rc = 0;
    }
    if (rc == 0) an_families_group(&f);
    for (size_t i = 0; rc == 0 && i < f.n; i++)
        rc = db_run(d, e, "UPDATE kernel SET family = ?1 WHERE id = ?2 AND family IS NOT ?1", "ti",
                    f.v[i].family, f.v[i].id);
    an_families_free(&f);
    return rc;
}

/* ---- entry -------------------------------------------------------------------------------------
 */

/* Kernels of other files that will stay count as seen. */
static int load_seen(an_store *s, lp_err *e) {
    static const char all[] =
        "SELECT hash, path, name FROM kernel WHERE hash IS NOT NULL AND status = 'ok'"
        " ORDER BY path, name";
    static const char sampled[] =
        "SELECT hash, path, name FROM kernel WHERE hash IS NOT NULL AND status = 'ok'"
        " AND NOT" WITHOUT_SAMPLES " ORDER BY path, name";
    sqlite3_stmt *q = db_stmt(s->d, s->corpus->roots.n ? sampled : all, e);
    int rc = q ? 0 : -1;
    while (rc == 0 && (rc = db_step(s->d, q, e)) == 1) {
        if (!an_corpus_has(s->corpus, db_col_text(q, 1)))
            first_with(s, db_col_text(q, 0), db_col_text(q, 1), db_col_text(q, 2));
        rc = 0;
    }
    return rc;
}

int an_store_begin(an_store *s, db *d, const an_corpus *c, lp_err *e) {
    *s = (an_store){.d = d, .corpus = c};
    if (!d) return 0;
    if (db_begin(d, e)) return -1;
    if (load_seen(s, e) == 0) return 0;
    an_store_abort(s);
    return -1;
}

int an_store_file(an_store *s, const an_file *f, an_records *r, lp_err *e) {
    if (!f->reference) mark_duplicates(s, r);
    for (size_t i = 0; i < r->n; i++) {
        db_kernel *k = &r->v[i];
        k->held_out = f->held_out;
        if (f->reference && k->ok)
            an_skip(k, NULL, an_reason_code(AN_HELD_OUT), "for its near-duplicates only");
    }
    if (!s->d) return 0;
    for (size_t i = 0; i < r->n; i++) {
        int rc = db_put_kernel(s->d, &r->v[i], e);
        if (rc < 0) return -1;
        if (rc > 0)
            lp_warn("%s:%lld: kernel '%s' changed after its samples were timed; the record and the "
                    "times of the"
                    " old source stay: use another database for the new one",
                    r->v[i].path, (long long)r->v[i].line, r->v[i].name);
    }
    if (remove_old_of_file(s, f, r, e)) return -1;
    if (++s->pending < FILES_A_COMMIT) return 0;
    s->pending = 0;
    return db_commit(s->d, e) ? -1 : db_begin(s->d, e);
}

static void free_store(an_store *s) {
    tdestroy(s->seen, free_seen);
    memset(s, 0, sizeof *s);
}

int an_store_end(an_store *s, bool complete, lp_err *e) {
    int rc = 0;
    if (s->d && complete && s->corpus->roots.n) rc = remove_old_files(s, e);
    if (s->d && complete && rc == 0) rc = regroup(s->d, e);
    if (rc) {
        an_store_abort(s);
        return rc;
    }
    if (s->d) rc = db_commit(s->d, e);
    free_store(s);
    return rc;
}

void an_store_abort(an_store *s) {
    if (s->d) db_rollback(s->d);
    free_store(s);
}
