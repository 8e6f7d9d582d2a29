/* llmperf-analyze: kernels in, records out. Input: OpenCL C files and folders. Output: rows of the
 * database, JSON lines or a table on stdout. Options and the order of things only; the work is in
 * import.c and store.c. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "analyze/parse.h"
#include "analyze/print.h"
#include "analyze/store.h"
#include "common/intr.h"
#include "common/log.h"
#include "common/opt.h"
#include "common/progress.h"

typedef struct stage {
    const lp_cmd *cmd;
    const char *db_path, *eval_text;
    bool json, probe, keep_going;
    lp_strv paths, held_out;
    an_options opt;
    an_eval eval;
    an_corpus corpus;
    an_store store;
    an_tallies counts;
    bool given_failed; /* a file that was named itself could not be used */
} stage;

static int check_options(stage *s) {
    an_unit u;
    lp_err e = {""};
    struct stat st;
    if (s->paths.n == 0) return lp_usage_error(s->cmd, "no file or folder is given");
    if (s->eval_text && !s->json) return lp_usage_error(s->cmd, "--eval needs --json");
    if (s->probe && !s->json) return lp_usage_error(s->cmd, "--probe needs --json");
    if (s->eval_text && an_eval_parse(s->eval_text, &s->eval, &e))
        return lp_usage_error(s->cmd, "%s", e.msg);
    for (size_t i = 0; i < s->opt.include_dirs.n; i++)
        if (stat(s->opt.include_dirs.v[i], &st) || !S_ISDIR(st.st_mode))
            return lp_usage_error(s->cmd, "-I %s: no such folder", s->opt.include_dirs.v[i]);
    /* An empty source shows whether the definitions are any good. */
    if (an_preprocess_bytes("-D", "", 0, &s->opt, &u, &e))
        return lp_usage_error(s->cmd, "%s", e.msg);
    an_unit_free(&u);
    return -1;
}

/* ---- one file ----------------------------------------------------------------------------------
 */

static void report(stage *s, const an_file *f, const db_kernel *k) {
    bool duplicate = k->reason && strcmp(k->reason, an_reason_code(AN_DUPLICATE)) == 0;
    if (k->ok) return;
    if (k->name[0] == 0 && !f->root) {
        s->given_failed = !s->keep_going;
        if (s->keep_going)
            lp_warn("%s: the file is left out", k->detail);
        else
            lp_error("%s", k->detail);
    } else if (k->name[0] == 0) {
        bool inside = strncmp(k->detail, f->key, strlen(f->key)) == 0;
        lp_warn("%s%s%s", inside ? f->root : "", inside ? "/" : "", k->detail);
    } else {
        lp_verbose("%s: kernel %s is skipped: %s%s%s", f->path, k->name, k->reason,
                   duplicate ? ", " : ": ", k->detail);
    }
}

/* A clean parse does not make a guess true: say what was guessed for a file. */
static void report_guesses(const an_file *f, const char *guesses) {
    lp_text t = {0};
    if (!guesses) return;
    for (const char *c = guesses; *c; c++)
        if (*c == '\n')
            lp_text_add(&t, ", ");
        else
            lp_text_addc(&t, *c);
    if (f->root)
        lp_verbose("%s: guessed: %s", f->path, lp_text_str(&t));
    else
        lp_note("%s: guessed: %s", f->path, lp_text_str(&t));
    lp_text_free(&t);
}

static int show(stage *s, const db_kernel *k) {
    if (s->json) return an_print_json(k, s->eval_text ? &s->eval : NULL, s->probe);
    return s->db_path ? 0 : an_print_row(k);
}

static int do_file(stage *s, an_parser *p, const an_file *f, lp_err *e) {
    an_records r = {0};
    an_import(p, &s->opt, f, &r);
    if (lp_interrupted()) { /* its records are not complete */
        an_records_free(&r);
        return 0;
    }
    int rc = an_store_file(&s->store, f, &r, e);
    if (f->reference) { /* nobody asked for it */
        an_records_free(&r);
        return rc;
    }
    s->counts.files++;
    if (rc == 0 && r.n) report_guesses(f, r.v[0].guesses);
    for (size_t i = 0; rc == 0 && i < r.n; i++) {
        an_tally(&s->counts, &r.v[i]);
        report(s, f, &r.v[i]);
        if (show(s, &r.v[i])) rc = lp_fail(e, "standard output: %s", strerror(errno));
    }
    an_records_free(&r);
    return rc;
}

/* ---- all files ---------------------------------------------------------------------------------
 */

static int do_files(stage *s, lp_err *e) {
    an_parser *p = an_parser_new();
    lp_progress bar;
    int rc = 0;
    bool show_bar = s->corpus.n > 1;
    if (show_bar) lp_progress_begin(&bar, "analysing", "files", (int64_t)s->corpus.n);
    for (size_t i = 0; rc == 0 && i < s->corpus.n && !lp_interrupted(); i++) {
        rc = do_file(s, p, &s->corpus.v[i], e);
        if (show_bar) lp_progress_step(&bar, 1, NULL);
    }
    if (show_bar) lp_progress_end(&bar);
    an_parser_free(p);
    return rc;
}

