/* Parsing a unit with libclang.
 *
 * In: macro-free text. Out: a translation unit, or the first error at its place in the user's file.
 * Does not look at the tree. */
#include "analyze/parse.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct an_parser {
    CXIndex index;
};

const char *an_parser_version(void) {
    static char text[128];
    CXString s = clang_getClangVersion();
    const char *v = clang_getCString(s), *word = v ? strstr(v, "version ") : NULL;
    snprintf(text, sizeof text, "%s", word ? word + strlen("version ") : v ? v : "unknown");
    clang_disposeString(s);
    return text;
}

an_parser *an_parser_new(void) {
    an_parser *p = lp_alloc(1, sizeof *p);
    /* Otherwise libclang parses on a thread of its own, whose stack is too small for deep sources.
     */
    setenv("LIBCLANG_NOTHREADS", "1", 1);
    clang_toggleCrashRecovery(1);
    p->index = clang_createIndex(0, 0);
    return p;
}

void an_parser_free(an_parser *p) {
    if (!p) return;
    clang_disposeIndex(p->index);
    free(p);
}

bool an_offset(CXSourceLocation loc, uint32_t *offset) {
    CXFile file;
    unsigned at;
    clang_getFileLocation(loc, &file, NULL, NULL, &at);
    if (!file) return false;
    CXString name = clang_getFileName(file);
    const char *s = clang_getCString(name);
    bool ours = s && strcmp(s, AN_UNIT_NAME) == 0;
    clang_disposeString(name);
    *offset = at;
    return ours;
}

/* Reports the diagnostic at the place of the user's file that its text came from. */
static void report(const an_unit *u, const an_fault *f, lp_err *e) {
    const char *file;
    uint32_t line, col;
    an_unit_where(u, f->offset, &file, &line, &col);
    lp_fail(e, "%s:%u:%u: %s", file, line, col, f->text);
}

static void add_fault(an_faults *f, CXDiagnostic d) {
    CXString text = clang_getDiagnosticSpelling(d);
    uint32_t offset = 0;
    if (!an_offset(clang_getDiagnosticLocation(d), &offset)) offset = 0;
    f->v = lp_grow(f->v, &f->cap, f->n + 1, sizeof *f->v);
    f->v[f->n++] = (an_fault){offset, lp_strdup(clang_getCString(text))};
    clang_disposeString(text);
}

static void collect_faults(CXTranslationUnit tu, an_faults *f) {
    unsigned n = clang_getNumDiagnostics(tu);
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic d = clang_getDiagnostic(tu, i);
        if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error) add_fault(f, d);
        clang_disposeDiagnostic(d);
    }
}

void an_faults_free(an_faults *f) {
    for (size_t i = 0; i < f->n; i++) free(f->v[i].text);
    free(f->v);
    *f = (an_faults){0};
}

static const char *const stds[AN_STDS][2] = {
    {"CL1.2", "-cl-std=CL1.2"}, {"CL2.0", "-cl-std=CL2.0"}, {"CL3.0", "-cl-std=CL3.0"}};

CXTranslationUnit an_parse_as(an_parser *p, const an_unit *u, int version, const char **std,
                              an_faults *faults, lp_err *e) {
    /* Functions of a vendor that newer clangs declare are left out: other devices lack them, so
     * they are guessed (guess_table.c) whatever the clang. */
    /* A SPIR target: sizes and alignments of OpenCL on any device, whatever machine this runs on.
     * The folder: clang looks there for its own headers first, and a stranger's folder may have
     * some. */
    const char *const args[] = {"-working-directory=/",
                                "-x",
                                "cl",
                                stds[version][1],
                                "-target",
                                "spir64-unknown-unknown",
                                "-w",
                                "-fno-trigraphs",
                                "-ferror-limit=200",
                                "-Xclang",
                                "-finclude-default-header",
                                "-Xclang",
                                "-fdeclare-opencl-builtins",
                                "-Xclang",
                                "-cl-ext=-cl_amd_media_ops,-cl_amd_media_ops2"};
    struct CXUnsavedFile text = {AN_UNIT_NAME, lp_text_str(&u->text), u->text.len};
    CXTranslationUnit tu = NULL;
    *std = stds[version][0];
    enum CXErrorCode rc =
        clang_parseTranslationUnit2(p->index, AN_UNIT_NAME, args, (int)(sizeof args / sizeof *args),
                                    &text, 1, CXTranslationUnit_None, &tu);
    if (rc != CXError_Success || !tu) {
        faults->crashed = true;
        lp_fail(e, "%s:1:1: the OpenCL C parser %s on this file", u->files.v[0],
                rc == CXError_Crashed ? "crashed" : "gave up");
        return NULL;
    }
    collect_faults(tu, faults);
    if (faults->n == 0) return tu;
    report(u, &faults->v[0], e);
    clang_disposeTranslationUnit(tu);
    return NULL;
}

CXTranslationUnit an_parse(an_parser *p, const an_unit *u, const char **std, lp_err *e) {
    lp_err later = {0};
    CXTranslationUnit tu = NULL;
    bool crashed = false;
    for (int i = 0; i < AN_STDS && !tu && !crashed; i++) {
        /* The message that counts is that of 1.2, which nearly all sources are written in. */
        an_faults f = {0};
        tu = an_parse_as(p, u, i, std, &f, i == 0 ? e : &later);
        crashed = f.crashed;
        an_faults_free(&f);
    }
    return tu;
}

/* ---- the deep stack ----------------------------------------------------------------------------
 */

enum { STACK_BYTES = 1 << 29 }; /* address space; memory is only used as deep as a source goes */

typedef struct job {
    int (*fn)(void *ctx);
    void *ctx;
    int rc;
} job;

/* A stack for signal handlers, so that libclang's crash recovery can run when the deep one
 * overflows. */
static void *run_job(void *arg) {
    job *j = arg;
    size_t n = 1 << 16;
    stack_t alt = {.ss_sp = lp_alloc(n, 1), .ss_size = n}, off = {.ss_flags = SS_DISABLE};
    sigaltstack(&alt, NULL);
    j->rc = j->fn(j->ctx);
    sigaltstack(&off, NULL);
    free(alt.ss_sp);
    return NULL;
}

int an_with_stack(int (*fn)(void *ctx), void *ctx) {
    job j = {.fn = fn, .ctx = ctx, .rc = -1};
    pthread_attr_t attr;
    pthread_t thread;
    if (pthread_attr_init(&attr)) return -1;
    if (pthread_attr_setstacksize(&attr, STACK_BYTES) == 0 &&
        pthread_create(&thread, &attr, run_job, &j) == 0)
        pthread_join(thread, NULL);
    pthread_attr_destroy(&attr);
    return j.rc;
}
