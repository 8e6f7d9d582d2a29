/* Campaign files: defaults, values, every kind of error with its position, JSON both ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "common/campaign.h"
#include "common/campaign_keys.h"
#include "common/fs.h"
#include "common/words.h"

static int parse(const char *yaml, lp_campaign *c, lp_err *e) {
    return lp_campaign_parse("c.yaml", yaml, strlen(yaml), c, e);
}

static void expect_error(const char *yaml, size_t n, const char *want) {
    lp_campaign c;
    lp_err e = {""};
    if (lp_campaign_parse("c.yaml", yaml, n, &c, &e) == 0) fail_msg("accepted: %s", yaml);
    lp_campaign_free(&c);
    if (strncmp(e.msg, want, strlen(want)) != 0) fail_msg("got `%s`, want `%s`", e.msg, want);
    assert_null(strchr(e.msg, '\n'));
}

static void defaults_are_usable(void **state) {
    (void)state;
    lp_campaign c;
    lp_campaign_defaults(&c);
    assert_string_equal(c.name, "campaign");
    assert_int_equal(c.launch_per_kernel, 10);
    assert_int_equal(c.launch_local_sizes.n, 10);
    assert_int_equal(c.launch_local_sizes.v[9], 1024);
    assert_int_equal(c.strategy, LP_STRATEGY_MEMORY_ANALYSIS);
    assert_true(c.export_features);
    assert_false(c.export_facts);
    assert_int_equal(c.probe_samples, 3);
    assert_int_equal(c.probe_global_max, 4096);
    assert_int_equal(c.probe_steps, 4000000);
    assert_true(c.probe_timeout_s > 19.999 && c.probe_timeout_s < 20.001);
    assert_true(c.share_idle + c.share_under + c.share_saturated > 0.999);
    lp_campaign_free(&c);
}

/* As some editors save a file. */
static void byte_order_mark_and_crlf(void **state) {
    (void)state;
    lp_campaign c;
    lp_err e = {""};
    if (parse("\xef\xbb\xbfname: a\r\nseed: 3\r\n", &c, &e)) fail_msg("%s", e.msg);
    assert_string_equal(c.name, "a");
    assert_int_equal(c.seed, 3);
    lp_campaign_free(&c);
    expect_error("\xef\xbb\xbfnam: a\n", 10, "c.yaml:1:1: unknown key");
}

/* Two keys that share a field, or a key of the wrong width, would overwrite a neighbour. */
static void fields_do_not_overlap(void **state) {
    (void)state;
    static const size_t width[] = {
        [LP_KEY_INT] = sizeof(int64_t),        [LP_KEY_NUM] = sizeof(double),
        [LP_KEY_BOOL] = sizeof(bool),          [LP_KEY_NAME] = sizeof(char *),
        [LP_KEY_CHOICE] = sizeof(lp_strategy), [LP_KEY_PATHS] = sizeof(lp_strv),
        [LP_KEY_MACROS] = sizeof(lp_strv),     [LP_KEY_LOCALS] = sizeof(lp_int_list),
    };
    char used[sizeof(lp_campaign)] = {0};
    for (size_t i = 0; i < lp_n_keys; i++)
        for (size_t b = 0; b < width[lp_keys[i].type]; b++) {
            char *byte = &used[lp_keys[i].offset + b];
            if (*byte) fail_msg("%s shares its field with another key", lp_keys[i].path);
            *byte = 1;
        }
}

static void values_reach_their_fields(void **state) {
    (void)state;
    lp_campaign c;
    lp_err e = {""};
    int rc = parse("# comment with a\ttab\n"
                   "name: gpu-1\n"
                   "seed: 0x10\n"
                   "strategy: naive\n"
                   "corpus:\n"
                   "  paths: [/abs/a, rel/b]\n"
                   "  defines:\n"
                   "    - N=4\n"
                   "    - 'T=int *'\n"
                   "launch:\n"
                   "  local_sizes: [64, 32]\n"
                   "  shares: {idle: 0, under: 0.25, saturated: 0.75}\n"
                   "scalars: {coefficient_min: -1.5e2}\n"
                   "probe: {samples: 0, steps: 7}\n"
                   "export: {features: false, facts: true}\n",
                   &c, &e);
    if (rc) fail_msg("%s", e.msg);
    assert_string_equal(c.name, "gpu-1");
    assert_int_equal(c.seed, 16);
    assert_int_equal(c.strategy, LP_STRATEGY_NAIVE);
    assert_int_equal(c.corpus_paths.n, 2);
    assert_string_equal(c.corpus_paths.v[0], "/abs/a");
    assert_int_equal(c.corpus_paths.v[1][0], '/');
    assert_non_null(strstr(c.corpus_paths.v[1], "/rel/b"));
    assert_int_equal(c.corpus_defines.n, 2);
    assert_string_equal(c.corpus_defines.v[1], "T=int *");
    assert_int_equal(c.launch_local_sizes.n, 2);
    assert_int_equal(c.launch_local_sizes.v[0], 64);
    assert_true(c.share_under > 0.2499 && c.share_under < 0.2501);
    assert_true(c.coefficient_min < -149.9 && c.coefficient_min > -150.1);
    assert_false(c.export_features);
    assert_true(c.export_facts);
    assert_int_equal(c.probe_samples, 0);
    assert_int_equal(c.probe_steps, 7);
    assert_int_equal(c.launch_per_kernel, 10);
    lp_campaign_free(&c);
}

