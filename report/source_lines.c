/* Lines of the original file found again in the normalised source.
 *
 * In: a kernel's record. Out: a line of the source for each access, where that is sure. Parses no
 * C: it counts subscripts, and says nothing when the counts differ. */
#include "report/source_lines.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"

typedef struct tally {
    int64_t line;
    int n; /* accesses on it */
} tally;

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* The next `word` from `at` that is a whole one; NULL: there is none. */
static const char *find_word(const char *start, const char *at, const char *word) {
    size_t n = strlen(word);
    for (; n && (at = strstr(at, word)); at += n)
        if (!is_word(at[n]) && (at == start || !is_word(at[-1]))) return at;
    return NULL;
}

/* Where the parameter list of the kernel function ends; NULL: not found. */
static const char *body_of(const db_kernel *k) {
    const char *at = find_word(k->source, k->source, k->name);
    while (at && at[strlen(k->name)] != '(') at = find_word(k->source, at + 1, k->name);
    return at ? strchr(at, '{') : NULL;
}

/* Accesses of the subscript whose bracket is at `open` and whose name is at `name`: two where it is
 * changed (+=, ++), one elsewhere. */
static int accesses_at(const char *start, const char *name, const char *open) {
    const char *p = open;
    int depth = 0;
    do {
        depth += (*p == '[') - (*p == ']');
        p++;
        while (depth == 0 && (*p == '.' || is_word(*p))) p++;
    } while (*p && (depth > 0 || *p == '['));
    while (*p == ' ') p++;
    bool twice =
        *p && ((strchr("+-*/%&|^", *p) && p[1] == '=') || strncmp(p, "<<=", 3) == 0 ||
               strncmp(p, ">>=", 3) == 0 || strncmp(p, "++", 2) == 0 || strncmp(p, "--", 2) == 0);
    bool before =
        name - start >= 2 && (strncmp(name - 2, "++", 2) == 0 || strncmp(name - 2, "--", 2) == 0);
    return twice || before ? 2 : 1;
}

/* Lines with subscripts of the argument in the body of the kernel. */
static size_t count_shown(const db_kernel *k, const char *body, const char *name, tally **v) {
    size_t n = 0, cap = 0;
    int64_t line = 1;
    const char *p = k->source, *end = strstr(body, "\n}"), *at = body;
    while ((at = find_word(k->source, at, name)) && (!end || at < end)) {
        const char *after = at + strlen(name);
        int here = *after == '[' ? accesses_at(k->source, at, after) : 0;
        at = after;
        if (here == 0) continue;
        for (; p < after; p++) line += *p == '\n';
        if (n == 0 || (*v)[n - 1].line != line) {
            *v = lp_grow(*v, &cap, n + 1, sizeof **v);
            (*v)[n++] = (tally){line, 0};
        }
        (*v)[n - 1].n += here;
    }
    return n;
}

static int by_line(const void *a, const void *b) {
    int64_t x = ((const tally *)a)->line, y = ((const tally *)b)->line;
    return (x > y) - (x < y);
}

/* Lines of the file with accesses through the argument; 0 when one is not in the kernel function.
 */
static size_t count_stored(const db_kernel *k, int arg, tally **v) {
    size_t n = 0, kept = 0, cap = 0;
    for (int i = 0; i < k->n_accesses; i++) {
        if (k->accesses[i].arg != arg) continue;
        if (k->accesses[i].line < k->line) return 0;
        *v = lp_grow(*v, &cap, n + 1, sizeof **v);
        (*v)[n++] = (tally){k->accesses[i].line, 1};
    }
    if (n) qsort(*v, n, sizeof **v, by_line);
    for (size_t i = 0; i < n; i++) {
        if (kept > 0 && (*v)[kept - 1].line == (*v)[i].line)
            (*v)[kept - 1].n++;
        else
            (*v)[kept++] = (*v)[i];
    }
    return kept;
}

static void match_argument(const db_kernel *k, const char *body, const db_arg *a, int *lines) {
    tally *stored = NULL, *shown = NULL;
    size_t n = count_stored(k, a->idx, &stored);
    bool same = n > 0 && n == count_shown(k, body, a->name, &shown);
    for (size_t i = 0; same && i < n; i++) same = stored[i].n == shown[i].n;
    for (int i = 0; same && i < k->n_accesses; i++) {
        if (k->accesses[i].arg != a->idx) continue;
        const tally key = {k->accesses[i].line, 0};
        const tally *t = bsearch(&key, stored, n, sizeof *stored, by_line);
        if (t) lines[i] = (int)shown[t - stored].line;
    }
    free(stored);
    free(shown);
}

int *rep_match_lines(const db_kernel *k) {
    int *lines = lp_alloc((size_t)k->n_accesses + 1, sizeof *lines);
    const char *body = k->source ? body_of(k) : NULL;
    for (int i = 0; body && i < k->n_args; i++) match_argument(k, body, &k->args[i], lines);
    return lines;
}
