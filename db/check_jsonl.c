/* Check of an exported file: the same rows in the same order with the same values as the database
 * has now.
 *
 * Input: a JSONL file from anywhere. Output: the first line and field that differ. Holds one line
 * and one row at a time. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/intr.h"
#include "common/progress.h"
#include "db/check.h"

enum { MAX_LINE_BYTES = 64 << 20, SHOWN = 60 };

/* 1 a line (without its end), 0 end of file, -1 error. A line may hold any bytes, NUL too. */
static int read_line(FILE *f, lp_text *line, lp_err *e) {
    int c;
    lp_text_clear(line);
    while ((c = getc_unlocked(f)) != EOF && c != '\n') {
        if (line->len == MAX_LINE_BYTES)
            return lp_fail(e, "a line is longer than %d bytes", MAX_LINE_BYTES);
        lp_text_addc(line, (char)c);
    }
    if (ferror(f)) return lp_fail(e, "cannot be read: %s", strerror(errno));
    return c == '\n' || line->len > 0;
}

static void add_value(lp_text *t, const json_t *v) {
    char *s = v ? lp_json_text(v) : lp_strdup("nothing");
    lp_text_addf(t, "%.*s%s", SHOWN, s, strlen(s) > SHOWN ? "..." : "");
    free(s);
}

/* Whether the line is this row; what differs goes to detail. */
static bool same_row(const json_t *row, const lp_text *line, int64_t n, lp_text *detail) {
    lp_err e = {""};
    const char *key;
    json_t *value, *got = lp_json_parse(lp_text_str(line), line->len, &e);
    bool same = json_is_object(got) && json_equal(row, got);
    if (!same) lp_text_addf(detail, "line %lld: ", (long long)n);
    if (!got) {
        lp_text_add(detail, e.msg);
    } else if (!json_is_object(got)) {
        lp_text_add(detail, "not an object");
    } else if (!same) {
        json_object_foreach((json_t *)row, key, value) {
            if (json_equal(value, json_object_get(got, key))) continue;
            lp_text_addf(detail, "field %s is ", key);
            add_value(detail, json_object_get(got, key));
            lp_text_add(detail, ", the database has ");
            add_value(detail, value);
            break;
        }
        if (json_object_size(got) > json_object_size(row)) lp_text_add(detail, " (unknown fields)");
    }
    json_decref(got);
    return same;
}

/* 1 when line n is the next row or both have ended (*end), 0 when they differ, -1 on error. */
static int compare_next(db_rows *rows, FILE *f, lp_text *line, int64_t n, bool *end,
                        lp_text *detail, lp_err *e) {
    json_t *row = NULL;
    int have_row = db_rows_next(rows, &row, e);
    if (have_row < 0) return -1;
    int have_line = read_line(f, line, e);
    int rc = have_line < 0 ? -1 : have_row == have_line;
    if (rc == 0 && have_row)
        lp_text_addf(detail, "the file ends after %lld rows, the database has more",
                     (long long)n - 1);
    if (rc == 0 && have_line)
        lp_text_addf(detail, "line %lld: the database has no such row", (long long)n);
    if (rc == 1 && have_row) rc = same_row(row, line, n, detail);
    *end = !have_row && !have_line;
    json_decref(row);
    return rc;
}

int db_check_jsonl(db *d, const lp_campaign *c, const char *path, bool balanced, lp_text *detail,
                   lp_err *e) {
    FILE *f = fopen(path, "re");
    if (!f) {
        lp_text_addf(detail, "%s: cannot be opened: %s", path, strerror(errno));
        return 0;
    }
    lp_text line = {0};
    bool end = false;
    int64_t total = 0;
    lp_progress p;
    if (db_count_rows(d, balanced, &total, e) != 0) {
        fclose(f);
        return -1;
    }
    lp_progress_begin(&p, "check", "rows", total);
    db_rows *rows = db_rows_open(d, c, balanced, e);
    int rc = rows ? 1 : -1;
    for (int64_t n = 1; rc == 1 && !end; n++) {
        rc = compare_next(rows, f, &line, n, &end, detail, e);
        if (rc == 1 && !end) lp_progress_step(&p, 1, NULL);
        if (lp_interrupted()) rc = lp_fail(e, "interrupted");
    }
    lp_progress_end(&p);
    db_rows_close(rows);
    lp_text_free(&line);
    fclose(f);
    return rc;
}