typedef struct bad {
    const char *yaml, *want;
} bad;

static const bad bad_syntax[] = {
    {"", "c.yaml:1:1: nothing in it"},
    {"# only this\n", "c.yaml:1:1: nothing in it"},
    {"just words\n", "c.yaml:1:1: the file must hold `key: value` lines"},
    {"- 1\n", "c.yaml:1:1: the file must hold `key: value` lines, not a list"},
    {"launch:\n\tper_kernel: 3\n", "c.yaml:2:1: tab character"},
    {"seed: 1\n  name: x\n", "c.yaml:2:7: mapping values are not allowed"},
    {"seed: [1\n", "c.yaml:2:1: "},
    {"seed: \"x\n", "c.yaml:2:1: "},
    {"seed: 1\nseed: 2\n", "c.yaml:2:1: key `seed` is given twice, first in line 1"},
    {"launch: {per_kernel: 1, per_kernel: 2}\n", "c.yaml:1:25: key `per_kernel` is given twice"},
    {"seed: &a 1\n", "c.yaml:1:7: anchors"},
    {"launch: &a\n  per_kernel: 1\n", "c.yaml:1:9: anchors"},
    {"seed: *a\n", "c.yaml:1:7: "},
    {"seed: !!int 1\n", "c.yaml:1:7: tags"},
    {"seed: 1\n---\nseed: 2\n", "c.yaml:2:1: a second document"},
    {"? [a]\n: 1\n", "c.yaml:1:3: a key must be a plain word"},
    {"seed: [[[[[[[[[[1]]]]]]]]]]\n", "c.yaml:1:15: nested too deeply"},
    {"seed: {a: {a: {a: {a: {a: {a: {a: {a: {a: 1}}}}}}}}}\n", "c.yaml:1:39: nested too deeply"},
    {"seed: 1 \x01\n", "c.yaml:1:9: control character 0x01"},
    {"name: \xff\n", "c.yaml:1:7: byte 0xff is not valid UTF-8"},
    {"name: \xc3", "c.yaml:1:7: byte 0xc3 is not valid UTF-8"},
    {"name: \xc2\x81\n", "c.yaml:1:7: character that YAML does not allow"},
    {"name: \"a\\0b\"\n", "c.yaml:1:7: NUL character"},
};

static const bad bad_keys[] = {
    {"sead: 1\n", "c.yaml:1:1: unknown key `sead`; did you mean `seed`?"},
    {"launch:\n  per_kernle: 3\n",
     "c.yaml:2:3: unknown key `per_kernle` in launch; did you mean `per_kernel`?"},
    {"lanch: {}\n", "c.yaml:1:1: unknown key `lanch`; did you mean `launch`?"},
    {"per_kernel: 3\n", "c.yaml:1:1: unknown key `per_kernel`; it is written launch.per_kernel"},
    {"launch.per_kernel: 3\n",
     "c.yaml:1:1: unknown key `launch.per_kernel`; it is written launch.per_kernel"},
    {"balance:\n  colour: red\n",
     "c.yaml:2:3: unknown key `colour` in balance; known here: iqr_factor, bins"},
    {"\"a\\nb\": 1\n", "c.yaml:1:1: unknown key `a?b`; known here: name, seed, strategy, corpus"},
    {"launch: 3\n", "c.yaml:1:9: launch is a section"},
    {"launch:\nseed: 1\n", "c.yaml:1:8: launch is a section"},
    {"launch: [per_kernel]\n", "c.yaml:1:9: launch is a section"},
};

