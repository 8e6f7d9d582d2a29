/* Every kernel of kernels-corpus: its normal form parses without errors, normalises to itself,
 * stands alone, and is no near-duplicate of the others. Run from the repository's root, as
 * tests/run.sh does. */
#include "analyze/family.h"
#include "common/fs.h"
#include "tests/unit/analyze/source.h"

enum { AT_LEAST = 80 };

/* The kernel of that name. */
static size_t find_kernel(const an_chunks *c, const char *name) {
    for (size_t i = 0; i < c->n_kernels; i++) {
        CXString s = clang_getCursorSpelling(c->kernels[i].cursor);
        bool found = strcmp(clang_getCString(s), name) == 0;
        clang_disposeString(s);
        if (found) return i;
    }
    fail_msg("no kernel %s", name);
    return 0;
}

static void check_kernel(const char *path, const parsed *p, size_t i, an_families *all) {
    an_normal once, twice;
    parsed again;
    lp_err e = {""};
    CXString name = clang_getCursorSpelling(p->chunks.kernels[i].cursor);
    if (an_normalise(&p->chunks, i, &once, &e)) fail_msg("%s: %s", path, e.msg);
    parse(lp_text_str(&once.source), &again);
    if (an_normalise(&again.chunks, find_kernel(&again.chunks, clang_getCString(name)), &twice, &e))
        fail_msg("%s: again: %s", path, e.msg);
    assert_string_equal(lp_text_str(&once.source), lp_text_str(&twice.source));
    assert_string_equal(once.hash, twice.hash);
    assert_string_equal(once.family, twice.family);
    an_families_add(all, 0, once.hash, lp_text_str(&once.source), NULL);
    assert_lacks(lp_text_str(&once.source), "__global");
    assert_lacks(lp_text_str(&once.source), "#define");
    clang_disposeString(name);
    parsed_free(&again);
    an_normal_free(&once);
    an_normal_free(&twice);
}

static void all_of_the_corpus(void **state) {
    static const char *const suffixes[] = {".cl", NULL};
    lp_strv files = {0};
    an_families all = {0};
    size_t kernels = 0, alone = 0;
    lp_err e = {""};
    (void)state;
    if (lp_list_files("kernels-corpus", suffixes, &files, &e)) fail_msg("%s", e.msg);
    for (size_t i = 0; i < files.n; i++) {
        char *path = lp_path_join("kernels-corpus", files.v[i]);
        lp_text source = {0};
        parsed p;
        if (lp_read_file(path, 1 << 20, &source, &e)) fail_msg("%s", e.msg);
        parse(lp_text_str(&source), &p);
        assert_true(p.chunks.n_kernels > 0);
        for (size_t k = 0; k < p.chunks.n_kernels; k++) check_kernel(path, &p, k, &all);
        kernels += p.chunks.n_kernels;
        parsed_free(&p);
        lp_text_free(&source);
        free(path);
    }
    lp_strv_free(&files);
    assert_true(kernels >= AT_LEAST);
    an_families_group(&all);
    for (size_t i = 0; i < all.n; i++) alone += strcmp(all.v[i].family, all.v[i].hash) == 0;
    if (alone * 100 < kernels * 95) fail_msg("%zu kernels in %zu families", kernels, alone);
    an_families_free(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_of_the_corpus)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
