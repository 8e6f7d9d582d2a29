/* What the stage prints on stdout.
 *
 * In: kernel records. Out: JSON lines or text. The keys of the JSON are a contract
 * (README.md). */
#include "analyze/print.h"

#include <stdio.h>
#include <string.h>

#include "common/json.h"
#include "common/log.h"

static json_t *text(const char *s) {
    return s ? json_string(s) : json_null();
}

static json_t *value(const an_eval *eval, const char *formula) {
    int64_t v;
    return an_eval_get(eval, formula, &v) ? json_integer(v) : json_null();
}

/* A formula follows the last access; in a launch that makes none it may be below 0. */
static json_t *extent_value(const an_eval *eval, const char *formula) {
    int64_t v;
    return an_eval_get(eval, formula, &v) ? json_integer(v > 0 ? v : 0) : json_null();
}

/* A list of formulas. */
static json_t *constraints(const db_kernel *k) {
    json_t *j = k->constraints ? lp_json_parse(k->constraints, strlen(k->constraints), NULL) : NULL;
    return j ? j : json_array();
}

static json_t *domain(const db_arg *a) {
    json_t *j = a->domain ? lp_json_parse(a->domain, strlen(a->domain), NULL) : NULL;
    return j ? j : json_null();
}

static json_t *arg_json(const db_arg *a, const an_eval *eval) {
    json_t *j = json_object();
    json_object_set_new(j, "index", json_integer(a->idx));
    json_object_set_new(j, "name", text(a->name));
    json_object_set_new(j, "kind", text(a->kind));
    json_object_set_new(j, "type", text(a->type));
    json_object_set_new(j, "elem_bytes", json_integer(a->elem_bytes));
    json_object_set_new(j, "access", text(a->access));
    json_object_set_new(j, "pattern", text(a->pattern));
    json_object_set_new(j, "role", text(a->role));
    json_object_set_new(j, "content", text(a->content));
    json_object_set_new(j, "extent", text(a->extent));
    json_object_set_new(j, "domain", domain(a));
    if (eval) json_object_set_new(j, "extent_value", extent_value(eval, a->extent));
    return j;
}

static json_t *features_json(const db_kernel *k, const an_eval *eval) {
    json_t *j = json_object();
    for (int i = 0; i < k->n_features; i++) {
        const db_feature *f = &k->features[i];
        json_object_set_new(j, f->name, eval ? value(eval, f->formula) : text(f->formula));
    }
    return j;
}

/* What each pattern and extent follows from. */
static json_t *accesses_json(const db_kernel *k) {
    json_t *list = json_array();
    for (int i = 0; i < k->n_accesses; i++) {
        const db_access *a = &k->accesses[i];
        json_t *j = json_object();
        json_object_set_new(j, "arg", json_integer(a->arg));
        json_object_set_new(j, "line", json_integer(a->line));
        json_object_set_new(j, "kind", text(a->kind));
        json_object_set_new(j, "pattern", text(a->pattern));
        json_object_set_new(j, "index", text(a->index_expr));
        json_object_set_new(j, "lo", text(a->lo));
        json_object_set_new(j, "hi", text(a->hi));
        json_object_set_new(j, "conditional", json_boolean(a->conditional));
        json_array_append_new(list, j);
    }
    return list;
}

/* The lines of kernel.guesses. */
static json_t *lines(const char *s) {
    json_t *j = json_array();
    while (s && *s) {
        size_t n = strcspn(s, "\n");
        json_array_append_new(j, json_stringn(s, n));
        s += n + (s[n] == '\n');
    }
    return j;
}

int an_print_json(const db_kernel *k, an_eval *eval, bool probe) {
    json_t *j = json_object(), *args = json_array();
    if (eval) an_eval_begin(eval, k);
    for (int i = 0; i < k->n_args; i++) json_array_append_new(args, arg_json(&k->args[i], eval));
    json_object_set_new(j, "kernel", text(k->name));
    json_object_set_new(j, "path", text(k->path));
    json_object_set_new(j, "dims", json_integer(k->dims));
    json_object_set_new(j, "status", json_string(k->ok ? "ok" : "skipped"));
    json_object_set_new(j, "reason", text(k->ok ? NULL : k->reason));
    json_object_set_new(j, "pattern", text(k->pattern));
    json_object_set_new(j, "family", text(k->family));
    json_object_set_new(j, "source", text(k->source));
    json_object_set_new(j, "guesses", lines(k->guesses));
    json_object_set_new(j, "reqd_local", json_integer(k->reqd_local));
    json_object_set_new(j, "constraints", constraints(k));
    json_object_set_new(j, "features", features_json(k, NULL));
    if (eval) json_object_set_new(j, "feature_values", features_json(k, eval));
    json_object_set_new(j, "args", args);
    json_object_set_new(j, "accesses", accesses_json(k));
    if (probe) json_object_set_new(j, "probe", text(k->probe));
    if (probe) json_object_set_new(j, "probe_gap", text(k->probe_gap));
    int rc = lp_json_print_line(j);
    json_decref(j);
    return rc;
}

/* "      14  load    bounds-check    x[gid + 1], 1 .. n" */
static int print_access(const db_kernel *k, const db_access *a) {
    return printf("  %6lld  %-6s  %-14s  %s[%s], %s .. %s\n", (long long)a->line, a->kind,
                  a->pattern, k->args[a->arg].name, a->index_expr, a->lo ? a->lo : "?",
                  a->hi ? a->hi : "?");
}

int an_print_row(const db_kernel *k) {
    static bool begun;
    if (!begun && printf("%-32s %4s  %-14s  %s\n", "KERNEL", "DIMS", "PATTERN",
                         "PATH:LINE, OR WHY SKIPPED") < 0)
        return -1;
    begun = true;
    const char *name = k->name[0] ? k->name : "(file)";
    int n = k->ok ? printf("%-32s %4d  %-14s  %s:%lld\n", name, k->dims,
                           k->pattern ? k->pattern : "-", k->path, (long long)k->line)
                  : printf("%-32s %4d  %-14s  %s: %s\n", name, k->dims, "-", k->reason, k->detail);
    for (int i = 0; n >= 0 && i < k->n_accesses && lp_log_get_level() >= LP_LOG_VERBOSE; i++)
        n = print_access(k, &k->accesses[i]);
    return n < 0 ? -1 : 0;
}

/* ---- summary -----------------------------------------------------------------------------------
 */

void an_tally(an_tallies *c, const db_kernel *k) {
    c->kernels += k->name[0] != 0;
    c->ok += k->ok;
    c->guessed += k->guesses && k->name[0] != 0;
    for (int r = 0; !k->ok && r < AN_N_REASONS; r++)
        if (strcmp(k->reason, an_reason_code((an_reason)r)) == 0) c->by_reason[r]++;
}

int an_print_summary(const an_tallies *c) {
    int n = printf("%lld files, %lld kernels: %lld kept, %lld skipped\n", (long long)c->files,
                   (long long)c->kernels, (long long)c->ok, (long long)(c->kernels - c->ok));
    for (int r = 0; n >= 0 && r < AN_N_REASONS; r++)
        if (c->by_reason[r])
            n = printf("  %6lld  %-18s %s\n", (long long)c->by_reason[r],
                       an_reason_code((an_reason)r), an_reason_text((an_reason)r));
    if (n >= 0 && c->guessed)
        n = printf("  %6lld  kernels of files whose missing macros were guessed\n",
                   (long long)c->guessed);
    return n < 0 ? -1 : 0;
}