static const bad bad_values[] = {
    {"probe: {global_max: 16}\n", "c.yaml:1:21: probe.global_max is 16; it must be from 32"},
    {"seed: ten\n", "c.yaml:1:7: seed must be a whole number, not `ten`"},
    {"seed: \"10\"\n", "c.yaml:1:7: seed must be a whole number, not the text `10`"},
    {"seed: 1.5\n", "c.yaml:1:7: seed must be a whole number, not `1.5`"},
    {"seed:\n", "c.yaml:1:6: seed has no value"},
    {"seed: -1\n", "c.yaml:1:7: seed is -1; it must be from 0 to 9223372036854775807"},
    {"seed: 99999999999999999999\n", "c.yaml:1:7: seed must be a whole number"},
    {"seed: [1]\n", "c.yaml:1:7: seed must be a whole number, not a list"},
    {"seed: {a: 1}\n", "c.yaml:1:7: seed must be a whole number, not a section"},
    {"buffers: {bytes_max: -5}\n",
     "c.yaml:1:22: buffers.bytes_max is -5; it must be from 1024 to 1099511627776 bytes"},
    {"balance: {iqr_factor: nan}\n", "c.yaml:1:23: balance.iqr_factor must be a number"},
    {"balance: {iqr_factor: -1}\n", "c.yaml:1:23: balance.iqr_factor is -1; it must be from 0"},
    {"export: {features: yes}\n", "c.yaml:1:20: export.features must be true or false"},
    {"buffers: {degree: huge}\n",
     "c.yaml:1:19: buffers.degree must be uniform or skewed, not `huge`"},
    {"strategy: simple\n", "c.yaml:1:11: strategy must be memory-analysis or naive, not `simple`"},
    {"name: ../etc\n", "c.yaml:1:7: name must be a word"},
    {"name: a/b\n", "c.yaml:1:7: name must be a word"},
    {"name: ''\n", "c.yaml:1:7: name must be a word"},
    {"corpus: {paths: kernels}\n", "c.yaml:1:17: corpus.paths must be a list"},
    {"corpus: {paths: [[a]]}\n", "c.yaml:1:18: corpus.paths must be a list of paths"},
    {"corpus: {paths: []}\n", "c.yaml:1:17: corpus.paths is empty"},
    {"corpus: {defines: [4N]}\n", "c.yaml:1:20: corpus.defines must be a list of macros"},
    {"corpus: {defines: [-DN]}\n", "c.yaml:1:20: corpus.defines must be a list of macros"},
    {"launch: {local_sizes: []}\n", "c.yaml:1:23: launch.local_sizes is empty"},
    {"launch: {local_sizes: [48]}\n",
     "c.yaml:1:24: launch.local_sizes: 48 is no multiple of 32; 64 is the next"},
    {"launch: {local_sizes: [2048]}\n",
     "c.yaml:1:24: launch.local_sizes is 2048; it must be from 32 to 1024 work-items"},
    {"launch: {local_sizes: [32, 64, 32]}\n",
     "c.yaml:1:32: launch.local_sizes: 32 is listed twice"},
    {"launch: {local_sizes: 64}\n", "c.yaml:1:23: launch.local_sizes must be a list"},
    {"launch: {global_max: 64}\n", "c.yaml:1:22: launch.local_sizes has 96, more than"},
};

static const bad bad_together[] = {
    {"launch:\n  shares:\n    idle: 0.5\n",
     "c.yaml:3:11: launch.shares.idle, launch.shares.under and launch.shares.saturated add up to "
     "1.3; they must add up to 1"},
    {"synthesis: {shares: {direct: 0, bounds_check: 0, grid_stride: 0, tiling: 0,\n"
     "  offset_stride: 0, indirect: 0, reduction: 0, stencil: 0, composite: 0}}\n",
     "c.yaml:2:71: synthesis.shares: the weights of all access patterns are 0; at least one must "
     "be "
     "more"},
    {"split: {train: 0.5, test: 0.2}\n", "c.yaml:1:27: split.train, split.val and split.test add"},
    {"scalars: {coefficient_max: -3}\n", "c.yaml:1:28: scalars.coefficient_min is 0.1 and"},
    {"launch: {work_draws: 4}\n",
     "c.yaml:1:22: launch.work_draws is 4, which needs a launch.work_max to aim at"},
    {"launch: {work_draws: 4, work_max: 100}\n",
     "c.yaml:1:35: launch.work_min is 1000000 and launch.work_max is 100; the first may not"},
    {"launch: {sweep_locals: true, local_sizes: [992, 960, 928, 896]}\n",
     "c.yaml:1:43: launch.sweep_locals needs a global size that all of launch.local_sizes divide; "
     "there is none up to launch.global_max (10000000)"},
    {"launch: {per_kernel: 3, sweep_locals: true, local_sizes: [32, 64, 96, 128]}\n",
     "c.yaml:1:58: launch.per_kernel is 3; with launch.sweep_locals it must be at least 4, one"},
    {"profile: {reps_max: 3}\n", "c.yaml:1:21: profile.reps_min is 9 and profile.reps_max is 3"},
};

