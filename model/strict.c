/* Reading JSON objects that strangers wrote.
 *
 * In: a parsed object, the name of a member, what may be there. Out: its value, or one line. Knows
 * no file format. */
#include "model/strict.h"

#include <stdlib.h>
#include <string.h>

#include "common/words.h"

static bool known(const char *word, const char *const *names) {
    for (; *names; names++)
        if (strcmp(word, *names) == 0) return true;
    return false;
}

static int unknown(const mdl_at *at, const char *word, const char *const *names) {
    char shown[LP_WORD_SHOWN];
    const char *best = NULL;
    size_t best_distance = SIZE_MAX;
    for (; *names; names++) {
        size_t d = lp_word_distance(word, *names);
        if (d < best_distance) {
            best_distance = d;
            best = *names;
        }
    }
    lp_word_show(word, shown);
    if (best && lp_word_is_near(word, best_distance))
        return lp_fail(at->e, "%s: unknown key `%s`; is `%s` meant?", at->where, shown, best);
    return lp_fail(at->e, "%s: unknown key `%s`; remove it", at->where, shown);
}

int mdl_only(const mdl_at *at, const char *const *names) {
    const char *word;
    json_t *value;
    if (!json_is_object(at->o)) return lp_fail(at->e, "%s: must be an object", at->where);
    json_object_foreach((json_t *)at->o, word, value) {
        (void)value;
        if (!known(word, names)) return unknown(at, word, names);
    }
    return 0;
}

int mdl_need(const mdl_at *at, const char *name, int rc) {
    if (rc != MDL_ABSENT) return rc;
    return lp_fail(at->e, "%s: `%s` is missing", at->where, name);
}

/* The member, NULL when it is absent or null. */
static const json_t *member(const mdl_at *at, const char *name) {
    const json_t *m = json_object_get(at->o, name);
    return json_is_null(m) ? NULL : m;
}

static int wrong(const mdl_at *at, const char *name, const char *what) {
    return lp_fail(at->e, "%s.%s must be %s", at->where, name, what);
}

int mdl_get_int(const mdl_at *at, const char *name, int64_t lo, int64_t hi, int64_t *out) {
    const json_t *m = member(at, name);
    if (!m) return MDL_ABSENT;
    if (!json_is_integer(m)) return wrong(at, name, "a whole number");
    int64_t v = json_integer_value(m);
    if (v < lo || v > hi)
        return lp_fail(at->e, "%s.%s must be %lld to %lld, not %lld", at->where, name,
                       (long long)lo, (long long)hi, (long long)v);
    *out = v;
    return MDL_READ;
}

static int number_in(const mdl_at *at, const char *name, const json_t *m, double lo, double hi,
                     double *out) {
    if (!json_is_number(m)) return wrong(at, name, "a number");
    double v = json_number_value(m);
    if (!(v >= lo && v <= hi))
        return lp_fail(at->e, "%s.%s must be %g to %g, not %g", at->where, name, lo, hi, v);
    *out = v;
    return MDL_READ;
}

int mdl_get_num(const mdl_at *at, const char *name, double lo, double hi, double *out) {
    const json_t *m = member(at, name);
    return m ? number_in(at, name, m, lo, hi, out) : MDL_ABSENT;
}

int mdl_get_bool(const mdl_at *at, const char *name, bool *out) {
    const json_t *m = member(at, name);
    if (!m) return MDL_ABSENT;
    if (!json_is_boolean(m)) return wrong(at, name, "true or false");
    *out = json_is_true(m);
    return MDL_READ;
}

int mdl_get_str(const mdl_at *at, const char *name, const char **out) {
    const json_t *m = member(at, name);
    if (!m) return MDL_ABSENT;
    const char *s = json_string_value(m);
    if (!s || !*s) return wrong(at, name, "a text");
    *out = s;
    return MDL_READ;
}

int mdl_get_word(const mdl_at *at, const char *name, const char *const *words, int *out) {
    const char *s = "";
    char shown[LP_WORD_SHOWN];
    lp_text list = {0};
    int rc = mdl_get_str(at, name, &s);
    if (rc != MDL_READ) return rc;
    for (int i = 0; words[i]; i++) {
        if (strcmp(words[i], s) == 0) {
            *out = i;
            lp_text_free(&list);
            return MDL_READ;
        }
        lp_text_addf(&list, "%s%s", i ? ", " : "", words[i]);
    }
    rc = lp_fail(at->e, "%s.%s is `%s`; known are: %s", at->where, name, lp_word_show(s, shown),
                 lp_text_str(&list));
    lp_text_free(&list);
    return rc;
}

int mdl_get_object(const mdl_at *at, const char *name, const json_t **out) {
    const json_t *m = member(at, name);
    if (!m) return MDL_ABSENT;
    if (!json_is_object(m)) return wrong(at, name, "an object");
    *out = m;
    return MDL_READ;
}

int mdl_get_array(const mdl_at *at, const char *name, size_t max, const json_t **out) {
    const json_t *m = member(at, name);
    if (!m) return MDL_ABSENT;
    if (!json_is_array(m)) return wrong(at, name, "a list");
    if (json_array_size(m) > max)
        return lp_fail(at->e, "%s.%s has %zu entries, more than %zu", at->where, name,
                       json_array_size(m), max);
    *out = m;
    return MDL_READ;
}

static int compare(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorts pointers beside the list, which keeps its order. */
static int all_differ(const mdl_at *at, const char *name, const lp_strv *v, size_t first) {
    size_t n = v->n - first;
    char shown[LP_WORD_SHOWN];
    int rc = 0;
    if (n < 2) return 0;
    const char **sorted = lp_alloc(n, sizeof *sorted);
    for (size_t i = 0; i < n; i++) sorted[i] = v->v[first + i];
    qsort(sorted, n, sizeof *sorted, compare);
    for (size_t i = 1; rc == 0 && i < n; i++)
        if (strcmp(sorted[i - 1], sorted[i]) == 0)
            rc = lp_fail(at->e, "%s.%s has `%s` twice", at->where, name,
                         lp_word_show(sorted[i], shown));
    free(sorted);
    return rc;
}

int mdl_get_strs(const mdl_at *at, const char *name, size_t max, lp_strv *out) {
    const json_t *list = NULL;
    size_t first = out->n;
    int rc = mdl_get_array(at, name, max, &list);
    if (rc != MDL_READ) return rc;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *m = json_array_get(list, i);
        if (!json_is_string(m) || json_string_length(m) == 0)
            return wrong(at, name, "a list of texts");
        lp_strv_add(out, json_string_value(m));
    }
    return all_differ(at, name, out, first);
}

int mdl_get_nums(const mdl_at *at, const char *name, size_t n, double lo, double hi, double **out) {
    const json_t *list = NULL;
    int rc = mdl_get_array(at, name, n, &list);
    if (rc != MDL_READ) return rc;
    if (json_array_size(list) != n)
        return lp_fail(at->e, "%s.%s must have %zu numbers, not %zu", at->where, name, n,
                       json_array_size(list));
    double *v = lp_alloc(n + 1, sizeof *v);
    for (size_t i = 0; rc == MDL_READ && i < n; i++)
        rc = number_in(at, name, json_array_get(list, i), lo, hi, &v[i]);
    if (rc == MDL_READ)
        *out = v;
    else
        free(v);
    return rc;
}
