/* Golden records of inference: every tests/golden/NAME.ref is a test of that name.
 *
 * In: NAME.cl (or a file of kernels-corpus/) and NAME.spec, the launches. Out: one line
 * `NAME: FIELD: expected ..., got ...` for each field of NAME.ref that the record does not have.
 * The formats are in tests/golden/README.md, whose coverage table is tested too. Does not run
 * kernels. Run from the repository's root, as tests/run.sh does. */
#include <ctype.h>
#include <jansson.h>

#include "analyze/import.h"
#include "common/expr.h"
#include "common/fs.h"
#include "common/json.h"
#include "tests/unit/analyze/source.h"

#define FOLDER "tests/golden"
#define CORPUS "kernels-corpus"

enum { MAX_SCALARS = 24, AT_LEAST = 200, MAX_FILE = 1 << 16 };

typedef struct launch {
    lp_bind v[MAX_SCALARS];
    lp_binds b;
} launch;

/* What a .spec and a .ref say. */
typedef struct golden {
    const char *name; /* borrowed */
    lp_text spec, ref;
    char *path;         /* of the source */
    const char *kernel; /* NULL: the first of the file */
    an_options o;
    launch *at;
    size_t n_at, cap_at;
    const char *known; /* why the kernel is refused although it should not be; NULL: it is not */
    lp_text wrong;     /* lines about fields that differ */
    int n_known;       /* fields that differ and are known to */
} golden;

/* ---- reading --------------------------------------------------------------------------------- */

static void complain(golden *g, const char *field, const char *want, const char *got) {
    lp_text_addf(&g->wrong, "%s: %s: expected %s, got %s\n", g->name, field, want, got);
}

static void read_beside(const char *name, const char *suffix, lp_text *out) {
    char path[256];
    lp_err e = {""};
    snprintf(path, sizeof path, FOLDER "/%s%s", name, suffix);
    if (lp_read_file(path, MAX_FILE, out, &e)) fail_msg("%s", e.msg);
}

/* The next line that is neither empty nor a comment, without blanks around it; NULL at the end. */
static char *next_line(char **rest) {
    for (char *line = strsep(rest, "\n"); line; line = strsep(rest, "\n")) {
        while (isspace((unsigned char)*line)) line++;
        size_t n = strlen(line);
        while (n && isspace((unsigned char)line[n - 1])) line[--n] = 0;
        if (n && *line != '#') return line;
    }
    return NULL;
}

static void read_launch(golden *g, char *line) {
    g->at = lp_grow(g->at, &g->cap_at, g->n_at + 1, sizeof *g->at);
    launch *l = &g->at[g->n_at++];
    l->b.n = 0;
    for (char *word = strsep(&line, " "); word; word = strsep(&line, " ")) {
        long long v = 0;
        char *eq = strchr(word, '=');
        if (!*word) continue;
        if (!eq || !lp_parse_i64(eq + 1, &v) || l->b.n == MAX_SCALARS)
            fail_msg("%s.spec: '%s': NAME=INTEGER is expected", g->name, word);
        *eq = 0;
        l->v[l->b.n++] = (lp_bind){word, v};
    }
}

static void read_spec(golden *g) {
    read_beside(g->name, ".spec", &g->spec);
    char *rest = g->spec.s;
    for (char *line = next_line(&rest); line; line = next_line(&rest)) {
        char *blank = strchr(line, ' ');
        const char *value = blank ? blank + 1 : "";
        if (!strncmp(line, "file ", 5))
            g->path = lp_path_join(CORPUS, value);
        else if (!strncmp(line, "kernel ", 7))
            g->kernel = value;
        else if (!strncmp(line, "define ", 7))
            lp_strv_add(&g->o.defines, value);
        else
            read_launch(g, line);
    }
    for (size_t i = 0; i < g->n_at; i++) g->at[i].b.v = g->at[i].v; /* nothing moves any more */
    if (!g->n_at) fail_msg("%s.spec: no launch", g->name);
    if (g->path) return;
    lp_text path = {0};
    lp_text_addf(&path, FOLDER "/%s.cl", g->name);
    g->path = lp_text_take(&path);
}

