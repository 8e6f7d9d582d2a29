/* Kernels of databases as points in feature space.
 *
 * In: kernel records. Out: their features at the standard launch, sorted into three sets. Does not
 * compare them (coverage_near.c). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "common/log.h"
#include "db/coverage.h"

const db_cov_feature db_cov_features[DB_COV_N] = {
    [DB_COV_INTENSITY] = {"intensity", "operations a byte", 0.25, {0.25, 1, 4, 16, 64}},
    [DB_COV_STRIDE] = {"stride_bytes", "stride, bytes", 4, {1, 16, 64, 256, 1024}},
    [DB_COV_SPECIAL] = {"special", "special functions", 1, {1, 4, 16, 64, 256}},
    [DB_COV_ATOMICS] = {"atomics", "atomics", 1, {1, 4, 16, 64}},
    [DB_COV_LOCAL_BYTES] = {"local_bytes", "local bytes", 64, {1, 1024, 4096, 16384}},
    [DB_COV_BARRIERS] = {"barriers", "barriers", 1, {1, 4, 16, 64}},
    [DB_COV_BRANCHES] = {"branches", "branches", 1, {1, 4, 16, 64, 256, 1024}},
    [DB_COV_INDIRECT] = {"indirect_share", "indirect share", 0.125, {0.1, 0.25, 0.5, 0.75}},
    [DB_COV_TRIPS] = {"loop_trips", "loop trips", 1, {1, 16, 64, 256, 1024, 4096}},
    [DB_COV_TOKENS] = {"tokens", "tokens", 32, {60, 100, 200, 400, 800, 1600}},
};

const char *const db_cov_set_names[DB_COV_SETS] = {"handwritten", "synthesised", "imported"};

/* ---- one kernel ---- */

static size_t word_length(const char *s) {
    size_t n = 0;
    bool number = isdigit((unsigned char)s[0]);
    while (isalnum((unsigned char)s[n]) || s[n] == '_' || (number && s[n] == '.') ||
           (number && n > 0 && strchr("+-", s[n]) && s[n] && strchr("eEpP", s[n - 1]) &&
            (strchr("pP", s[n - 1]) || s[1] != 'x')))
        n++;
    return n;
}

static size_t quoted_length(const char *s) {
    size_t n = 1;
    while (s[n] && s[n] != s[0]) n += s[n] == '\\' && s[n + 1] ? 2 : 1;
    return s[n] ? n + 1 : n;
}

static size_t operator_length(const char *s) {
    static const char *const longer[] = {"<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                         "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                         "*=",  "/=",  "%=",  "&=", "^=", "|="};
    for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
        if (strncmp(s, longer[i], strlen(longer[i])) == 0) return strlen(longer[i]);
    return 1;
}

int64_t db_cov_tokens(const char *source) {
    int64_t n = 0;
    for (const char *s = source; *s; n++) {
        s += strspn(s, " \t\r\n");
        if (!*s) break;
        bool word =
            isalnum((unsigned char)*s) || *s == '_' || (*s == '.' && isdigit((unsigned char)s[1]));
        if (*s == '.' && word)
            s += 1 + word_length(s + 1);
        else if (word)
            s += word_length(s);
        else
            s += *s == '"' || *s == '\'' ? quoted_length(s) : operator_length(s);
    }
    return n;
}

static bool feature(const db_kernel *k, const db_cov_launch *l, const char *name, double *out) {
    lp_binds b = {l->v, l->n};
    for (int i = 0; i < k->n_features; i++) {
        int64_t v;
        if (strcmp(k->features[i].name, name) != 0) continue;
        if (lp_expr_eval_text(k->features[i].formula, &b, &v, NULL) != 0) return false;
        *out = v > 0 ? (double)v : 0;
        return true;
    }
    return false;
}

static bool intensity(const db_kernel *k, const db_cov_launch *l, double *out) {
    double flop, iop, special, load, store;
    if (!feature(k, l, "flop", &flop) || !feature(k, l, "iop", &iop) ||
        !feature(k, l, "special", &special) || !feature(k, l, "load_global_bytes", &load) ||
        !feature(k, l, "store_global_bytes", &store))
        return false;
    *out = (flop + iop + special) / (load + store > 1 ? load + store : 1);
    return true;
}

