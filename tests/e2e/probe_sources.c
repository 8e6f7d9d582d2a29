/* Writes the instrumented sources of tests/unit/analyze/probe_cases.h: probe_sources FOLDER
 *
 * Out: FOLDER/N.cl for case N (from 1), with its prelude; one line on stderr and status 1 when a
 * case cannot be instrumented. Runs nothing: probe_cases does, in a process without libclang, whose
 * LLVM and that of a driver are not always of one version. */
#include <stdio.h>
#include <stdlib.h>

#include "analyze/probe.h"
#include "common/fs.h"
#include "common/probe.h"
#include "tests/unit/analyze/probe_cases.h"

static int write_case(const probe_case *c, int no, const char *folder, lp_err *e) {
    an_parser *p = an_parser_new();
    char *probe, *gap;
    lp_text path = {0}, text = {0};
    lp_text_addf(&path, "%s/%d.cl", folder, no);
    int rc = an_probe(p, c->source, c->std, "k", &probe, &gap, e);
    if (rc == 0 && !probe) rc = lp_fail(e, "%s", gap);
    if (rc == 0) {
        lp_text_addf(&text, "%s\n%s", lp_probe_prelude(), probe);
        rc = lp_write_file(path.s, text.s, text.len, e);
    }
    lp_text_free(&path);
    lp_text_free(&text);
    free(probe);
    free(gap);
    an_parser_free(p);
    return rc;
}

int main(int argc, char **argv) {
    int failed = 0;
    if (argc != 2) return 2;
    for (int i = 0; i < N_PROBE_CASES; i++) {
        lp_err e = {""};
        if (write_case(&probe_cases[i], i + 1, argv[1], &e) == 0) continue;
        fprintf(stderr, "%s: %s\n", probe_cases[i].name, e.msg);
        failed = 1;
    }
    return failed;
}