static void begin(golden *g, const char *name) {
    memset(g, 0, sizeof *g);
    g->name = name;
    an_options_defaults(&g->o);
    read_spec(g);
    read_beside(name, ".ref", &g->ref);
}

static void end(golden *g) {
    lp_text_free(&g->spec);
    lp_text_free(&g->ref);
    lp_text_free(&g->wrong);
    an_options_free(&g->o);
    free(g->path);
    free(g->at);
}

/* ---- what the record says, as text ----------------------------------------------------------- */

static void add_value(lp_text *t, const char *formula, const launch *l) {
    int64_t v = 0;
    if (t->len) lp_text_addc(t, ' ');
    if (formula && lp_expr_eval_text(formula, &l->b, &v, NULL) == 0)
        lp_text_addf(t, "%lld", (long long)v);
    else
        lp_text_add(t, "?");
}

/* "VALUE VALUE": the formula at each launch, `?` where it has no value. */
static char *values(const golden *g, const char *formula) {
    lp_text t = {0};
    for (size_t i = 0; i < g->n_at; i++) add_value(&t, formula, &g->at[i]);
    return lp_text_take(&t);
}

/* "KIND:FORMULA" or "KIND:VALUE VALUE" as the latter; the rest as it is. */
static char *content_text(const golden *g, const char *content) {
    const char *colon = content ? strchr(content, ':') : NULL;
    if (!colon) return lp_strdup(content ? content : "-");
    char *v = values(g, colon + 1);
    lp_text t = {0};
    lp_text_addn(&t, content, (size_t)(colon + 1 - content));
    lp_text_add(&t, strchr(v, '?') ? colon + 1 : v);
    free(v);
    return lp_text_take(&t);
}

static char *json_or_dash(const char *text) {
    json_t *j = text ? lp_json_parse(text, strlen(text), NULL) : NULL;
    char *s = j ? lp_json_text(j) : lp_strdup("-");
    json_decref(j);
    return s;
}

/* A scalar's value is one that its domain has; what the launch does not name is free. */
static bool in_domain(const db_arg *a, const launch *l) {
    int64_t v = 0, other = 0;
    if (!a->domain || !lp_bind_lookup((void *)&l->b, a->name, &v)) return true;
    json_t *j = lp_json_parse(a->domain, strlen(a->domain), NULL);
    const char *eq = lp_json_str(j, "eq", NULL), *multiple = lp_json_str(j, "multiple", NULL);
    bool ok = v >= lp_json_i64(j, "min", INT64_MIN) && v <= lp_json_i64(j, "max", INT64_MAX);
    if (json_is_true(json_object_get(j, "pow2"))) ok = ok && v > 0 && (v & (v - 1)) == 0;
    if (eq) ok = ok && lp_expr_eval_text(eq, &l->b, &other, NULL) == 0 && v == other;
    if (multiple)
        ok = ok && lp_expr_eval_text(multiple, &l->b, &other, NULL) == 0 && other && v % other == 0;
    json_decref(j);
    return ok;
}

static bool allowed_at(const db_kernel *k, const launch *l) {
    int64_t v = 0;
    bool all = true;
    json_t *list = lp_json_parse(k->constraints, strlen(k->constraints), NULL), *x;
    size_t i;
    assert_non_null(list);
    json_array_foreach(list, i, x) all =
        all && lp_expr_eval_text(json_string_value(x), &l->b, &v, NULL) == 0 && v;
    json_decref(list);
    for (int a = 0; a < k->n_args; a++) all = all && in_domain(&k->args[a], l);
    if (k->reqd_local && lp_bind_lookup((void *)&l->b, "local", &v))
        all = all && v == k->reqd_local;
    return all;
}

