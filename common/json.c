/* Thin helpers over jansson.
 *
 * In: json_t trees and untrusted text. Out: compact text, one-line records on stdout, typed
 * members. Builds no trees. */
#include "common/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 17 digits bring every double back, and are spelled out because jansson's default changed between
 * versions. */
#define REALS JSON_REAL_PRECISION(17)

enum { MAX_BYTES = 64 << 20 }; /* of a document; its depth is limited by jansson, to 2048 */

char *lp_json_text(const json_t *j) {
    char *s = json_dumps(j, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY | REALS);
    if (!s) LP_BUG("a JSON tree cannot be written");
    return s;
}

static char *compact(const json_t *j) {
    char *s = json_dumps(j, JSON_COMPACT | JSON_ENCODE_ANY | REALS);
    if (!s) LP_BUG("a JSON tree cannot be written");
    return s;
}

int lp_json_print_line(const json_t *j) {
    char *s = compact(j);
    int rc = fputs(s, stdout) < 0 || putchar('\n') == EOF ? -1 : 0;
    free(s);
    return rc;
}

int lp_json_print_line_with(const json_t *o, const char *key, json_t *(*item)(void *ctx, size_t i),
                            void *ctx, size_t n) {
    char *s = compact(o);
    size_t open = strlen(s) - 1; /* all but the closing brace */
    bool ok = fwrite(s, 1, open, stdout) == open && printf(",\"%s\":[", key) > 0;
    free(s);
    for (size_t i = 0; ok && i < n; i++) {
        json_t *j = item(ctx, i);
        s = compact(j);
        ok = (i == 0 || putchar(',') != EOF) && fputs(s, stdout) >= 0;
        free(s);
        json_decref(j);
    }
    return ok && fputs("]}\n", stdout) >= 0 ? 0 : -1;
}

json_t *lp_json_parse(const char *s, size_t n, lp_err *e) {
    if (n > MAX_BYTES) {
        lp_fail(e, "JSON: longer than %d bytes", MAX_BYTES);
        return NULL;
    }
    json_error_t err;
    json_t *j = json_loadb(s, n, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &err);
    if (!j) lp_fail(e, "JSON: %d:%d: %s", err.line, err.column, err.text);
    return j;
}

int64_t lp_json_i64(const json_t *j, const char *key, int64_t dflt) {
    const json_t *m = json_object_get(j, key);
    return json_is_integer(m) ? json_integer_value(m) : dflt;
}

double lp_json_num(const json_t *j, const char *key, double dflt) {
    const json_t *m = json_object_get(j, key);
    return json_is_number(m) ? json_number_value(m) : dflt;
}

const char *lp_json_str(const json_t *j, const char *key, const char *dflt) {
    const json_t *m = json_object_get(j, key);
    return json_is_string(m) ? json_string_value(m) : dflt;
}