#define EXPECT_ALL(table)                                                                          \
    for (size_t i = 0; i < sizeof(table) / sizeof *(table); i++)                                   \
    expect_error((table)[i].yaml, strlen((table)[i].yaml), (table)[i].want)

static void syntax_errors(void **state) {
    (void)state;
    EXPECT_ALL(bad_syntax);
    expect_error("seed: 1\n\0", 9, "c.yaml:2:1: NUL byte");
}

static void unknown_keys(void **state) {
    (void)state;
    EXPECT_ALL(bad_keys);
}

static void wrong_values(void **state) {
    (void)state;
    EXPECT_ALL(bad_values);
}

static void values_that_do_not_fit(void **state) {
    (void)state;
    EXPECT_ALL(bad_together);
}

static void common_multiples(void **state) {
    (void)state;
    static const int64_t sizes[] = {96, 32, 256, 768, 1024};
    static const int64_t large[] = {INT64_MAX, 2};
    static const int64_t none[] = {32, 0};
    assert_int_equal(lp_common_multiple(sizes, 0), 1);
    assert_int_equal(lp_common_multiple(sizes, 1), 96);
    assert_int_equal(lp_common_multiple(sizes, 3), 768);
    assert_int_equal(lp_common_multiple(sizes, 5), 3072);
    assert_int_equal(lp_common_multiple(large, 1), INT64_MAX);
    assert_int_equal(lp_common_multiple(large, 2), 0);
    assert_int_equal(lp_common_multiple(none, 2), 0);
}

static void size_limits(void **state) {
    (void)state;
    size_t n = LP_YAML_BYTES_MAX + 1;
    char *big = malloc(n + 1);
    memset(big, '#', n);
    big[n] = '\0';
    expect_error(big, n, "c.yaml:1:1: 1048577 bytes; a campaign file may have at most 1 MiB");
    free(big);
    lp_text many = {0};
    for (int i = 0; i < 2000; i++) lp_text_addf(&many, "k%d: 1\n", i);
    expect_error(many.s, many.len, "c.yaml:1001:1: more than 1000 keys");
    lp_text_clear(&many);
    lp_text_add(&many, "corpus: {paths: [");
    for (int i = 0; i < 10001; i++) lp_text_add(&many, "a, ");
    lp_text_add(&many, "b]}\n");
    expect_error(many.s, many.len, "c.yaml:1:30018: list of more than 10000 items");
    lp_text_free(&many);
}

static void missing_file(void **state) {
    (void)state;
    lp_campaign c;
    lp_err e = {""};
    assert_int_equal(lp_campaign_load("/nonexistent/c.yaml", &c, &e), -1);
    assert_non_null(strstr(e.msg, "/nonexistent/c.yaml"));
    lp_campaign_free(&c);
}

static void printed_defaults_load_back(void **state) {
    (void)state;
    char *yaml = NULL;
    size_t n = 0;
    lp_campaign c;
    lp_campaign d;
    lp_err e = {""};
    FILE *f = open_memstream(&yaml, &n);
    lp_campaign_print_defaults(f);
    fclose(f);
    if (lp_campaign_parse("d.yaml", yaml, n, &c, &e)) fail_msg("%s", e.msg);
    lp_campaign_defaults(&d);
    char *a = lp_campaign_json(&c);
    char *b = lp_campaign_json(&d);
    assert_string_equal(a, b);
    for (size_t i = 0; i < lp_n_keys; i++) assert_non_null(strstr(yaml, lp_keys[i].help));
    free(a);
    free(b);
    free(yaml);
    lp_campaign_free(&c);
    lp_campaign_free(&d);
}

