/* The list of the split: which kernel is in which part, for those who check later that nothing a
 * model was tested with was in its training data.
 *
 * In: kernels, the table `split`, the campaign's name. Out: a text file (docs/formats.md) of some
 * 60 bytes a kernel, 10 compressed; hashes are cut to what tells 100,000 kernels apart. Does not
 * decide anything (split.c). */
#include <string.h>

#include "common/fs.h"
#include "common/text.h"
#include "db/internal.h"
#include "db/ops.h"
#include "db/record.h"

#define HASH_DIGITS 12

/* Names come from strangers: a tab or line break of theirs becomes a blank. */
static void add_field(lp_text *t, const char *s, size_t n, char end) {
    size_t start = t->len;
    lp_text_addn(t, s, n);
    if (t->s) lp_clean_controls(t->s + start, "");
    lp_text_addc(t, end);
}

/* Shortens what is a hash; a family without one is told by its path. */
static void add_hash(lp_text *t, const char *hash) {
    size_t n = strlen(hash);
    bool is_hash = n >= 2 * (size_t)HASH_DIGITS && strspn(hash, "0123456789abcdef") == n;
    add_field(t, hash, is_hash ? HASH_DIGITS : n, '\t');
}

static void add_text(lp_text *t, const char *s, char end) {
    add_field(t, s, strlen(s), end);
}

static int list_kernels(db *d, lp_text *t, lp_err *e) {
    int rc = 0;
    sqlite3_stmt *s =
        db_stmt(d,
                "SELECT part, k.family, k.hash, path FROM split JOIN (SELECT " DB_FAMILY
                " AS family, coalesce(hash, '-') AS hash, path, name FROM kernel"
                " WHERE status = 'ok' OR EXISTS (SELECT 1 FROM sample WHERE kernel_id = kernel.id))"
                " AS k ON k.family = split.family ORDER BY path, name, k.hash",
                e);
    if (!s) return -1;
    while ((rc = db_step(d, s, e)) == 1) {
        add_text(t, db_col_text(s, 0), '\t');
        add_hash(t, db_col_text(s, 1));
        add_hash(t, db_col_text(s, 2));
        add_text(t, db_col_text(s, 3), '\n');
    }
    return rc;
}

int db_split_list(db *d, const lp_campaign *c, const char *path, lp_err *e) {
    lp_text t = {0};
    if (db_is_file(d, path))
        return lp_fail(e, "%s: is the campaign database itself; choose another file", path);
    lp_text_addf(&t, "# llmperf split 1 %s\npart\tfamily\thash\tpath\n", c->name);
    int rc = list_kernels(d, &t, e);
    if (rc == 0) rc = lp_write_file(path, t.s, t.len, e);
    lp_text_free(&t);
    return rc;
}
