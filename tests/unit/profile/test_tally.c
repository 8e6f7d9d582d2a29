/* What people read of a run while it goes on. */
#include "check.h"

#include "profile/tally.h"

static void expect_note(const prof_tally *t, double busy, const char *want) {
    lp_text out = {0};
    prof_tally_note(t, busy, &out);
    assert_string_equal(lp_text_str(&out), want);
    lp_text_free(&out);
}

static void the_note_tells_reasons(void **state) {
    (void)state;
    prof_tally t = {.timed = 5};
    expect_note(&t, 0.634, "busy 63 %, 0 failed");
    t.failed[PROF_CRASH] = 2;
    t.failed[PROF_TIMEOUT] = 6;
    expect_note(&t, 0, "busy 0 %, 8 failed (6 timeout, 2 crash)");
    t.failed[PROF_QUARANTINED] = 70;
    expect_note(&t, 1, "busy 100 %, 78 failed (70 quarantined, 6 timeout, 2 crash)");
    t.failed[PROF_GROUP_TOO_LARGE] = 1;
    expect_note(&t, 1, "busy 100 %, 79 failed (70 quarantined, 6 timeout, 2 crash, others)");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_note_tells_reasons)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