/* "yes no": does the record allow each launch? */
static char *allowed(const golden *g, const db_kernel *k) {
    lp_text t = {0};
    for (size_t i = 0; i < g->n_at; i++) {
        if (i) lp_text_addc(&t, ' ');
        lp_text_add(&t, allowed_at(k, &g->at[i]) ? "yes" : "no");
    }
    return lp_text_take(&t);
}

static char *feature(const golden *g, const db_kernel *k, const char *name) {
    for (int i = 0; i < k->n_features; i++)
        if (!strcmp(k->features[i].name, name)) return values(g, k->features[i].formula);
    return lp_strdup("-");
}

/* "ARG KIND LINE PATTERN" when the record has that access, else all it has. */
static char *access_line(const db_kernel *k, const char *want) {
    lp_text all = {0}, one = {0};
    for (int i = 0; i < k->n_accesses; i++) {
        const db_access *a = &k->accesses[i];
        lp_text_clear(&one);
        lp_text_addf(&one, "%s %s %lld %s", k->args[a->arg].name, a->kind, (long long)a->line,
                     a->pattern);
        lp_text_addf(&all, "%s%s", i ? ", " : "", lp_text_str(&one));
        if (strcmp(lp_text_str(&one), want) != 0) continue;
        lp_text_free(&all);
        return lp_text_take(&one);
    }
    lp_text_free(&one);
    lp_text_addc(&all, '.');
    return lp_text_take(&all);
}

/* LINE of a detail FILE:LINE:COL: ... */
static char *detail_line(const char *detail) {
    const char *colon = detail ? strchr(detail, ':') : NULL;
    return colon ? lp_strndup(colon + 1, strcspn(colon + 1, ":")) : lp_strdup("-");
}

static char *arg_field(const golden *g, const db_arg *a, const char *field) {
    const char *v = NULL;
    if (!strcmp(field, "extent")) return values(g, a->extent);
    if (!strcmp(field, "content")) return content_text(g, a->content);
    if (!strcmp(field, "domain")) return json_or_dash(a->domain);
    if (!strcmp(field, "access"))
        v = a->access;
    else if (!strcmp(field, "pattern"))
        v = a->pattern;
    else if (!strcmp(field, "role"))
        v = a->role;
    else if (!strcmp(field, "kind"))
        v = a->kind;
    else if (!strcmp(field, "type"))
        v = a->type;
    else
        fail_msg("%s.ref: no field '%s'", g->name, field);
    return lp_strdup(v ? v : "-");
}

