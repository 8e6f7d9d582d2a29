/* Sizes of arrays in local memory, for the prompt: `t[64]` in the declaration of `local float
 * t[64]` is followed by a comment that says 256 bytes.
 *
 * In: tokens. Out: the same with notes. Only where the type is built in and the length a constant:
 * macros are expanded already, structs have no note. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/expr.h"
#include "common/prompt_int.h"

enum { MAX_LENGTH = 64 }; /* tokens between [ and ] */

static bool point(const lp_ptok *t, char c) {
    return t->kind == LP_PT_POINT && *t->s == c;
}

/* A constant expression; false when it is none. */
static bool value_of(const lp_ptok *v, size_t n, int64_t *out) {
    lp_text s = {0};
    bool good = n > 0 && n <= MAX_LENGTH;
    for (size_t i = 0; good && i < n; i++) {
        if (v[i].kind != LP_PT_NUMBER) {
            lp_text_addn(&s, v[i].s, v[i].len);
            good = v[i].kind == LP_PT_POINT;
            continue;
        }
        char number[32] = "", *end;
        good = v[i].len < sizeof number;
        if (good) memcpy(number, v[i].s, v[i].len);
        unsigned long long value = strtoull(number, &end, 0);
        good = good && end[strspn(end, "uUlL")] == '\0' && value <= INT64_MAX;
        lp_text_addf(&s, "%llu", value);
    }
    good = good && lp_expr_eval_text(s.s, NULL, out, NULL) == 0;
    lp_text_free(&s);
    return good;
}

/* The bytes of NAME[..][..] whose first '[' is at `open`, behind which *end is; 0: not known. */
static int64_t bytes_of(const lp_ptoks *t, size_t open, int64_t element, size_t *end) {
    int64_t bytes = element;
    for (*end = open; *end < t->n && point(&t->v[*end], '[');) {
        int64_t length = 0;
        size_t close = lp_pt_close(t, *end);
        bool known = close > *end + 2 && value_of(&t->v[*end + 1], close - *end - 2, &length);
        if (!known || length <= 0 || __builtin_mul_overflow(bytes, length, &bytes)) bytes = 0;
        *end = close;
    }
    return bytes;
}

static void add_note(lp_ptoks *out, int64_t bytes) {
    lp_text s = {0};
    lp_text_addf(&s, "/* %" PRId64 " bytes */", bytes);
    lp_strv_add(&out->notes, s.s);
    lp_text_free(&s);
    const char *note = out->notes.v[out->notes.n - 1];
    lp_pt_push(out, (lp_ptok){note, (uint32_t)strlen(note), LP_PT_LITERAL, LP_PT_BLANK});
}

/* Copies the declaration that begins with `local` at `i` up to its end, with notes. */
static size_t copy_declaration(const lp_ptoks *t, size_t i, lp_ptoks *out) {
    int64_t element = 0;
    bool sign = false, pointer = false;
    while (i < t->n && !point(&t->v[i], ';') && !point(&t->v[i], '{') && !point(&t->v[i], ')')) {
        const lp_ptok *tok = &t->v[i];
        int bytes = lp_pt_type_bytes(tok);
        if (bytes) element = bytes;
        sign = sign || lp_pt_is(tok, "unsigned") || lp_pt_is(tok, "signed");
        pointer = (pointer || point(tok, '*')) && !point(tok, ',');
        lp_pt_push(out, *tok);
        if (tok->kind != LP_PT_NAME || i + 1 == t->n || !point(&t->v[i + 1], '[')) {
            i++;
            continue;
        }
        size_t end;
        int64_t size = bytes_of(t, i + 1, element || !sign ? element : 4, &end);
        for (i++; i < end; i++) lp_pt_push(out, t->v[i]);
        if (size > 0 && !pointer) add_note(out, size);
    }
    return i;
}

void lp_pt_annotate(lp_ptoks *t) {
    lp_ptoks out = {.notes = t->notes};
    t->notes = (lp_strv){0};
    for (size_t i = 0; i < t->n;) {
        if (lp_pt_is(&t->v[i], "local") || lp_pt_is(&t->v[i], "__local"))
            i = copy_declaration(t, i, &out);
        else
            lp_pt_push(&out, t->v[i++]);
    }
    lp_pt_free(t);
    *t = out;
}
