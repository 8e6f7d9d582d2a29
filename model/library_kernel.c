/* libllmperf: kernels.
 *
 * In: a file, a text or the analysis of one. Out: a kernel handle. Understands no OpenCL:
 * llmperf-analyze does, which library_spawn.c runs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/json.h"
#include "model/kernel.h"
#include "model/library.h"

struct llmperf_kernel {
    mdl_kernels all;
    const db_kernel *chosen;
};

const db_kernel *mdl_lib_record(const llmperf_kernel *k) {
    return k->chosen;
}

/* ---- records ---- */

/* Records come from strangers: what the rest takes for granted. */
static int check_record(const db_kernel *k, lp_err *e) {
    if (!k->ok) return 0; /* the reason is told when it is chosen */
    if (!k->name[0] || !k->source || !k->source[0])
        return lp_fail(e, "has no name or no source: not a record of llmperf analyze --json");
    for (int i = 0; i < k->n_args; i++) {
        const db_arg *a = &k->args[i];
        if (a->idx != i || !a->name[0] || !a->kind[0] || a->elem_bytes < 0)
            return lp_fail(e, "argument %d: is not one of llmperf analyze --json", i);
    }
    return 0;
}

static int read_line(const char *s, size_t n, mdl_kernels *out, lp_err *e) {
    json_t *j = lp_json_parse(s, n, e);
    if (!j) return -1;
    out->v = lp_grow(out->v, &out->cap, out->n + 1, sizeof *out->v);
    db_kernel *k = &out->v[out->n++];
    int rc = mdl_kernel_from_json(j, k, e);
    json_decref(j);
    return rc == 0 ? check_record(k, e) : rc;
}

static int read_lines(const char *s, size_t n, const char *where, mdl_kernels *out, lp_err *e) {
    const char *end = s + n;
    for (size_t line = 1; s < end; line++) {
        const char *stop = memchr(s, '\n', (size_t)(end - s));
        if (!stop) stop = end;
        if (strspn(s, " \t\r") < (size_t)(stop - s) && read_line(s, (size_t)(stop - s), out, e))
            return lp_fail_in(e, "%s:%zu", where, line);
        s = stop + 1;
    }
    return 0;
}

/* The handle for the chosen one of the records; NULL on error. `json` is a C string. */
static llmperf_kernel *choose(const lp_text *json, const char *where, const char *name, lp_err *e) {
    llmperf_kernel *k = lp_alloc(1, sizeof *k);
    if (read_lines(lp_text_str(json), json->len, where, &k->all, e) == 0)
        k->chosen = mdl_kernels_pick(&k->all, where, name, e);
    if (k->chosen) return k;
    llmperf_kernel_free(k);
    return NULL;
}

llmperf_kernel *llmperf_kernel_from_record(const char *json, size_t n, const char *name,
                                           llmperf_error *error) {
    lp_err e = {""};
    lp_text text = {0};
    if (json) lp_text_addn(&text, json, n);
    llmperf_kernel *k = choose(&text, "record", name, &e);
    if (!k) mdl_lib_tell(error, &e);
    lp_text_free(&text);
    return k;
}

/* ---- sources ---- */

static llmperf_kernel *analyse(const char *path, const char *where, const char *name,
                               const llmperf_source_options *options, lp_err *e) {
    llmperf_source_options o = {0};
    lp_text records = {0};
    int rc = mdl_lib_options(&o, sizeof o, options, "llmperf_source_options", e);
    if (rc == 0) rc = mdl_lib_analyze(path, &o, &records, e);
    llmperf_kernel *k = rc == 0 ? choose(&records, where, name, e) : NULL;
    lp_text_free(&records);
    return k;
}

llmperf_kernel *llmperf_kernel_from_file(const char *path, const char *name,
                                         const llmperf_source_options *options,
                                         llmperf_error *error) {
    lp_err e = {""};
    if (!path) lp_fail(&e, "no source file is given");
    llmperf_kernel *k = path ? analyse(path, path, name, options, &e) : NULL;
    if (!k) mdl_lib_tell(error, &e);
    return k;
}

/* Messages about the file that nobody has seen. */
static void rename_in(lp_err *e, const char *path) {
    lp_text t = {0};
    size_t n = strlen(path);
    const char *s = e->msg, *at;
    while ((at = strstr(s, path)) != NULL) {
        lp_text_addn(&t, s, (size_t)(at - s));
        lp_text_add(&t, "source");
        s = at + n;
    }
    lp_text_add(&t, s);
    lp_fail(e, "%s", t.s);
    lp_text_free(&t);
}

static llmperf_kernel *analyse_text(const char *dir, const char *source, size_t n, const char *name,
                                    const llmperf_source_options *options, lp_err *e) {
    char *path = lp_path_join(dir, "source.cl");
    llmperf_kernel *k = NULL;
    if (lp_update_file(path, source, n, e) == 0) k = analyse(path, "source", name, options, e);
    if (!k) rename_in(e, path);
    unlink(path);
    free(path);
    return k;
}

llmperf_kernel *llmperf_kernel_from_source(const char *source, size_t n, const char *name,
                                           const llmperf_source_options *options,
                                           llmperf_error *error) {
    lp_err e = {""};
    const char *tmp = getenv("TMPDIR");
    char *dir = lp_path_join(tmp && *tmp ? tmp : "/tmp", "llmperf-XXXXXX");
    llmperf_kernel *k = NULL;
    if (!source) {
        lp_fail(&e, "no source is given");
    } else if (!mkdtemp(dir)) {
        lp_fail(&e, "%s: cannot make a folder: %s", dir, strerror(errno));
    } else {
        k = analyse_text(dir, source, n, name, options, &e);
        rmdir(dir);
    }
    if (!k) mdl_lib_tell(error, &e);
    free(dir);
    return k;
}

void llmperf_kernel_free(llmperf_kernel *kernel) {
    if (!kernel) return;
    mdl_kernels_free(&kernel->all);
    free(kernel);
}

const char *llmperf_kernel_name(const llmperf_kernel *kernel) {
    return kernel->chosen->name;
}
