/* Minified source for the prompt: short names, no needless space.
 *
 * In: tokens of a whole source. Out: the same program with fewer tokens of a model. Renames only
 * what the source itself declares as a variable, a parameter or a helper, never members, types or
 * what the prompt names elsewhere. */
#include <stdlib.h>
#include <string.h>

#include "common/prompt_int.h"

/* Names of the source, by their bytes. */
typedef struct name {
    lp_ptok tok;
    uint32_t count;   /* times that it occurs, except as a member */
    bool declared;    /* as a variable, a parameter or a function */
    bool fixed, type; /* must stay; is a type */
    const char *now;  /* its new name, or NULL */
} name;

typedef struct names {
    name *v; /* sorted */
    size_t n;
} names;

static bool point(const lp_ptok *t, char c) {
    return t->kind == LP_PT_POINT && *t->s == c;
}

static int by_bytes(const void *a, const void *b) {
    const lp_ptok *x = &((const name *)a)->tok, *y = &((const name *)b)->tok;
    size_t n = x->len < y->len ? x->len : y->len;
    int c = memcmp(x->s, y->s, n);
    return c ? c : (x->len > y->len) - (x->len < y->len);
}

static name *find(const names *all, const lp_ptok *tok) {
    name key = {.tok = *tok};
    return all->n ? bsearch(&key, all->v, all->n, sizeof key, by_bytes) : NULL;
}

static bool is_member(const lp_ptoks *t, size_t i) {
    return i > 0 && (point(&t->v[i - 1], '.') ||
                     (i > 1 && point(&t->v[i - 1], '>') && point(&t->v[i - 2], '-')));
}

static void collect(const lp_ptoks *t, names *all) {
    size_t n = 0;
    all->v = lp_alloc(t->n + 1, sizeof *all->v);
    for (size_t i = 0; i < t->n; i++)
        if (t->v[i].kind == LP_PT_NAME)
            all->v[n++] = (name){.tok = t->v[i], .count = !is_member(t, i)};
    qsort(all->v, n, sizeof *all->v, by_bytes);
    for (size_t i = 0; i < n; i++) {
        if (all->n > 0 && by_bytes(&all->v[all->n - 1], &all->v[i]) == 0)
            all->v[all->n - 1].count += all->v[i].count;
        else
            all->v[all->n++] = all->v[i];
    }
}

/* ---- what is declared ---------------------------------------------------------------------------
 */

static void fix(const names *all, const lp_ptok *tok, bool type) {
    name *x = tok->kind == LP_PT_NAME ? find(all, tok) : NULL;
    if (!x) return;
    x->fixed = true;
    x->type = x->type || type;
}

/* What stands in braces at `i`, if they do: members and constants stay. Returns behind them. */
static size_t fix_members(const names *all, const lp_ptoks *t, size_t i) {
    if (i == t->n || !point(&t->v[i], '{')) return i;
    size_t end = lp_pt_close(t, i);
    for (; i < end; i++) fix(all, &t->v[i], false);
    return end;
}

/* struct, union and enum at `i`: the tag is a type. Returns behind it or its braces. */
static size_t fix_tagged(const names *all, const lp_ptoks *t, size_t i) {
    i++;
    if (i < t->n && t->v[i].kind == LP_PT_NAME) fix(all, &t->v[i++], true);
    return fix_members(all, t, i);
}

/* A typedef: its names outside of braces are types. Returns its end. */
static size_t fix_typedef(const names *all, const lp_ptoks *t, size_t i) {
    while (i < t->n && !point(&t->v[i], ';')) {
        fix(all, &t->v[i], true);
        i = point(&t->v[i], '{') ? fix_members(all, t, i) : i + 1;
    }
    return i;
}

static bool is_type(const names *all, const lp_ptok *tok) {
    if (tok->kind != LP_PT_NAME) return false;
    const name *x = lp_pt_is_keyword(tok) ? NULL : find(all, tok);
    return x ? x->type : lp_pt_is_type(tok);
}

/* From the first declared name at `i`: it and those after commas, up to the end of the list. */
static void declare_list(const names *all, const lp_ptoks *t, size_t i) {
    bool wanted = true;
    for (; i < t->n && !point(&t->v[i], ';'); i++) {
        if (point(&t->v[i], '(') || point(&t->v[i], '[') || point(&t->v[i], '{')) {
            i = lp_pt_close(t, i) - 1;
            continue;
        }
        if (point(&t->v[i], ')') || point(&t->v[i], '}')) return;
        if (point(&t->v[i], ',')) {
            wanted = true;
        } else if (wanted && t->v[i].kind == LP_PT_NAME) {
            if (is_type(all, &t->v[i]) || lp_pt_is_keyword(&t->v[i])) return; /* a parameter */
            find(all, &t->v[i])->declared = true;
            wanted = false;
        } else if (!point(&t->v[i], '*')) {
            wanted = false;
        }
    }
}

