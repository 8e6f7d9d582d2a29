/* Synthesised kernels: the same bytes for the same request, every production reached, shares
 * obeyed, loops that end, bounded sizes. That they compile and stay in their buffers is
 * tests/e2e/synth.sh.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "common/hash.h"
#include "common/template.h"
#include "gen/synth_int.h"

enum { MANY = 4000, LONGEST = 16384 };

static lp_campaign defaults;

static gen_synth request(int64_t seed) {
    return (gen_synth){.count = MANY, .seed = seed, .siblings = 3, .want = &defaults.synth};
}

static char *made(const gen_synth *g, int64_t index) {
    lp_text t = {0};
    gen_synth_kernel(g, index, &t);
    return lp_text_take(&t);
}

/* What follows the template in the first line. */
static char *recipe(const char *kernel) {
    const char *from = kernel + sizeof LP_TEMPLATE_MARK - 1;
    return lp_strndup(from, strcspn(from, "\n"));
}

/* The hash was computed once, on x86-64 with gcc; it changes with the grammar only. */
static void same_bytes_anywhere(void **state) {
    (void)state;
    lp_text all = {0};
    char hash[33];
    gen_synth g = request(7);
    for (int i = 0; i < 300; i++) gen_synth_kernel(&g, i, &all);
    lp_hash128_hex(all.s, all.len, hash);
    assert_string_equal(hash, "efc124cda2386d5ae282c837a193137a");
    lp_text_free(&all);
}

static void a_larger_count_only_adds(void **state) {
    (void)state;
    gen_synth few = request(1), many = request(1);
    few.count = 10;
    for (int i = 0; i < 10; i++) {
        char *a = made(&few, i), *b = made(&many, i);
        assert_string_equal(a, b);
        free(a);
        free(b);
    }
}

static void siblings_share_template_and_structure(void **state) {
    (void)state;
    gen_synth g = request(3);
    for (int64_t t = 0; t < 200; t++) {
        char *first = made(&g, 3 * t), *second = made(&g, 3 * t + 2), *next = made(&g, 3 * t + 3);
        char *a = recipe(first), *b = recipe(second), *c = recipe(next);
        assert_int_equal(strncmp(first, LP_TEMPLATE_MARK, sizeof LP_TEMPLATE_MARK - 1), 0);
        assert_int_equal(a[LP_TEMPLATE_DIGITS], ';');
        assert_string_equal(a, b);
        assert_string_not_equal(first, second);
        assert_int_not_equal(strncmp(a, c, LP_TEMPLATE_DIGITS), 0);
        char *all[] = {first, second, next, a, b, c};
        for (int k = 0; k < COUNT_OF(all); k++) free(all[k]);
    }
}

static void other_seeds_and_shares_make_others(void **state) {
    (void)state;
    lp_synth_shares shares = defaults.synth;
    gen_synth g = request(1), seed = request(2), other = request(1);
    shares.loops++;
    other.want = &shares;
    char *a = made(&g, 0), *b = made(&seed, 0), *c = made(&other, 0);
    assert_string_not_equal(a, b);
    assert_string_not_equal(a, c);
    free(a);
    free(b);
    free(c);
}

static void expect_all(const lp_text *recipes, const char *kind, const syn_production *v, int n) {
    char word[64];
    for (int i = 0; i < n; i++) {
        snprintf(word, sizeof word, " %s=%s ", kind, v[i].name);
        if (!strstr(recipes->s, word)) fail_msg("never made:%s", word);
    }
}

static void every_production_is_reached(void **state) {
    (void)state;
    gen_synth g = request(5);
    lp_text recipes = {0}, t = {0};
    unsigned hits[SYN_OPS] = {0};
    char word[64];
    for (int i = 0; i < MANY; i++) {
        lp_text_clear(&t);
        gen_synth_kernel_traced(&g, i, &t, hits);
        char *r = recipe(t.s);
        lp_text_addf(&recipes, "%s \n", r);
        free(r);
    }
    expect_all(&recipes, "source", syn_sources, syn_n_sources);
    expect_all(&recipes, "stage", syn_stages, syn_n_stages);
    expect_all(&recipes, "sink", syn_sinks, syn_n_sinks);
    expect_all(&recipes, "group", syn_groups, syn_n_groups);
    for (int i = 0; i < syn_n_frames; i++) {
        snprintf(word, sizeof word, " frame=%s ", syn_frames[i].name);
        if (!strstr(recipes.s, word)) fail_msg("never made:%s", word);
    }
    for (int i = 0; i < syn_n_ops; i++)
        if (!hits[i]) fail_msg("operation %d is never drawn", i);
    lp_text_free(&recipes);
    lp_text_free(&t);
}

