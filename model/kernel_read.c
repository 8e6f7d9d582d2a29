/* Kernels out of a source file.
 *
 * In: a path. Out: records, as the analysis printed them. Understands no OpenCL: the program
 * llmperf-analyze does, in a process of its own. For commands: libllmperf, which is a guest in its
 * process, has its own way (library_spawn.c). */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/proc.h"
#include "model/kernel.h"

#define ANALYZE "llmperf-analyze"

enum { LINE_MAX_BYTES = 64 << 20 };

/* Beside this program; where it is part of another one, in PATH. */
static char *analyze_path(void) {
    char *dir = lp_self_dir();
    char *path = dir ? lp_path_join(dir, ANALYZE) : NULL;
    free(dir);
    if (path && access(path, X_OK) == 0) return path;
    free(path);
    return lp_strdup(ANALYZE);
}

static void add_all(lp_strv *words, const char *flag, const lp_strv *values) {
    for (size_t i = 0; values && i < values->n; i++) {
        lp_strv_add(words, flag);
        lp_strv_add(words, values->v[i]);
    }
}

static char **argv_of(const char *path, const lp_strv *defines, const lp_strv *include_dirs,
                      lp_strv *words) {
    char *program = analyze_path();
    lp_strv_add(words, program);
    lp_strv_add(words, "--json");
    lp_strv_add(words, "--quiet");
    add_all(words, "-D", defines);
    add_all(words, "-I", include_dirs);
    lp_strv_add(words, "--");
    lp_strv_add(words, path);
    free(program);
    char **argv = lp_alloc(words->n + 1, sizeof *argv);
    for (size_t i = 0; i < words->n; i++) argv[i] = words->v[i];
    return argv;
}

static int take_line(const lp_text *line, mdl_kernels *out, lp_err *e) {
    json_t *j = lp_json_parse(lp_text_str(line), line->len, e);
    if (!j) return -1;
    out->v = lp_grow(out->v, &out->cap, out->n + 1, sizeof *out->v);
    int rc = mdl_kernel_from_json(j, &out->v[out->n++], e);
    json_decref(j);
    return rc;
}

static int read_records(lp_proc *p, mdl_kernels *out, lp_err *e) {
    lp_text line = {0};
    int rc;
    while ((rc = lp_proc_read_line(p, -1, LINE_MAX_BYTES, &line, e)) == 1) {
        rc = take_line(&line, out, e);
        if (rc != 0) break;
    }
    if (rc == -3) rc = lp_fail(e, "interrupted");
    lp_text_free(&line);
    return rc;
}

int mdl_kernels_read(const char *path, const lp_strv *defines, const lp_strv *include_dirs,
                     mdl_kernels *out, lp_err *e) {
    lp_strv words = {0};
    lp_proc p;
    char **argv = argv_of(path, defines, include_dirs, &words);
    int rc = lp_proc_start(&p, argv, true, e);
    if (rc != 0) {
        lp_fail_in(e, "kernels are read by " ANALYZE);
    } else if (read_records(&p, out, e) != 0) {
        lp_proc_kill(&p);
        rc = lp_fail_in(e, "%s: " ANALYZE, path);
    } else {
        int status = lp_proc_wait(&p);
        if (status != 0) rc = lp_fail(e, "%s: cannot be analysed", path);
    }
    free(argv);
    lp_strv_free(&words);
    return rc;
}
