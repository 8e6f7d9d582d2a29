/* Parsing with repair: the rounds.
 *
 * In: a file as it is. Out: a parsed unit and the guesses that it took, or the first error of the
 * file as it is. Each round looks at what stops the file, takes the values that the missing name
 * may have from guess_*.c, and keeps the one with which the fewest errors are left. Bounded in
 * parses; deterministic. */
#include "analyze/guess_fix.h"

#include <stdlib.h>
#include <string.h>

#include "common/fs.h"
#include "common/intr.h"

enum {
    MAX_ROUNDS = 60,
    MAX_PARSES = 160,        /* of one file */
    MAX_PARSED_MIB = 48,     /* in all of them together */
    MAX_VALUES = 6,          /* that are tried for a name */
    SCORE_BLOCKED = 1 << 20, /* preprocessing fails, and something may be done about it */
    SCORE_DEAD = 1 << 21,
};

static void attempt_free(an_attempt *a) {
    if (a->tu) clang_disposeTranslationUnit(a->tu);
    an_unit_free(&a->unit);
    an_faults_free(&a->faults);
    memset(a, 0, sizeof *a);
}

/* ---- an attempt
 * ---------------------------------------------------------------------------------- */

static void add_all(lp_strv *to, const lp_strv *from) {
    for (size_t i = 0; i < from->n; i++) lp_strv_add(to, from->v[i]);
}

/* The given options and all guesses so far. Free with an_options_free. */
static void options_with(const an_guess *g, an_trouble *trouble, an_options *o) {
    an_options_defaults(o);
    o->max_source_bytes = g->given->max_source_bytes;
    o->max_unit_bytes = g->given->max_unit_bytes;
    o->max_nesting = g->given->max_nesting;
    o->trouble = trouble;
    o->marks = g->given->marks;
    add_all(&o->defines, &g->given->defines);
    add_all(&o->include_dirs, &g->given->include_dirs);
    add_all(&o->roots, &g->given->roots);
    for (size_t i = 0; i < g->made.n; i++) {
        const char *m = g->made.v[i];
        if (strncmp(m, AN_LEAVE_OUT, sizeof AN_LEAVE_OUT - 1) == 0) {
            char *name =
                lp_strndup(m + sizeof AN_LEAVE_OUT - 1, strcspn(m + sizeof AN_LEAVE_OUT - 1, "\""));
            lp_strv_add(&o->skips, name);
            free(name);
        } else if (strncmp(m, AN_READ_FIRST, sizeof AN_READ_FIRST - 1) == 0) {
            char *dir = lp_path_dir(g->path),
                 *path = lp_path_join(dir, m + sizeof AN_READ_FIRST - 1);
            lp_strv_add(&o->prelude, path);
            free(path);
            free(dir);
        } else {
            lp_strv_add(&o->defines, m);
        }
    }
}

/* Parses as the version with the fewest errors; at first all of them are asked. */
static void parse_best(an_guess *g, an_attempt *a) {
    int first = g->version < 0 ? 0 : g->version, last = g->version < 0 ? AN_STDS - 1 : g->version;
    lp_err later = {""};
    for (int v = first; v <= last && !a->tu && !a->faults.crashed; v++) {
        an_faults f = {0};
        const char *std;
        CXTranslationUnit tu =
            an_parse_as(g->parser, &a->unit, v, &std, &f, v == first ? &a->e : &later);
        g->parses++;
        g->parsed_bytes += a->unit.text.len;
        if (v > first && !tu && (f.crashed || f.n >= a->faults.n)) {
            an_faults_free(&f);
            continue;
        }
        an_faults_free(&a->faults);
        a->faults = f;
        a->tu = tu;
        a->std = std;
        g->version = v;
    }
    a->score = a->tu ? 0 : a->faults.crashed ? SCORE_DEAD : (int)a->faults.n;
}

static void try_now(an_guess *g, an_attempt *a) {
    an_options o;
    memset(a, 0, sizeof *a);
    options_with(g, &a->trouble, &o);
    a->blocked = an_preprocess_bytes(g->path, g->bytes, g->n, &o, &a->unit, &a->e) != 0;
    if (a->blocked)
        a->score = a->trouble.kind == AN_TROUBLE_OTHER ? SCORE_DEAD : SCORE_BLOCKED;
    else
        parse_best(g, a);
    an_options_free(&o);
}

bool an_guess_out_of_tries(const an_guess *g) {
    return lp_interrupted() || g->parses >= MAX_PARSES || g->parsed_bytes >> 20 >= MAX_PARSED_MIB ||
           g->made.n >= MAX_ROUNDS;
}

bool an_guess_is_new(an_guess *g, const char *way, const char *name, size_t n) {
    lp_text t = {0};
    lp_text_addf(&t, "%s ", way);
    lp_text_addn(&t, name, n);
    bool found = false;
    for (size_t i = 0; i < g->tried.n && !found; i++)
        found = strcmp(g->tried.v[i], lp_text_str(&t)) == 0;
    if (!found) lp_strv_add(&g->tried, lp_text_str(&t));
    lp_text_free(&t);
    return !found;
}

static void unmake(an_guess *g) {
    free(g->made.v[--g->made.n]);
}

static void record(an_guess *g, const an_values *values, size_t chosen) {
    const char *text = values->v.v[chosen];
    lp_strv_add(&g->made, text);
    if (!values->local) return;
    char *name = lp_strndup(text, strcspn(text, "="));
    lp_strv_add(&g->local, name);
    free(name);
}