static int store_files(stage *s, db *d, lp_err *e) {
    if (an_store_begin(&s->store, d, &s->corpus, e)) return -1;
    if (do_files(s, e)) {
        an_store_abort(&s->store);
        return -1;
    }
    return an_store_end(&s->store, !lp_interrupted(), e);
}

static int finish(stage *s) {
    if (lp_interrupted()) {
        lp_error("interrupted; run the same command again");
        return LP_EXIT_INTR;
    }
    if (s->counts.kernels == 0) {
        if (!s->given_failed)
            lp_error("no kernel in %s", s->paths.n == 1 ? s->paths.v[0] : "what was given");
        return LP_EXIT_FAIL;
    }
    if (!s->json && an_print_summary(&s->counts)) {
        lp_error("standard output: %s", strerror(errno));
        return LP_EXIT_FAIL;
    }
    return s->given_failed ? LP_EXIT_FAIL : LP_EXIT_OK;
}

static int run(void *ctx) {
    stage *s = ctx;
    lp_err e = {""};
    db *d = NULL;
    int rc = an_corpus_find(&s->paths, s->opt.max_source_bytes, &s->corpus, &e);
    if (rc == 0)
        rc = an_corpus_hold_out(&s->corpus, &s->held_out, s->db_path ? s->opt.max_source_bytes : 0,
                                &e);
    for (size_t i = 0; rc == 0 && i < s->corpus.roots.n; i++)
        lp_strv_add(&s->opt.roots, s->corpus.roots.v[i]);
    if (rc == 0 && s->db_path && !(d = db_open(s->db_path, DB_CREATE, &e))) rc = -1;
    if (rc == 0) rc = store_files(s, d, &e);
    db_close(d);
    if (rc == 0) return finish(s);
    lp_error("%s", e.msg);
    return LP_EXIT_FAIL;
}

int main(int argc, char **argv) {
    static const lp_library libraries[] = {{"libclang", an_parser_version},
                                           {"SQLite", sqlite3_libversion}};
    stage s = {0};
    lp_set_libraries(libraries, sizeof libraries / sizeof *libraries);
    an_options_defaults(&s.opt);
    const lp_opt opts[] = {
        {"db", 0, LP_OPT_STR, &s.db_path, "FILE",
         "store the records in this database (made when missing)"},
        {"json", 0, LP_OPT_FLAG, &s.json, NULL, "print one JSON object a kernel"},
        {"eval", 0, LP_OPT_STR, &s.eval_text, "NAME=N,...",
         "with --json: also values for this launch"},
        {"probe", 0, LP_OPT_FLAG, &s.probe, NULL,
         "with --json: also the kernel with its accesses checked, as profile probes it"},
        {"keep-going", 0, LP_OPT_FLAG, &s.keep_going, NULL,
         "a file that was named and cannot be used is a warning, as in folders"},
        {"define", 'D', LP_OPT_LIST, &s.opt.defines, "NAME=V", "define a macro"},
        {"include", 'I', LP_OPT_LIST, &s.opt.include_dirs, "DIR", "look for includes there too"},
        {"held-out", 0, LP_OPT_LIST, &s.held_out, "PATH",
         "kernels of this folder or file, and their near-duplicates, are never trained on"},
    };
    const lp_cmd cmd = {
        .prog = "llmperf-analyze",
        .name = "llmperf analyze",
        .usage = "[options] PATH...",
        .summary =
            "Reads OpenCL C files, or all .cl and .ocl files of folders, and makes a record of "
            "each kernel function: its normalised source, arguments, access patterns, extents and "
            "features. Kernels in string literals of C, C++ and Python files are found, too.",
        .details = "Without `--db` and `--json` it prints a line a kernel. With `--json` extents "
                   "are formulas of launch and scalars, in elements; with `--eval` also numbers, "
                   "null where contents decide. A kernel that cannot be bounded safely is skipped "
                   "with the reason, which is no failure; a file that was named and cannot be used "
                   "is one. No device is needed.\n"
                   "\n"
                   "$ llmperf analyze kernels-corpus/map/activation_select.cl\n"
                   "$ llmperf analyze --json --eval global=1024,local=64,n4=1000 "
                   "kernels-corpus/map/activation_select.cl\n"
                   "$ llmperf analyze --db plan.db kernels-corpus/map",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    s.cmd = &cmd;
    int status = lp_opt_parse(&cmd, argc, argv, &s.paths);
    if (status < 0) status = check_options(&s);
    if (status < 0) {
        lp_intr_install();
        status = an_with_stack(run, &s);
        if (status < 0) {
            lp_error("no memory for the parser's stack");
            status = LP_EXIT_FAIL;
        }
    }
    if (fflush(stdout) && status == LP_EXIT_OK) {
        lp_error("standard output: %s", strerror(errno));
        status = LP_EXIT_FAIL;
    }
    an_corpus_free(&s.corpus);
    an_eval_free(&s.eval);
    an_options_free(&s.opt);
    lp_strv_free(&s.paths);
    lp_strv_free(&s.held_out);
    return status;
}