/* A database from a stranger may lack what its schema promises. */
static bool is_complete(const db_kernel *k) {
    bool ok = k->path && k->name;
    for (int i = 0; ok && i < k->n_args; i++) ok = k->args[i].name && k->args[i].kind;
    for (int i = 0; ok && i < k->n_accesses; i++) ok = k->accesses[i].pattern != NULL;
    for (int i = 0; ok && i < k->n_features; i++)
        ok = k->features[i].name && k->features[i].formula;
    return ok;
}

static double indirect_share(const db_kernel *k) {
    int n = 0;
    for (int i = 0; i < k->n_accesses; i++) n += strcmp(k->accesses[i].pattern, "indirect") == 0;
    return k->n_accesses ? (double)n / k->n_accesses : 0;
}

bool db_cov_raw(const db_kernel *k, double raw[DB_COV_N]) {
    static const struct {
        db_cov_dim dim;
        const char *name;
    } plain[] = {{DB_COV_STRIDE, "coalesce_stride"}, {DB_COV_SPECIAL, "special"},
                 {DB_COV_ATOMICS, "atomics"},        {DB_COV_LOCAL_BYTES, "local_bytes"},
                 {DB_COV_BARRIERS, "barriers"},      {DB_COV_BRANCHES, "branches"},
                 {DB_COV_TRIPS, "loop_trips"}};
    db_cov_launch l;
    db_cov_launch_of(k, &l);
    bool ok = k->n_accesses > 0 && intensity(k, &l, &raw[DB_COV_INTENSITY]);
    for (size_t i = 0; ok && i < sizeof plain / sizeof *plain; i++)
        ok = feature(k, &l, plain[i].name, &raw[plain[i].dim]);
    raw[DB_COV_INDIRECT] = indirect_share(k);
    raw[DB_COV_TOKENS] = (double)db_cov_tokens(k->source ? k->source : "");
    db_cov_launch_free(&l);
    return ok;
}

/* ---- all kernels ---- */

/* What --imported named. */
typedef struct origin {
    db *d;
    const lp_strv *prefixes; /* paths that start so are imported */
    bool all_imported;
    bool held_out_too; /* as if they were imported */
    db_cov *out;
} origin;

static bool starts_with_any(const char *path, const lp_strv *prefixes) {
    for (size_t i = 0; prefixes && i < prefixes->n; i++)
        if (strncmp(path, prefixes->v[i], strlen(prefixes->v[i])) == 0) return true;
    return false;
}

static db_cov_set set_of(const origin *o, const char *path, bool has_template) {
    if (o->all_imported || starts_with_any(path, o->prefixes)) return DB_COV_IMPORTED;
    return has_template ? DB_COV_SYNTH : DB_COV_HAND;
}

static char *family_of(const db_kernel *k) {
    lp_text t = {0};
    if (k->family || k->hash) return lp_strdup(k->family ? k->family : k->hash);
    lp_text_addf(&t, "%s:%s", k->path, k->name);
    return lp_text_take(&t);
}

static int add_kernel(const origin *o, int64_t id, db_cov_set set, lp_err *e) {
    db_kernel k;
    db_cov *c = o->out;
    db_cov_kernel p = {.set = set, .near = {-1, -1}};
    if (db_load_kernel(o->d, id, true, &k, e) != 0) return -1;
    if (!is_complete(&k) || !db_cov_raw(&k, p.raw)) {
        c->left_out[set]++;
        lp_verbose("left out: %s:%s: %s", k.path ? k.path : "?", k.name ? k.name : "?",
                   k.n_accesses ? "a feature has no value" : "no access to memory");
    } else {
        c->v = lp_grow(c->v, &c->cap, c->n + 1, sizeof *c->v);
        p.path = lp_strdup(k.path);
        p.name = lp_strdup(k.name);
        p.family = family_of(&k);
        c->v[c->n++] = p;
    }
    db_kernel_free(&k);
    return 0;
}

/* A duplicate is in the database already, and a file without a kernel holds none. */
static const char all_kernels[] =
    "SELECT id, path, status = 'ok', template IS NOT NULL, held_out OR coalesce(family IN (SELECT"
    " family FROM kernel WHERE held_out), 0) FROM kernel"
    " WHERE name <> '' AND coalesce(reason, '') <> 'duplicate'";

