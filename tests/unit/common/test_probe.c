/* The io buffer of probe programs and the prelude that reads it. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/probe.h"

static void words_do_not_overlap(void **state) {
    (void)state;
    assert_int_equal(lp_probe_word(0, LP_PROBE_LEN), 4);
    assert_int_equal(lp_probe_word(0, LP_PROBE_BAD), 7);
    assert_int_equal(lp_probe_word(3, LP_PROBE_HI), 4 + 3 * 4 + 2);
}

/* The two sinks begin at a multiple of 128 bytes behind the last argument's words. */
static void there_is_room_for_both_sinks(void **state) {
    (void)state;
    for (int n = 0; n < 70; n++) {
        size_t words = lp_probe_word(n, 0) * sizeof(int32_t);
        size_t at = lp_probe_io_bytes(n) - (size_t)2 * LP_PROBE_SINK_BYTES;
        assert_true(at >= words && at < words + 128);
        assert_int_equal(at % 128, 0);
    }
}

static void a_fresh_buffer_says_untouched(void **state) {
    (void)state;
    int n = 5;
    size_t words = lp_probe_io_bytes(n) / sizeof(int32_t);
    int32_t *io = malloc(words * sizeof *io);
    memset(io, 0x5a, words * sizeof *io);
    lp_probe_io_init(io, n, 1000);
    assert_int_equal(io[LP_PROBE_BUDGET], 1000);
    assert_int_equal(io[LP_PROBE_FLAGS] | io[LP_PROBE_LINE] | io[LP_PROBE_SKIP_LINE], 0);
    for (int i = 0; i < n; i++) {
        assert_int_equal(io[lp_probe_word(i, LP_PROBE_LEN)], 0);
        assert_int_equal(io[lp_probe_word(i, LP_PROBE_LO)], INT32_MAX);
        assert_int_equal(io[lp_probe_word(i, LP_PROBE_HI)], INT32_MIN);
        assert_int_equal(io[lp_probe_word(i, LP_PROBE_BAD)], 0);
    }
    for (size_t i = lp_probe_word(n, 0); i < words; i++) assert_int_equal(io[i], 0);
    free(io);
}

static void the_prelude_knows_the_layout(void **state) {
    (void)state;
    char line[64];
    snprintf(line, sizeof line, "#define LLP_SINK %d\n", LP_PROBE_SINK_BYTES);
    assert_non_null(strstr(lp_probe_prelude(), line));
    snprintf(line, sizeof line, "#define LLP_ASYNC %d\n", LP_PROBE_ASYNC);
    assert_non_null(strstr(lp_probe_prelude(), line));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_do_not_overlap),
        cmocka_unit_test(there_is_room_for_both_sinks),
        cmocka_unit_test(a_fresh_buffer_says_untouched),
        cmocka_unit_test(the_prelude_knows_the_layout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
