/* One value of a campaign: type, form and range checked, then stored in its field.
 * Input: a key of the table and a YAML node. Output: the field, or one line saying what is
 * expected. Does not look at other keys. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/campaign_keys.h"
#include "common/words.h"

#define NAME_MAX_BYTES 64
#define WARP 32

int lp_key_fail(const char *file, const lp_yaml *at, lp_err *e, const char *fmt, ...) {
    lp_text t = {0};
    va_list ap;
    va_start(ap, fmt);
    lp_text_vaddf(&t, fmt, ap);
    va_end(ap);
    if (at->line > 0)
        lp_fail(e, "%s:%d:%d: %s", file, at->line, at->col, lp_text_str(&t));
    else
        lp_fail(e, "%s: %s", file, lp_text_str(&t));
    lp_text_free(&t);
    return -1;
}

/* "must be a whole number, not `x`", with what was found. */
static int wrong_type(const lp_key *k, const char *file, const lp_yaml *v, const char *want,
                      lp_err *e) {
    char shown[LP_WORD_SHOWN];
    if (v->kind != LP_YAML_SCALAR)
        return lp_key_fail(file, v, e, "%s must be %s, not %s", k->path, want,
                           lp_yaml_kind_name(v));
    if (v->plain && v->text[0] == '\0')
        return lp_key_fail(file, v, e, "%s has no value; it must be %s", k->path, want);
    return lp_key_fail(file, v, e, "%s must be %s, not %s`%s`", k->path, want,
                       v->plain ? "" : "the text ", lp_word_show(v->text, shown));
}

static int out_of_range_i64(const lp_key *k, const char *file, const lp_yaml *v, long long got,
                            lp_err *e) {
    return lp_key_fail(file, v, e, "%s is %lld; it must be from %lld to %lld%s%s", k->path, got,
                       (long long)k->ilo, (long long)k->ihi, *k->unit ? " " : "", k->unit);
}

static int read_int(const lp_key *k, const char *file, const lp_yaml *v, int64_t *out, lp_err *e) {
    long long x = 0;
    if (v->kind != LP_YAML_SCALAR || !v->plain || !lp_parse_i64(v->text, &x))
        return wrong_type(k, file, v, "a whole number", e);
    if (x < k->ilo || x > k->ihi) return out_of_range_i64(k, file, v, x, e);
    *out = x;
    return 0;
}

static int set_int(const lp_key *k, void *field, const char *file, const lp_yaml *v, lp_err *e) {
    return read_int(k, file, v, field, e);
}

static int set_num(const lp_key *k, void *field, const char *file, const lp_yaml *v, lp_err *e) {
    double x = 0;
    if (v->kind != LP_YAML_SCALAR || !v->plain || !lp_parse_double(v->text, &x) || !isfinite(x))
        return wrong_type(k, file, v, "a number", e);
    if (x < k->lo || x > k->hi)
        return lp_key_fail(file, v, e, "%s is %g; it must be from %g to %g%s%s", k->path, x, k->lo,
                           k->hi, *k->unit ? " " : "", k->unit);
    *(double *)field = x;
    return 0;
}

static int set_bool(const lp_key *k, void *field, const char *file, const lp_yaml *v, lp_err *e) {
    bool yes = v->kind == LP_YAML_SCALAR && v->plain && strcmp(v->text, "true") == 0;
    bool no = v->kind == LP_YAML_SCALAR && v->plain && strcmp(v->text, "false") == 0;
    if (!yes && !no) return wrong_type(k, file, v, "true or false", e);
    *(bool *)field = yes;
    return 0;
}

/* The name becomes a folder, so it may not leave out/ or hide there. */
static bool name_ok(const char *s) {
    size_t n = strlen(s);
    if (n == 0 || n > NAME_MAX_BYTES || s[0] == '.' || s[0] == '-') return false;
    return strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == n;
}

static int set_name(const lp_key *k, void *field, const char *file, const lp_yaml *v, lp_err *e) {
    if (v->kind != LP_YAML_SCALAR || !name_ok(v->text))
        return wrong_type(k, file, v,
                          "a word of up to 64 letters, digits, `.`, `_` and `-` that starts with a "
                          "letter, digit or `_`",
                          e);
    char **s = field;
    free(*s);
    *s = lp_strdup(v->text);
    return 0;
}

