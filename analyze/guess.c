/* Parsing with repair: the rounds.
 *
 * In: a file as it is. Out: a parsed unit and the guesses that it took, or the first error of the
 * file as it is. Each round looks at what stops the file, takes the values that the missing name
 * may have from guess_*.c, and keeps the one with which the fewest errors are left. Bounded in
 * parses; deterministic. */
#include "analyze/guess.h"

#include <stdlib.h>
#include <string.h>

#include "common/fs.h"

enum {
    MAX_ROUNDS = 60,
    MAX_PARSES = 160,        /* of one file */
    MAX_PARSED_MIB = 48,     /* in all of them together */
    MAX_VALUES = 6,          /* that are tried for a name */
    MAX_SIBLINGS = 64,       /* files beside that are searched for a definition */
    SCORE_BLOCKED = 1 << 20, /* preprocessing fails, and something may be done about it */
    SCORE_DEAD = 1 << 21,
};

/* One attempt to parse. */
typedef struct attempt {
    an_unit unit;
    CXTranslationUnit tu;
    an_faults faults;
    an_trouble trouble;
    const char *std;
    bool blocked; /* preprocessing failed */
    int score;    /* 0 parsed, else the number of errors; larger is worse */
    lp_err e;
} attempt;

typedef struct guess {
    an_parser *parser;
    const char *path, *bytes;
    size_t n;
    const an_options *given;
    lp_strv made;  /* as they are recorded */
    lp_strv tried; /* "WAY NAME": what need not be tried again */
    lp_strv local;
    int version; /* of OpenCL C, the one with the fewest errors */
    int parses;
    size_t parsed_bytes;
    bool stale; /* guesses were made that `now` does not know of */
    attempt now;
} guess;

static void attempt_free(attempt *a) {
    if (a->tu) clang_disposeTranslationUnit(a->tu);
    an_unit_free(&a->unit);
    an_faults_free(&a->faults);
    memset(a, 0, sizeof *a);
}

/* ---- an attempt
 * ---------------------------------------------------------------------------------- */

static const char leave_out[] = "#include \"", read_first[] = "#include ";

static void add_all(lp_strv *to, const lp_strv *from) {
    for (size_t i = 0; i < from->n; i++) lp_strv_add(to, from->v[i]);
}

/* The given options and all guesses so far. Free with an_options_free. */
static void options_with(const guess *g, an_trouble *trouble, an_options *o) {
    an_options_defaults(o);
    o->max_source_bytes = g->given->max_source_bytes;
    o->max_unit_bytes = g->given->max_unit_bytes;
    o->max_nesting = g->given->max_nesting;
    o->trouble = trouble;
    add_all(&o->defines, &g->given->defines);
    add_all(&o->include_dirs, &g->given->include_dirs);
    add_all(&o->roots, &g->given->roots);
    for (size_t i = 0; i < g->made.n; i++) {
        const char *m = g->made.v[i];
        if (strncmp(m, leave_out, sizeof leave_out - 1) == 0) {
            char *name =
                lp_strndup(m + sizeof leave_out - 1, strcspn(m + sizeof leave_out - 1, "\""));
            lp_strv_add(&o->skips, name);
            free(name);
        } else if (strncmp(m, read_first, sizeof read_first - 1) == 0) {
            char *dir = lp_path_dir(g->path), *path = lp_path_join(dir, m + sizeof read_first - 1);
            lp_strv_add(&o->prelude, path);
            free(path);
            free(dir);
        } else {
            lp_strv_add(&o->defines, m);
        }
    }
}