static char *field_of(const golden *g, const db_kernel *k, const char *key, const char *want) {
    char number[32];
    const char *dot = strchr(key, '.');
    snprintf(number, sizeof number, "%lld", (long long)k->reqd_local);
    if (!strcmp(key, "status")) return lp_strdup(k->ok ? "ok" : "skipped");
    if (!strcmp(key, "reason")) return lp_strdup(k->reason ? k->reason : "-");
    if (!strcmp(key, "line")) return detail_line(k->detail);
    if (!strcmp(key, "pattern")) return lp_strdup(k->pattern ? k->pattern : "-");
    if (!strcmp(key, "reqd_local")) return lp_strdup(number);
    if (!strcmp(key, "allowed")) return allowed(g, k);
    if (!strcmp(key, "access")) return access_line(k, want);
    if (!strncmp(key, "feature.", 8)) return feature(g, k, key + 8);
    for (int i = 0; dot && i < k->n_args; i++)
        if (!strncmp(k->args[i].name, key, (size_t)(dot - key)) && !k->args[i].name[dot - key])
            return arg_field(g, &k->args[i], dot + 1);
    fail_msg("%s.ref: '%s' is no field and no argument", g->name, key);
    return NULL;
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* The expectation in the form that field_of returns: one number stands for all launches. */
static char *wanted(const golden *g, const char *key, const char *want) {
    lp_text t = {0};
    const char *dot = strrchr(key, '.');
    if (dot && !strcmp(dot, ".content")) return content_text(g, want);
    if (dot && !strcmp(dot, ".domain")) return json_or_dash(want);
    bool list =
        (dot && !strcmp(dot, ".extent")) || !strncmp(key, "feature.", 8) || !strcmp(key, "allowed");
    for (size_t i = 0; list && i < g->n_at && !strchr(want, ' '); i++)
        lp_text_addf(&t, "%s%s", i ? " " : "", want);
    return t.len ? lp_text_take(&t) : lp_strdup(want);
}

/* Of two lists of values: is one of `got` smaller than its like or not known? */
static bool too_small(const char *want, const char *got) {
    while (*want && *got) {
        char *w = NULL, *h = NULL;
        long long a = strtoll(want, &w, 10), b = strtoll(got, &h, 10);
        if (w == want || h == got || b < a) return true;
        want = w;
        got = h;
    }
    return *want || *got;
}

/* `got` without the values for which `want` says `-`: a launch that is not allowed. */
static char *without_ignored(const char *want, char *got) {
    lp_text t = {0};
    char *rest = got;
    for (char *word = strsep(&rest, " "); word; word = strsep(&rest, " ")) {
        bool ignored = want && want[0] == '-' && (want[1] == ' ' || !want[1]);
        lp_text_addf(&t, "%s%s", t.len ? " " : "", ignored ? "-" : word);
        want = want && strchr(want, ' ') ? strchr(want, ' ') + 1 : NULL;
    }
    free(got);
    return lp_text_take(&t);
}

/* A field that differs and is marked with `?` is known, unless it is an extent below the least. */
static void compare(golden *g, const db_kernel *k, const char *key, const char *value) {
    bool marked = *key == '?';
    key += marked;
    const char *dot = strrchr(key, '.');
    char *want = wanted(g, key, value), *got = field_of(g, k, key, want);
    if (dot && !strcmp(dot, ".extent")) got = without_ignored(want, got);
    bool small = dot && !strcmp(dot, ".extent") && too_small(want, got);
    if (!strcmp(want, got)) {
        if (marked) print_message("# %s: %s is as expected: take the mark away\n", g->name, key);
    } else if (marked && !small) {
        print_message("# %s: %s: expected %s, got %s (known)\n", g->name, key, want, got);
        g->n_known++;
    } else {
        complain(g, key, want, got);
        if (small) lp_text_addf(&g->wrong, "%s: %s: an extent is TOO SMALL\n", g->name, key);
    }
    free(want);
    free(got);
}

static const db_kernel *find_kernel(const golden *g, const an_records *r) {
    for (size_t i = 0; i < r->n; i++)
        if (!g->kernel || !strcmp(r->v[i].name, g->kernel)) return &r->v[i];
    fail_msg("%s: no kernel %s in %s", g->name, g->kernel ? g->kernel : "at all", g->path);
    return NULL;
}

/* Every field of the .ref; an `allowed` that is not there is `yes`. */
static void compare_all(golden *g, const db_kernel *k) {
    bool says_allowed = false, known = false;
    char *rest = g->ref.s;
    for (char *line = next_line(&rest); line; line = next_line(&rest)) {
        char *value = strstr(line, ": ");
        if (!value) fail_msg("%s.ref: '%s': FIELD: VALUE is expected", g->name, line);
        *value = 0;
        value += 2;
        if (!strcmp(line, "known")) {
            known = true;
            if (k->ok) continue;
            g->known = value;
            return; /* refused: the other fields say what should be */
        }
        says_allowed |= !strcmp(line + (*line == '?'), "allowed");
        compare(g, k, line, value);
        if (!strcmp(line, "status") && g->wrong.len) {
            if (k->detail) lp_text_addf(&g->wrong, "%s: %s\n", k->reason, k->detail);
            return;
        }
    }
    if (k->ok && !says_allowed) compare(g, k, "allowed", "yes");
    if (known) print_message("# %s is not refused any more: take 'known' away\n", g->name);
}

static void one_record(void **state) {
    golden g;
    an_records r = {0};
    lp_text wrong = {0};
    char *known = NULL;
    begin(&g, *state);
    an_parser *p = an_parser_new();
    an_file f = {.path = g.path, .key = g.path, .root = FOLDER};
    an_import(p, &g.o, &f, &r);
    compare_all(&g, find_kernel(&g, &r));
    if (g.known) known = lp_strdup(g.known);
    int n_known = g.n_known;
    lp_text_add(&wrong, lp_text_str(&g.wrong));
    an_records_free(&r);
    an_parser_free(p);
    end(&g);
    if (wrong.len) fail_msg("%s", wrong.s);
    lp_text_free(&wrong);
    if (known) print_message("# %s is refused (known): %s\n", (const char *)*state, known);
    free(known);
    if (known || n_known) skip();
}

/* ---- the coverage table ---------------------------------------------------------------------- */

static lp_strv names; /* of all .ref files */

static bool is_name(const char *s) {
    for (size_t i = 0; i < names.n; i++)
        if (!strcmp(names.v[i], s)) return true;
    return false;
}

/* | construct | NAME NAME ... | -> how many; each is marked as seen */
static int count_row(char *row, bool *seen) {
    char *stop = strrchr(row, '|'), *cell;
    int n = 0;
    *stop = 0;
    cell = strrchr(row, '|'); /* the first cell may hold an escaped one */
    if (!cell) fail_msg("README.md: '%s' is no row of two cells", row);
    cell++;
    for (char *word = strsep(&cell, " "); word; word = strsep(&cell, " ")) {
        if (!*word) continue;
        if (!is_name(word)) fail_msg("README.md names '%s', which has no .ref", word);
        for (size_t i = 0; i < names.n; i++) seen[i] |= !strcmp(names.v[i], word);
        n++;
    }
    return n;
}

/* Every construct has two kernels or more, every kernel shows a construct, and they are enough. */
static void coverage(void **state) {
    (void)state;
    lp_text t = {0};
    bool *seen = lp_alloc(names.n + 1, sizeof *seen), in_table = false;
    int rows = 0;
    read_beside("README", ".md", &t);
    char *rest = t.s;
    for (char *line = next_line(&rest); line; line = next_line(&rest)) {
        if (!strncmp(line, "| construct", 11)) in_table = true;
        if (!in_table || *line != '|' || !strncmp(line, "|--", 3) ||
            !strncmp(line, "| construct", 11))
            continue;
        char *copy = lp_strdup(line);
        if (count_row(line, seen) < 2) fail_msg("fewer than two kernels: %s", copy);
        free(copy);
        rows++;
    }
    assert_true(rows > 50);
    for (size_t i = 0; i < names.n; i++)
        if (!seen[i]) fail_msg("the table of README.md lacks '%s'", names.v[i]);
    if (names.n < AT_LEAST) fail_msg("%zu golden kernels", names.n);
    free(seen);
    lp_text_free(&t);
}

static void find_names(void) {
    static const char *const suffixes[] = {".ref", NULL};
    lp_strv files = {0};
    lp_err e = {""};
    if (lp_list_files(FOLDER, suffixes, &files, &e)) {
        print_error("%s\n", e.msg);
        exit(1);
    }
    for (size_t i = 0; i < files.n; i++) {
        files.v[i][strlen(files.v[i]) - 4] = 0;
        lp_strv_add(&names, files.v[i]);
    }
    lp_strv_free(&files);
}

int main(void) {
    find_names();
    struct CMUnitTest *tests = lp_alloc(names.n + 1, sizeof *tests);
    for (size_t i = 0; i < names.n; i++)
        tests[i] = (struct CMUnitTest){names.v[i], one_record, NULL, NULL, names.v[i]};
    tests[names.n] = (struct CMUnitTest)cmocka_unit_test(coverage);
    int failed = _cmocka_run_group_tests("golden", tests, names.n + 1, NULL, NULL);
    free(tests);
    lp_strv_free(&names);
    return failed;
}