static int set_choice(const lp_key *k, void *field, const char *file, const lp_yaml *v, lp_err *e) {
    lp_text list = {0};
    for (int i = 0; k->words[i]; i++) {
        if (v->kind == LP_YAML_SCALAR && strcmp(v->text, k->words[i]) == 0) {
            *(int *)field = i; /* an enum */
            lp_text_free(&list);
            return 0;
        }
        lp_text_addf(&list, "%s%s", i ? " or " : "", k->words[i]);
    }
    int rc = wrong_type(k, file, v, lp_text_str(&list), e);
    lp_text_free(&list);
    return rc;
}

static bool macro_ok(const char *s) {
    if (!isalpha((unsigned char)s[0]) && s[0] != '_') return false;
    size_t n = 1;
    while (isalnum((unsigned char)s[n]) || s[n] == '_') n++;
    return s[n] == '\0' || s[n] == '=';
}

static int set_strings(const lp_key *k, void *field, const char *file, const lp_yaml *v,
                       lp_err *e) {
    bool macros = k->type == LP_KEY_MACROS;
    lp_strv list = {0};
    if (v->kind != LP_YAML_LIST)
        return wrong_type(k, file, v, macros ? "a list such as [N=16]" : "a list such as [a, b]",
                          e);
    for (const lp_yaml *item = v->child; item; item = item->next) {
        if (item->kind != LP_YAML_SCALAR || item->text[0] == '\0' ||
            (macros && !macro_ok(item->text))) {
            lp_strv_free(&list);
            return wrong_type(k, file, item,
                              macros ? "a list of macros, NAME or NAME=VALUE" : "a list of paths",
                              e);
        }
        lp_strv_add(&list, item->text);
    }
    lp_strv_free(field);
    *(lp_strv *)field = list;
    return 0;
}

static int read_local(const lp_key *k, const char *file, const lp_yaml *v, lp_int_list *list,
                      lp_err *e) {
    int64_t x = 0;
    if (read_int(k, file, v, &x, e)) return -1;
    if (x % WARP != 0)
        return lp_key_fail(file, v, e, "%s: %lld is no multiple of %d; %lld is the next", k->path,
                           (long long)x, WARP, (long long)(x / WARP + 1) * WARP);
    for (size_t i = 0; i < list->n; i++)
        if (list->v[i] == x)
            return lp_key_fail(file, v, e, "%s: %lld is listed twice; keep one", k->path,
                               (long long)x);
    list->v[list->n++] = x;
    return 0;
}

static int set_locals(const lp_key *k, void *field, const char *file, const lp_yaml *v, lp_err *e) {
    /* Distinct multiples of 32 up to the largest: a longer list has an error before its end. */
    lp_int_list list = {.v = lp_alloc((size_t)(k->ihi / WARP), sizeof *list.v)};
    lp_int_list *old = field;
    if (v->kind != LP_YAML_LIST) {
        free(list.v);
        return wrong_type(k, file, v, "a list such as [64, 128]", e);
    }
    for (const lp_yaml *item = v->child; item; item = item->next) {
        if (read_local(k, file, item, &list, e)) {
            free(list.v);
            return -1;
        }
    }
    free(old->v);
    *old = list;
    return 0;
}

int lp_key_set(const lp_key *k, lp_campaign *c, const char *file, const lp_yaml *v, lp_err *e) {
    typedef int setter(const lp_key *, void *, const char *, const lp_yaml *, lp_err *);
    static setter *const set[] = {
        [LP_KEY_INT] = set_int,        [LP_KEY_NUM] = set_num,       [LP_KEY_BOOL] = set_bool,
        [LP_KEY_NAME] = set_name,      [LP_KEY_CHOICE] = set_choice, [LP_KEY_PATHS] = set_strings,
        [LP_KEY_MACROS] = set_strings, [LP_KEY_LOCALS] = set_locals,
    };
    return set[k->type](k, (char *)c + k->offset, file, v, e);
}