/* `for` heads have a condition and a step; a `while` loop's variable is advanced before its end. */
static void expect_end(const char *loop) {
    if (strncmp(loop, "for (", 5) == 0) {
        const char *first = strchr(loop, ';'), *second = strchr(first + 1, ';');
        assert_true(second - first > 3 && second[2] != ')');
        return;
    }
    char var[64];
    assert_int_equal(sscanf(loop, "while (%63s <", var), 1);
    lp_text step = {0};
    lp_text_addf(&step, "%s++", var);
    bool ends = strstr(loop, step.s);
    lp_text_clear(&step);
    lp_text_addf(&step, "++%s;", var);
    ends = ends || strstr(loop, step.s);
    lp_text_clear(&step);
    lp_text_addf(&step, "%s += ", var);
    if (!ends && !strstr(loop, step.s)) fail_msg("this loop has no end: %.200s", loop);
    lp_text_free(&step);
}

static int count_of(const char *s, char c) {
    int n = 0;
    for (; *s; s++) n += *s == c;
    return n;
}

static void loops_end_and_sizes_are_bounded(void **state) {
    (void)state;
    gen_synth g = request(6);
    for (int i = 0; i < MANY; i++) {
        char *k = made(&g, i);
        if (strlen(k) > LONGEST) fail_msg("kernel %d has %zu bytes", i, strlen(k));
        assert_int_equal(count_of(k, '{'), count_of(k, '}'));
        assert_int_equal(count_of(k, '('), count_of(k, ')'));
        assert_null(strstr(k, "goto"));
        assert_null(strstr(k, "continue"));
        for (const char *p = k; (p = strstr(p, "for (")); p++) expect_end(p);
        for (const char *p = k; (p = strstr(p, "while (")); p++) expect_end(p);
        free(k);
    }
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names decide whether two sources are the same one. */
static void no_two_kernels_have_one_name(void **state) {
    (void)state;
    enum { NAMES = 20000 };
    char **names = lp_alloc(NAMES, sizeof *names);
    for (int i = 0; i < NAMES; i++) {
        syn s = {0};
        s.style.camel = i % 2;
        names[i] = lp_strdup(syn_kernel_name(&s, 1, i));
        syn_free(&s);
    }
    qsort(names, NAMES, sizeof *names, compare_names);
    for (int i = 1; i < NAMES; i++) assert_string_not_equal(names[i - 1], names[i]);
    for (int i = 0; i < NAMES; i++) free(names[i]);
    free(names);
}

/* Of 300 kernels, those whose text has the word. */
static int with_word(const lp_synth_shares *shares, const char *word) {
    gen_synth g = request(8);
    int n = 0;
    g.want = shares;
    for (int i = 0; i < 300; i++) {
        char *k = made(&g, i);
        n += strstr(k, word) != NULL;
        free(k);
    }
    return n;
}

static void shares_steer(void **state) {
    (void)state;
    lp_synth_shares one = {.stencil = 1};
    assert_int_equal(with_word(&one, " pattern=stencil "), 300);
    assert_int_equal(with_word(&one, "double"), 0);
    assert_int_equal(with_word(&one, "barrier("), 0);
    assert_int_equal(with_word(&one, "atomic_"), 0);
    assert_int_equal(with_word(&one, "stage=helper"), 0);
    one = (lp_synth_shares){.reduction = 3, .doubles = 100, .helpers = 100};
    assert_int_equal(with_word(&one, "cl_khr_fp64"), 300);
    assert_int_equal(with_word(&one, "stage=helper"), 300);
    assert_int_equal(with_word(&one, "barrier(CLK_LOCAL_MEM_FENCE)"), 300);
    one = (lp_synth_shares){.direct = 1, .integers = 100, .bits = 100, .atomics = 100};
    assert_int_equal(with_word(&one, "mix=bits"), 300);
    assert_int_equal(with_word(&one, "atomic_"), 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bytes_anywhere),
        cmocka_unit_test(a_larger_count_only_adds),
        cmocka_unit_test(siblings_share_template_and_structure),
        cmocka_unit_test(other_seeds_and_shares_make_others),
        cmocka_unit_test(every_production_is_reached),
        cmocka_unit_test(loops_end_and_sizes_are_bounded),
        cmocka_unit_test(no_two_kernels_have_one_name),
        cmocka_unit_test(shares_steer),
    };
    lp_campaign_defaults(&defaults);
    int rc = cmocka_run_group_tests(tests, NULL, NULL);
    lp_campaign_free(&defaults);
    return rc;
}
