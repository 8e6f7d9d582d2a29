/* common/log.c: prefix, levels, the hook, and nothing that a terminal would obey. */
#include "tests/unit/common/test.h"

#include "common/log.h"
#include "tests/unit/common/capture.h"

static char *all_kinds_at(lp_log_level level) {
    lp_log_set_level(level);
    capture c = capture_begin(stderr);
    lp_error("e %d", 1);
    lp_warn("w %d", 2);
    lp_note("n %d", 3);
    lp_verbose("v %d", 4);
    char *s = capture_end(&c);
    lp_log_set_level(LP_LOG_NORMAL);
    return s;
}

static void levels_choose_the_messages(void **state) {
    (void)state;
    char *quiet = all_kinds_at(LP_LOG_QUIET);
    char *normal = all_kinds_at(LP_LOG_NORMAL);
    char *verbose = all_kinds_at(LP_LOG_VERBOSE);
    assert_string_equal(quiet, "llmperf-x: e 1\n");
    assert_string_equal(normal, "llmperf-x: e 1\nllmperf-x: warning: w 2\nllmperf-x: n 3\n");
    assert_string_equal(
        verbose, "llmperf-x: e 1\nllmperf-x: warning: w 2\nllmperf-x: n 3\nllmperf-x: v 4\n");
    free(quiet);
    free(normal);
    free(verbose);
}

static void escapes_become_blanks(void **state) {
    (void)state;
    capture c = capture_begin(stderr);
    lp_error("a\x1b[31m\tb\nc");
    char *s = capture_end(&c);
    assert_string_equal(s, "llmperf-x: a [31m\tb\nc\n");
    free(s);
}

static void before(void) {
    fputs("<", stderr);
}

static void hook_runs_before_each_message(void **state) {
    (void)state;
    lp_log_before(before);
    capture c = capture_begin(stderr);
    lp_note("a");
    lp_verbose("not shown");
    lp_log_before(NULL);
    lp_note("b");
    char *s = capture_end(&c);
    assert_string_equal(s, "<llmperf-x: a\nllmperf-x: b\n");
    free(s);
}

int main(void) {
    lp_log_init("llmperf-x");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_choose_the_messages),
        cmocka_unit_test(escapes_become_blanks),
        cmocka_unit_test(hook_runs_before_each_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