/* Is the name at `i` right behind a type? */
static bool follows_type(const names *all, const lp_ptoks *t, size_t i) {
    size_t k = i;
    while (k > 0 && (point(&t->v[k - 1], '*') || lp_pt_is(&t->v[k - 1], "const"))) k--;
    return k > 0 && is_type(all, &t->v[k - 1]);
}

static void find_declared(const names *all, const lp_ptoks *t) {
    for (size_t i = 0; i < t->n; i++) {
        const lp_ptok *tok = &t->v[i];
        if (lp_pt_is(tok, "typedef"))
            i = fix_typedef(all, t, i);
        else if (lp_pt_is(tok, "struct") || lp_pt_is(tok, "union") || lp_pt_is(tok, "enum"))
            i = fix_tagged(all, t, i) - 1;
    }
    for (size_t i = 0; i < t->n; i++) {
        const lp_ptok *tok = &t->v[i];
        bool plain = tok->kind == LP_PT_NAME && !lp_pt_is_keyword(tok) && !is_type(all, tok);
        if (plain && !is_member(t, i) && follows_type(all, t, i)) declare_list(all, t, i);
    }
}

/* ---- new names ----------------------------------------------------------------------------------
 */

static int by_count(const void *a, const void *b) {
    const name *x = *(name *const *)a, *y = *(name *const *)b;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    return by_bytes(x, y);
}

/* The k-th of a, b, ..., z, aa, ab, ... */
static void short_name(size_t k, char out[16]) {
    size_t n = 0;
    char reversed[16];
    do {
        reversed[n++] = (char)('a' + k % 26);
        k /= 26;
    } while (k-- > 0);
    for (size_t i = 0; i < n; i++) out[i] = reversed[n - 1 - i];
    out[n] = '\0';
}

/* Gives the names, most frequent first, the shortest that the source does not have. */
static void choose(lp_ptoks *t, const names *all, name **order, size_t n) {
    size_t k = 0;
    for (size_t i = 0; i < n; i++) {
        char s[16];
        lp_ptok tok = {s, 0, LP_PT_NAME, 0};
        do {
            short_name(k++, s);
            tok.len = (uint32_t)strlen(s);
        } while (find(all, &tok) || lp_pt_is_keyword(&tok));
        if (tok.len >= order[i]->tok.len) {
            k--; /* for the next one */
            continue;
        }
        lp_strv_add(&t->notes, s);
        order[i]->now = t->notes.v[t->notes.n - 1];
    }
}

void lp_pt_rename(lp_ptoks *t, const lp_strv *keep) {
    names all = {0};
    size_t n = 0;
    collect(t, &all);
    for (size_t i = 0; keep && i < keep->n; i++)
        fix(&all, &(lp_ptok){keep->v[i], (uint32_t)strlen(keep->v[i]), LP_PT_NAME, 0}, false);
    find_declared(&all, t);
    name **order = lp_alloc(all.n + 1, sizeof *order);
    for (size_t i = 0; i < all.n; i++)
        if (all.v[i].declared && !all.v[i].fixed) order[n++] = &all.v[i];
    qsort(order, n, sizeof *order, by_count);
    choose(t, &all, order, n);
    for (size_t i = 0; i < t->n; i++) {
        const name *x =
            t->v[i].kind == LP_PT_NAME && !is_member(t, i) ? find(&all, &t->v[i]) : NULL;
        if (!x || !x->now) continue;
        t->v[i].s = x->now;
        t->v[i].len = (uint32_t)strlen(x->now);
    }
    free(order);
    free(all.v);
}

/* ---- spaces -------------------------------------------------------------------------------------
 */

static bool is_word(const lp_ptok *t) {
    return t->kind == LP_PT_NAME || t->kind == LP_PT_NUMBER || (unsigned char)t->s[0] >= 0x80;
}

/* Would the two be read as something else without a space? */
static bool must_part(const lp_ptok *a, const lp_ptok *b) {
    if (is_word(a)) return is_word(b) || (a->kind == LP_PT_NUMBER && strchr(".+-", *b->s));
    if (a->kind != LP_PT_POINT || b->kind == LP_PT_NAME) return false;
    if (b->kind == LP_PT_NUMBER) return point(a, '.') || *b->s == '.';
    char x = *a->s, y = *b->s;
    return (x == y && strchr("+-&|<>=", x)) || (y == '=' && strchr("+-&|<>!*/%^", x)) ||
           (x == '/' && (y == '/' || y == '*')) || (x == '-' && y == '>');
}

void lp_pt_squeeze(lp_ptoks *t) {
    for (size_t i = 1; i < t->n; i++) {
        lp_ptok *b = &t->v[i];
        if (b->kind == LP_PT_LINE || t->v[i - 1].kind == LP_PT_LINE)
            b->space = LP_PT_NEW_LINE;
        else if (b->space != LP_PT_JOINED)
            b->space = must_part(&t->v[i - 1], b) ? LP_PT_BLANK : LP_PT_JOINED;
    }
}
