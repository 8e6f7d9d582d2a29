/* For tests/bench/analyze.sh: the front end alone. Preprocesses and parses each file and looks at
 * nothing. Prints how many parsed. */
#include <stdio.h>

#include "analyze/parse.h"

typedef struct files {
    char **v;
    int n, parsed;
} files;

static void parse(an_parser *p, const an_options *o, const char *path, int *parsed) {
    an_unit u;
    const char *std;
    lp_err e = {""};
    if (an_preprocess(path, o, &u, &e)) return;
    CXTranslationUnit tu = an_parse(p, &u, &std, &e);
    if (tu) {
        ++*parsed;
        clang_disposeTranslationUnit(tu);
    }
    an_unit_free(&u);
}

static int run(void *ctx) {
    files *f = ctx;
    an_options o;
    an_parser *p = an_parser_new();
    an_options_defaults(&o);
    for (int i = 0; i < f->n; i++) parse(p, &o, f->v[i], &f->parsed);
    an_options_free(&o);
    an_parser_free(p);
    return 0;
}

int main(int argc, char **argv) {
    files f = {argv + 1, argc - 1, 0};
    if (an_with_stack(run, &f)) return 1;
    printf("%d\n", f.parsed);
    return 0;
}
