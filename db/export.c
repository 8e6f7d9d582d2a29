/* Export: the data set as JSON lines.
 *
 * Input: the rows of rows.c. Output: a file that appears under its name only when it is complete,
 * or stdout. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/intr.h"
#include "common/progress.h"
#include "db/internal.h"
#include "db/ops.h"

/* A full disk may show only when the last bytes leave the buffer. */
static int write_rows(db *d, const lp_campaign *c, FILE *out, bool balanced, int64_t *n,
                      lp_err *e) {
    json_t *row = NULL;
    int64_t total = 0;
    lp_progress p;
    if (db_count_rows(d, balanced, &total, e) != 0) return -1;
    db_rows *rows = db_rows_open(d, c, balanced, e);
    lp_progress_begin(&p, "export", "rows", total);
    int rc = rows ? 1 : -1;
    while (rc == 1 && (rc = db_rows_next(rows, &row, e)) == 1) {
        int bad = json_dumpf(row, out, JSON_COMPACT | JSON_REAL_PRECISION(17)) != 0 ||
                  fputc('\n', out) == EOF;
        json_decref(row);
        lp_progress_step(&p, 1, NULL);
        if (bad)
            rc = lp_fail(e, "cannot write: %s", strerror(errno));
        else if (lp_interrupted())
            rc = lp_fail(e, "interrupted");
    }
    *n = p.done;
    lp_progress_end(&p);
    db_rows_close(rows);
    if (rc == 0 && fflush(out) != 0) rc = lp_fail(e, "cannot write: %s", strerror(errno));
    return rc;
}

static int export_to_file(db *d, const lp_campaign *c, const char *path, bool balanced, int64_t *n,
                          lp_err *e) {
    lp_text temp = {0};
    lp_text_addf(&temp, "%s.tmp.%ld", path, (long)getpid());
    FILE *f = fopen(temp.s, "we");
    if (!f) {
        lp_text_free(&temp);
        return lp_fail(e, "cannot be made: %s", strerror(errno));
    }
    int rc = write_rows(d, c, f, balanced, n, e);
    if (rc == 0 && fsync(fileno(f)) != 0) rc = lp_fail(e, "cannot write: %s", strerror(errno));
    if (fclose(f) != 0 && rc == 0) rc = lp_fail(e, "cannot write: %s", strerror(errno));
    if (rc == 0 && rename(temp.s, path) != 0)
        rc = lp_fail(e, "cannot be replaced: %s", strerror(errno));
    if (rc != 0) unlink(temp.s);
    lp_text_free(&temp);
    return rc;
}

/* A pipe or a device has no place for a temporary file, and must not be renamed over. */
static int export_to_stream(db *d, const lp_campaign *c, const char *path, bool balanced,
                            int64_t *n, lp_err *e) {
    FILE *f = path ? fopen(path, "we") : stdout;
    if (!f) return lp_fail(e, "cannot be opened: %s", strerror(errno));
    int rc = write_rows(d, c, f, balanced, n, e);
    if (path && fclose(f) != 0 && rc == 0) rc = lp_fail(e, "cannot write: %s", strerror(errno));
    return rc;
}

int db_export(db *d, const lp_campaign *c, const char *path, bool balanced, int64_t *rows,
              lp_err *e) {
    struct stat st;
    bool there = path && stat(path, &st) == 0;
    bool stream = !path || (there && !S_ISREG(st.st_mode));
    *rows = 0;
    if (path && db_is_file(d, path))
        return lp_fail(e, "%s: is the campaign database itself; choose another file", path);
    int rc = stream ? export_to_stream(d, c, path, balanced, rows, e)
                    : export_to_file(d, c, path, balanced, rows, e);
    return rc == 0 ? 0 : lp_fail_in(e, "%s", path ? path : "standard output");
}