bool an_guess_adopt(an_guess *g, const an_values *values, bool careful) {
    if (values->v.n == 1 && !careful) {
        record(g, values, 0);
        g->stale = true;
        return true;
    }
    an_attempt best = {.score = INT32_MAX};
    size_t chosen = 0, n = values->v.n < MAX_VALUES ? values->v.n : MAX_VALUES;
    for (size_t i = 0; i < n && best.score > 0; i++) {
        an_attempt a;
        lp_strv_add(&g->made, values->v.v[i]);
        try_now(g, &a);
        unmake(g);
        bool better = a.score < best.score;
        if (better) {
            attempt_free(&best);
            best = a;
            chosen = i;
        } else {
            attempt_free(&a);
        }
    }
    bool worse = best.score == SCORE_DEAD || best.score > g->now.score;
    if (n == 0 || (careful && worse)) {
        attempt_free(&best);
        return false;
    }
    record(g, values, chosen);
    attempt_free(&g->now);
    g->now = best;
    g->stale = false;
    return true;
}

bool an_guess_adopt_one(an_guess *g, const char *text, bool careful) {
    an_values v = {0};
    lp_strv_add(&v.v, text);
    bool done = an_guess_adopt(g, &v, careful);
    lp_strv_free(&v.v);
    return done;
}

/* Is the name among what the parser misses? */
static bool is_missed(const an_faults *f, const pp_tok *name) {
    lp_text quoted = {0};
    bool found = false;
    lp_text_addf(&quoted, "'%.*s'", (int)name->len, name->s);
    for (size_t i = 0; i < f->n && !found; i++)
        found = strstr(f->v[i].text, lp_text_str(&quoted)) != NULL;
    lp_text_free(&quoted);
    return found;
}

bool an_guess_adopt_selector(an_guess *g, const char *text, const pp_tok *name) {
    enum { MORE = 8 };
    an_attempt a;
    lp_strv_add(&g->made, text);
    try_now(g, &a);
    bool better = a.score <= g->now.score,
         defines = a.score <= 2 * g->now.score + MORE && !is_missed(&a.faults, name);
    if (a.score >= SCORE_BLOCKED || !(better || defines)) {
        unmake(g);
        attempt_free(&a);
        return false;
    }
    attempt_free(&g->now);
    g->now = a;
    g->stale = false;
    return true;
}

/* ---- entry
 * ---------------------------------------------------------------------------------------- */

static bool rounds(an_guess *g) {
    while (g->now.score > 0 && !an_guess_out_of_tries(g)) {
        if (!(g->now.blocked ? an_fix_blocked(g) : an_fix_faults(g))) break;
        if (!g->stale) continue;
        attempt_free(&g->now);
        try_now(g, &g->now);
        g->stale = false;
    }
    return g->now.score == 0;
}

/* Forgets everything but the first attempt's version. */
static void restart(an_guess *g) {
    attempt_free(&g->now);
    lp_strv_free(&g->made);
    lp_strv_free(&g->tried);
    lp_strv_free(&g->local);
    g->parses = 0;
    g->parsed_bytes = 0;
    g->stale = false;
}

/* Files that only include what they need when a macro says so. */
static bool with_selectors(an_guess *g) {
    an_scan s;
    lp_strv selectors = {0};
    bool done = false;
    if (an_scan_init(&s, g->path, g->bytes, g->n, g->given->marks)) {
        an_scan_include_selectors(&s, &selectors);
        an_scan_free(&s);
    }
    for (size_t i = 0; i < selectors.n; i++)
        if (!an_have_guess(&g->given->defines, selectors.v[i], strcspn(selectors.v[i], "=")))
            lp_strv_add(&g->made, selectors.v[i]);
    if (g->made.n) {
        an_attempt a;
        try_now(g, &a);
        attempt_free(&g->now);
        g->now = a;
        done = rounds(g);
        if (!done) {
            restart(g);
            try_now(g, &g->now);
        }
    }
    lp_strv_free(&selectors);
    return done;
}

static void finish(an_guess *g, an_guessed *out) {
    out->unit = g->now.unit;
    out->tu = g->now.tu;
    out->std = g->now.std;
    out->guesses = g->made;
    out->local = g->local;
    out->preprocessed = true;
    g->now.unit = (an_unit){0};
    g->now.tu = NULL;
    g->made = g->local = (lp_strv){0};
}

int an_guess_parse(an_parser *p, const char *path, const char *bytes, size_t n, const an_options *o,
                   an_guessed *out, lp_err *e) {
    an_guess g = {.parser = p, .path = path, .bytes = bytes, .n = n, .given = o, .version = -1};
    memset(out, 0, sizeof *out);
    try_now(&g, &g.now);
    lp_err first = g.now.e;
    out->preprocessed = !g.now.blocked;
    bool ok = g.now.score == 0 || (g.now.score < SCORE_DEAD && with_selectors(&g));
    if (!ok && g.now.score < SCORE_DEAD) ok = rounds(&g);
    if (ok)
        finish(&g, out);
    else /* what nothing can be done about tells more than what was missing before it */
        lp_fail(e, "%s", g.now.blocked && g.now.score == SCORE_DEAD ? g.now.e.msg : first.msg);
    restart(&g);
    return ok ? 0 : -1;
}

void an_guessed_free(an_guessed *g) {
    if (g->tu) clang_disposeTranslationUnit(g->tu);
    an_unit_free(&g->unit);
    lp_strv_free(&g->guesses);
    lp_strv_free(&g->local);
    memset(g, 0, sizeof *g);
}