/* One row of all_kernels. What is held out of training covers nothing. */
static int add_row(const origin *o, sqlite3_stmt *s, lp_err *e) {
    int64_t id = sqlite3_column_int64(s, 0);
    bool kept = sqlite3_column_int(s, 2), has_template = sqlite3_column_int(s, 3);
    db_cov_set set = set_of(o, db_col_text(s, 1), has_template);
    bool held_out = sqlite3_column_int(s, 4) != 0;
    if (held_out && o->held_out_too) set = DB_COV_IMPORTED;
    if (set != DB_COV_IMPORTED && held_out)
        o->out->held_out++;
    else if (!kept)
        o->out->skipped[set]++;
    else
        return add_kernel(o, id, set, e);
    return 0;
}

static int add_all(const origin *o, lp_err *e) {
    sqlite3_stmt *s = db_stmt(o->d, all_kernels, e);
    int rc = s ? 1 : -1;
    while (rc == 1 && (rc = db_step(o->d, s, e)) == 1)
        if (add_row(o, s, e) != 0) rc = -1;
    if (s) sqlite3_reset(s);
    return rc;
}

static int add_database(const char *path, db_cov *c, lp_err *e) {
    db *d = db_open(path, DB_READ, e);
    origin o = {.d = d, .all_imported = true, .out = c};
    int rc = d ? add_all(&o, e) : -1;
    db_close(d);
    return rc ? lp_fail_in(e, "--imported") : 0;
}

/* 1 when some path starts so. */
static int is_prefix(db *d, const char *from, lp_err *e) {
    int64_t n = 0;
    int rc = db_get_i64(d, e, &n, 0, "SELECT 1 FROM kernel WHERE substr(path, 1, length(?1)) = ?1",
                        "t", from);
    return rc ? -1 : n != 0;
}

static int sort_imported(db *d, const lp_strv *imported, lp_strv *prefixes, lp_strv *files,
                         lp_err *e) {
    for (size_t i = 0; imported && i < imported->n; i++) {
        const char *from = imported->v[i];
        struct stat st;
        int known = *from ? is_prefix(d, from, e) : 0;
        if (known < 0) return -1;
        bool file = !known && stat(from, &st) == 0 && S_ISREG(st.st_mode);
        if (!known && !file)
            return lp_fail(e,
                           "--imported %s: neither a database nor the start of a kernel's path in "
                           "%s; read a folder with `llmperf analyze --db imported.db FOLDER` and "
                           "give imported.db",
                           from, db_path(d));
        lp_strv_add(known ? prefixes : files, from);
    }
    return 0;
}

static int by_place(const void *a, const void *b) {
    const db_cov_kernel *x = a, *y = b;
    if (x->set != y->set) return x->set < y->set ? -1 : 1;
    int c = strcmp(x->family, y->family);
    if (c == 0) c = strcmp(x->path, y->path);
    return c ? c : strcmp(x->name, y->name);
}

static void sort_sets(db_cov *c) {
    if (c->n) qsort(c->v, c->n, sizeof *c->v, by_place);
    for (size_t i = 0; i < c->n; i++)
        for (int s = (int)c->v[i].set; s < DB_COV_SETS; s++) c->first[s + 1] = i + 1;
}

int db_cov_load_held_out(db *d, db_cov *out, lp_err *e) {
    const origin o = {.d = d, .held_out_too = true, .out = out};
    *out = (db_cov){0};
    int rc = add_all(&o, e);
    sort_sets(out);
    if (rc) db_cov_free(out);
    return rc;
}

int db_cov_load(db *d, const lp_strv *imported, db_cov *out, lp_err *e) {
    lp_strv prefixes = {0}, files = {0};
    *out = (db_cov){0};
    int rc = sort_imported(d, imported, &prefixes, &files, e);
    origin o = {.d = d, .prefixes = &prefixes, .out = out};
    if (rc == 0) rc = add_all(&o, e);
    for (size_t i = 0; rc == 0 && i < files.n; i++) rc = add_database(files.v[i], out, e);
    sort_sets(out);
    lp_strv_free(&prefixes);
    lp_strv_free(&files);
    if (rc) db_cov_free(out);
    return rc;
}

void db_cov_free(db_cov *c) {
    for (size_t i = 0; i < c->n; i++) {
        free(c->v[i].path);
        free(c->v[i].name);
        free(c->v[i].family);
    }
    free(c->v);
    free(c->family_far);
    *c = (db_cov){0};
}