/* Parses as the version with the fewest errors; at first all of them are asked. */
static void parse_best(guess *g, attempt *a) {
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

static void try_now(guess *g, attempt *a) {
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

static bool out_of_tries(const guess *g) {
    return g->parses >= MAX_PARSES || g->parsed_bytes >> 20 >= MAX_PARSED_MIB ||
           g->made.n >= MAX_ROUNDS;
}

/* Is this way of finding out about the name new? */
static bool is_new(guess *g, const char *way, const char *name, size_t n) {
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

static void unmake(guess *g) {
    free(g->made.v[--g->made.n]);
}

static void record(guess *g, const an_values *values, size_t chosen) {
    const char *text = values->v.v[chosen];
    lp_strv_add(&g->made, text);
    if (!values->local) return;
    char *name = lp_strndup(text, strcspn(text, "="));
    lp_strv_add(&g->local, name);
    free(name);
}

/* Takes the best of the values. With `careful`, only if it does not make things worse. When there
 * is nothing to choose, parsing waits until the round is over. */
static bool adopt(guess *g, const an_values *values, bool careful) {
    if (values->v.n == 1 && !careful) {
        record(g, values, 0);
        g->stale = true;
        return true;
    }
    attempt best = {.score = INT32_MAX};
    size_t chosen = 0, n = values->v.n < MAX_VALUES ? values->v.n : MAX_VALUES;
    for (size_t i = 0; i < n && best.score > 0; i++) {
        attempt a;
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

static bool adopt_one(guess *g, const char *text, bool careful) {
    an_values v = {0};
    lp_strv_add(&v.v, text);
    bool done = adopt(g, &v, careful);
    lp_strv_free(&v.v);
    return done;
}

/* ---- preprocessing stops
 * ------------------------------------------------------------------------- */

/* DIR/FILE, where DIR is a macro that nobody defined. */
static bool repair_folder(guess *g, const char *name) {
    size_t n = 0;
    while (pp_ident_char((unsigned char)name[n])) n++;
    lp_text t = {0};
    bool found = n > 0 && name[n] == '/' &&
                 strpbrk(name, "abcdefghijklmnopqrstuvwxyz") > name + n &&
                 is_new(g, "folder", name, n);
    lp_text_addn(&t, name, n);
    lp_text_add(&t, "=.");
    found = found && adopt_one(g, lp_text_str(&t), false);
    lp_text_free(&t);
    return found;
}

static bool repair_include(guess *g, const an_trouble *t) {
    lp_text text = {0};
    bool done = repair_folder(g, t->name);
    if (!done && is_new(g, "leave out", t->name, strlen(t->name))) {
        lp_text_addf(&text, "%s%s\"=", leave_out, t->name);
        done = adopt_one(g, lp_text_str(&text), false);
    }
    lp_text_free(&text);
    return done;
}

/* #include F(x): F makes a file name of x. */
static bool repair_include_name(guess *g, const an_trouble *t) {
    lp_text text = {0};
    bool done = t->name[0] && is_new(g, "include", t->name, strlen(t->name));
    lp_text_addf(&text, "%s(a)=<a>", t->name);
    done = done && adopt_one(g, lp_text_str(&text), false);
    lp_text_free(&text);
    return done;
}

static bool repair_error_line(guess *g, const an_trouble *t) {
    an_scan s;
    an_values v = {0};
    bool is_main = strcmp(t->file, g->path) == 0, done = false;
    bool ok = is_main ? an_scan_init(&s, g->path, g->bytes, g->n)
                      : an_scan_file(&s, t->file, g->given->max_source_bytes);
    if (!ok) return false;
    an_scan_wanted(&s, t->line, &g->made, &v);
    done = adopt(g, &v, false);
    lp_strv_free(&v.v);
    an_scan_free(&s);
    return done;
}

static bool repair_blocked(guess *g) {
    const an_trouble t = g->now.trouble;
    switch (t.kind) {
    case AN_TROUBLE_NO_FILE:
        return repair_include(g, &t);
    case AN_TROUBLE_INCLUDE_NAME:
        return repair_include_name(g, &t);
    case AN_TROUBLE_DIRECTIVE:
        return repair_error_line(g, &t);
    case AN_TROUBLE_OTHER:
        break;
    }
    return false;
}

/* ---- the parser stops
 * ---------------------------------------------------------------------------- */

/* A file of the unit has the definition, but leaves it out. */
static bool repair_by_selector(guess *g, const pp_tok *name) {
    bool done = false;
    if (!is_new(g, "selector", name->s, name->len)) return false;
    for (size_t i = 0; i < g->now.unit.files.n && !done; i++) {
        an_scan s;
        char *text = NULL;
        if (!an_scan_file(&s, g->now.unit.files.v[i], g->given->max_source_bytes)) continue;
        bool found = an_scan_defines(&s, name, &g->made, &text);
        an_scan_free(&s);
        if (found && text) done = adopt_one(g, text, true);
        free(text);
        if (done) break;
    }
    return done;
}

/* Files beside the main file, in byte order, without those of the unit. */
static void list_siblings(const guess *g, const char *dir, lp_strv *out) {
    static const char *const suffixes[] = {".cl", ".clh", ".h", ".ocl", NULL};
    lp_strv all = {0};
    if (lp_list_files(dir, suffixes, &all, NULL)) all.n = 0;
    for (size_t i = 0; i < all.n && out->n <= MAX_SIBLINGS; i++) {
        bool own = strchr(all.v[i], '/') || strcmp(all.v[i], lp_path_base(g->path)) == 0;
        for (size_t k = 0; k < g->now.unit.files.n && !own; k++)
            own = strcmp(lp_path_base(g->now.unit.files.v[k]), all.v[i]) == 0;
        if (!own) lp_strv_add(out, all.v[i]);
    }
    lp_strv_free(&all);
}

/* A file beside has the definition: host programs join such files. Those with a kernel of their own
 * come last. */
static bool repair_by_sibling(guess *g, const pp_tok *name) {
    char *dir = lp_path_dir(g->path);
    lp_strv files = {0};
    bool done = false;
    if (is_new(g, "sibling", name->s, name->len)) list_siblings(g, dir, &files);
    for (size_t i = 0; i < files.n && files.n <= MAX_SIBLINGS && !done; i++) {
        char *path = lp_path_join(dir, files.v[i]), *text = NULL;
        an_scan s;
        bool found = an_scan_file(&s, path, g->given->max_source_bytes);
        if (found) {
            found = an_scan_defines(&s, name, &g->made, &text);
            an_scan_free(&s);
        }
        free(text);
        free(path);
        if (!found) continue;
        lp_text guess_text = {0};
        lp_text_addf(&guess_text, "%s%s", read_first, files.v[i]);
        done = adopt_one(g, lp_text_str(&guess_text), true);
        lp_text_free(&guess_text);
    }
    lp_strv_free(&files);
    free(dir);
    return done;
}

static bool repair_by_table(guess *g, const pp_tok *name) {
    const char *value = an_known_macro(name);
    lp_text t = {0};
    bool done = value && is_new(g, "table", name->s, name->len);
    lp_text_addf(&t, "%.*s=%s", (int)name->len, name->s, value ? value : "");
    done = done && adopt_one(g, lp_text_str(&t), false);
    lp_text_free(&t);
    return done;
}

/* A word all in capitals where the parser wants something else: an attribute of the project's own.
 */
static bool is_shouted(const pp_tok *t) {
    bool letter = false;
    for (uint32_t i = 0; i < t->len; i++) {
        if (t->s[i] >= 'a' && t->s[i] <= 'z') return false;
        letter |= t->s[i] >= 'A' && t->s[i] <= 'Z';
    }
    return t->kind == PP_IDENT && letter && t->len > 2;
}

/* uintVECT_SIZE: a macro for the width was not there to be pasted. */
static bool repair_width(guess *g, const pp_tok *name) {
    static const char *const bases[] = {"uchar", "char", "ushort", "short",  "uint",   "int",
                                        "ulong", "long", "float",  "double", "ullong", "half"};
    pp_tok tail = *name;
    an_values v = {0};
    for (size_t i = 0; i < sizeof bases / sizeof *bases && tail.s == name->s; i++) {
        size_t n = strlen(bases[i]);
        if (name->len > n && memcmp(name->s, bases[i], n) == 0) tail.s += n;
    }
    tail.len -= (uint32_t)(tail.s - name->s);
    if (tail.s == name->s || !is_shouted(&tail) || !is_new(g, "width", tail.s, tail.len))
        return false;
    for (size_t i = 0; i < g->now.unit.files.n && v.v.n == 0; i++) {
        an_scan s;
        if (!an_scan_file(&s, g->now.unit.files.v[i], g->given->max_source_bytes)) continue;
        an_scan_compared(&s, &tail, &v);
        an_scan_free(&s);
    }
    lp_text four = {0};
    lp_text_addf(&four, "%.*s=4", (int)tail.len, tail.s);
    lp_strv_add(&v.v, lp_text_str(&four));
    lp_text_free(&four);
    bool done = adopt(g, &v, false);
    lp_strv_free(&v.v);
    return done;
}

static bool repair_by_use(guess *g, const pp_toks *toks, size_t at, bool is_type) {
    an_values v = {0};
    bool done = is_new(g, "use", toks->v[at].s, toks->v[at].len);
    if (done) an_values_of_use(toks, at, is_type, &v);
    done = done && adopt(g, &v, false);
    lp_strv_free(&v.v);
    return done;
}

static bool is_missing(const char *message, bool *is_type) {
    static const char type[] = "unknown type name", name[] = "use of undeclared identifier",
                      call[] = "implicit declaration of function";
    *is_type = strncmp(message, type, sizeof type - 1) == 0;
    return *is_type || strncmp(message, name, sizeof name - 1) == 0 ||
           strncmp(message, call, sizeof call - 1) == 0;
}

static size_t token_at(const pp_src *src, const pp_toks *toks, uint32_t offset) {
    size_t lo = 0, hi = toks->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if ((uint32_t)(toks->v[mid].s - src->bytes) + toks->v[mid].len <= offset)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static bool repair_fault(guess *g, const pp_src *src, const pp_toks *toks, const an_fault *f) {
    bool is_type, missing = is_missing(f->text, &is_type);
    size_t at = token_at(src, toks, f->offset);
    if (at >= toks->n) return false;
    if (!missing && !is_shouted(&toks->v[at]) && at + 1 < toks->n && is_shouted(&toks->v[at + 1]))
        at++;
    const pp_tok *t = &toks->v[at];
    if (t->kind != PP_IDENT || (!missing && !is_shouted(t))) return false;
    if (an_have_guess(&g->given->defines, t->s, t->len)) return false;
    return repair_width(g, t) || repair_by_table(g, t) || repair_by_selector(g, t) ||
           repair_by_sibling(g, t) || repair_by_use(g, toks, at, is_type);
}

static bool repair_faults(guess *g) {
    pp_src src = {0};
    pp_toks toks = {0};
    lp_text text = {0};
    pp_tok t;
    bool done = false;
    an_faults faults = g->now.faults; /* g->now is replaced when a repair is made */
    g->now.faults = (an_faults){0};
    lp_text_addn(&text, lp_text_str(&g->now.unit.text), g->now.unit.text.len);
    pp_src_init(&src, g->path, lp_text_str(&text), text.len);
    pp_lexer l = {.src = &src};
    while (pp_lex(&l, &t, NULL) == 0 && t.kind != PP_EOF)
        if (t.kind != PP_NL) pp_push(&toks, &t);
    for (size_t i = 0; i < faults.n && (!done || g->stale) && !out_of_tries(g); i++)
        done |= repair_fault(g, &src, &toks, &faults.v[i]);
    an_faults_free(&faults);
    free(toks.v);
    pp_src_free(&src);
    lp_text_free(&text);
    return done;
}

/* ---- entry
 * ---------------------------------------------------------------------------------------- */

static bool rounds(guess *g) {
    while (g->now.score > 0 && !out_of_tries(g)) {
        if (!(g->now.blocked ? repair_blocked(g) : repair_faults(g))) break;
        if (!g->stale) continue;
        attempt_free(&g->now);
        try_now(g, &g->now);
        g->stale = false;
    }
    return g->now.score == 0;
}

/* Forgets everything but the first attempt's version. */
static void restart(guess *g) {
    attempt_free(&g->now);
    lp_strv_free(&g->made);
    lp_strv_free(&g->tried);
    lp_strv_free(&g->local);
    g->parses = 0;
    g->parsed_bytes = 0;
    g->stale = false;
}

/* Files that only include what they need when a macro says so. */
static bool with_selectors(guess *g) {
    an_scan s;
    lp_strv selectors = {0};
    bool done = false;
    if (an_scan_init(&s, g->path, g->bytes, g->n)) {
        an_scan_include_selectors(&s, &selectors);
        an_scan_free(&s);
    }
    for (size_t i = 0; i < selectors.n; i++)
        if (!an_have_guess(&g->given->defines, selectors.v[i], strcspn(selectors.v[i], "=")))
            lp_strv_add(&g->made, selectors.v[i]);
    if (g->made.n) {
        attempt a;
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

static void finish(guess *g, an_guessed *out) {
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
    guess g = {.parser = p, .path = path, .bytes = bytes, .n = n, .given = o, .version = -1};
    memset(out, 0, sizeof *out);
    try_now(&g, &g.now);
    lp_err first = g.now.e;
    out->preprocessed = !g.now.blocked;
    bool ok = g.now.score == 0 || (g.now.score < SCORE_DEAD && with_selectors(&g));
    if (!ok && g.now.score < SCORE_DEAD) ok = rounds(&g);
    if (ok)
        finish(&g, out);
    else
        lp_fail(e, "%s", first.msg);
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
