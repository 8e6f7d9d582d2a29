/* Predictions in a campaign's database.
 *
 * In: predictions of one kernel's samples. Out: rows of the table `prediction`. Predicts nothing.
 */
#include "model/store.h"

#include <stdlib.h>
#include <string.h>

#include "common/fs.h"

/* "models/h200/" is h200. */
char *mdl_model_name(const char *dir) {
    size_t n = strlen(dir);
    while (n > 1 && dir[n - 1] == '/') n--;
    char *copy = lp_strndup(dir, n);
    char *name = lp_strdup(lp_path_base(copy));
    free(copy);
    return name;
}

int mdl_store(db *d, const char *name, bool interval, const db_sample *s, const mdl_prediction *p,
              size_t n, lp_err *e) {
    static const char sql[] =
        "INSERT OR REPLACE INTO prediction (sample_id, model, median_ns, lo_ns, hi_ns)"
        " VALUES (?, ?, ?, CASE ?6 WHEN 1 THEN ?4 END, CASE ?6 WHEN 1 THEN ?5 END)";
    const double ns = 1000;
    if (db_begin(d, e)) return -1;
    for (size_t i = 0; i < n; i++)
        if (db_run(d, e, sql, "itdddi", s[i].id, name, p[i].median_us * ns, p[i].lo_us * ns,
                   p[i].hi_us * ns, (int64_t)interval)) {
            db_rollback(d);
            return -1;
        }
    return db_commit(d, e);
}

int mdl_store_nothing(db *d, const char *name, int64_t kernel_id, lp_err *e) {
    return db_run(d, e,
                  "DELETE FROM prediction WHERE model = ? AND sample_id IN"
                  " (SELECT id FROM sample WHERE kernel_id = ?)",
                  "ti", name, kernel_id);
}