static void json_goes_both_ways(void **state) {
    (void)state;
    lp_campaign c;
    lp_campaign d;
    lp_err e = {""};
    const char *yaml =
        "name: x\nseed: 9223372036854775807\ncorpus: {paths: [p], defines: [A, B=2]}\n"
        "launch: {local_sizes: [256], shares: {idle: 0.1, under: 0.2, "
        "saturated: 0.7}}\nscalars: {coefficient_min: 0.30000000000000004}\n";
    if (parse(yaml, &c, &e)) fail_msg("%s", e.msg);
    char *a = lp_campaign_json(&c);
    if (lp_campaign_from_json(a, &d, &e)) fail_msg("%s", e.msg);
    char *b = lp_campaign_json(&d);
    assert_string_equal(a, b);
    assert_null(strstr(a, "paths"));
    assert_true(d.seed == INT64_MAX);
    assert_string_equal(d.corpus_defines.v[1], "B=2");
    assert_int_equal(d.launch_local_sizes.n, 1);
    free(a);
    free(b);
    lp_campaign_free(&c);
    lp_campaign_free(&d);
}

static void json_is_checked_as_strictly(void **state) {
    (void)state;
    static const char *const texts[][2] = {
        {"{", "campaign in the database: "},
        {"[]", "campaign in the database: the file must hold"},
        {"{\"sed\":1}", "campaign in the database: unknown key `sed`; did you mean `seed`?"},
        {"{\"seed\":\"1\"}", "campaign in the database: seed must be a whole number"},
        {"{\"seed\":null}", "campaign in the database: seed has no value"},
        {"{\"launch\":{\"local_sizes\":[33]}}", "campaign in the database: launch.local_sizes: 33"},
        {"[[[[[[[[[[[[1]]]]]]]]]]]]", "campaign in the database: nested too deeply"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        lp_campaign c;
        lp_err e = {""};
        assert_int_equal(lp_campaign_from_json(texts[i][0], &c, &e), -1);
        if (strncmp(e.msg, texts[i][1], strlen(texts[i][1])) != 0)
            fail_msg("got `%s`, want `%s`", e.msg, texts[i][1]);
        lp_campaign_free(&c);
    }
}

/* Run from the root of the sources, as the test runner does. Each holds out the benchmarks. */
static void shipped_campaigns_load(void **state) {
    (void)state;
    static const char *const suffixes[] = {".yaml", NULL};
    lp_strv files = {0};
    lp_err e = {""};
    if (access("configs", R_OK) != 0) skip();
    if (lp_list_files("configs", suffixes, &files, &e)) fail_msg("%s", e.msg);
    assert_in_range(files.n, 4, 100);
    for (size_t i = 0; i < files.n; i++) {
        lp_campaign c;
        char *path = lp_path_join("configs", files.v[i]);
        if (lp_campaign_load(path, &c, &e)) fail_msg("%s", e.msg);
        for (size_t j = 0; j < c.corpus_paths.n; j++)
            assert_int_equal(access(c.corpus_paths.v[j], R_OK), 0);
        assert_non_null(strstr(path, c.name));
        if (c.corpus_held_out.n == 0) fail_msg("%s holds nothing out", path);
        char *real = realpath("kernels-corpus/benchmarks", NULL);
        assert_string_equal(c.corpus_held_out.v[0], real);
        free(real);
        free(path);
        lp_campaign_free(&c);
    }
    lp_strv_free(&files);
}

static void words_in_messages(void **state) {
    (void)state;
    char out[LP_WORD_SHOWN];
    assert_string_equal(lp_word_show("a\tb\x7f", out), "a?b?");
    char word[200];
    memset(word, 'x', sizeof word);
    memcpy(word + 67, "\xe2\x82\xac", 3); /* would be cut in two */
    word[199] = '\0';
    lp_word_show(word, out);
    assert_int_equal(strlen(out), 70);
    assert_string_equal(out + 67, "...");
    assert_int_equal(lp_word_distance("", "abc"), 3);
    assert_int_equal(lp_word_distance("seed", "seed"), 0);
    assert_int_equal(lp_word_distance("sede", "seed"), 1);
    assert_int_equal(lp_word_distance("kitten", "sitting"), 3);
    assert_true(lp_word_is_near("seed", 2));
    assert_false(lp_word_is_near("ab", 2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_usable),    cmocka_unit_test(byte_order_mark_and_crlf),
        cmocka_unit_test(fields_do_not_overlap),  cmocka_unit_test(values_reach_their_fields),
        cmocka_unit_test(syntax_errors),          cmocka_unit_test(unknown_keys),
        cmocka_unit_test(wrong_values),           cmocka_unit_test(values_that_do_not_fit),
        cmocka_unit_test(common_multiples),       cmocka_unit_test(size_limits),
        cmocka_unit_test(missing_file),           cmocka_unit_test(printed_defaults_load_back),
        cmocka_unit_test(json_goes_both_ways),    cmocka_unit_test(json_is_checked_as_strictly),
        cmocka_unit_test(shipped_campaigns_load), cmocka_unit_test(words_in_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
