/* Verdicts over probe launches, and findings that a broken worker might send. */
#include "check.h"

#include "common/probe.h"
#include "common/text.h"
#include "profile/probe_judge.h"

enum { N_ARGS = 3, N_MAX = 3 };

/* `k(float *a, float4 *b, int n)`, launched with 64, 128, 256 work-items; a has one element a
 * work-item, b as many as `b_elems` says. Everything is touched to its last element. */
static db_arg args[N_ARGS] = {
    {.idx = 0, .name = "a", .kind = "buffer", .type = "float", .elem_bytes = 4},
    {.idx = 1, .name = "b", .kind = "buffer", .type = "float4", .elem_bytes = 16},
    {.idx = 2, .name = "n", .kind = "scalar", .type = "int", .elem_bytes = 4},
};
static const db_kernel kernel = {.args = args, .n_args = N_ARGS};
static db_sample_arg given[N_MAX][N_ARGS];
static prof_reach reach[N_MAX][N_ARGS];
static prof_probed launches[N_MAX];

static int clean_launches(void **state) {
    (void)state;
    for (int l = 0; l < N_MAX; l++) {
        int64_t n = INT64_C(64) << l;
        given[l][0] = (db_sample_arg){.idx = 0, .elems = n};
        given[l][1] = (db_sample_arg){.idx = 1, .elems = 10};
        given[l][2] = (db_sample_arg){.idx = 2, .elems = -1};
        reach[l][0] = (prof_reach){true, 0, 4 * n - 1};
        reach[l][1] = (prof_reach){true, 16, 159};
        reach[l][2] = (prof_reach){.touched = false};
        launches[l] = (prof_probed){
            .sample = {.global_size = n, .local_size = 32, .args = given[l], .n_args = N_ARGS},
            .seen = {.guard_arg = -1, .args = reach[l], .n_args = N_ARGS},
            .made = true};
    }
    return 0;
}

/* The verdict, its detail in `said`, missing elements in `added` (all 0 when nothing cures it). */
static char said[1024];
static int64_t added[N_ARGS];

static prof_danger judged(int n) {
    prof_verdict v;
    prof_judge(&kernel, launches, n, &v);
    snprintf(said, sizeof said, "%s", v.detail.msg);
    for (int i = 0; i < N_ARGS; i++) added[i] = v.missing ? v.missing[i] : 0;
    free(v.missing);
    return v.danger;
}

static void inside_is_safe(void **state) {
    (void)state;
    assert_int_equal(judged(3), PROF_SAFE);
    assert_string_equal(said, "");
    reach[0][0].touched = false;
    launches[1].made = false; /* with findings that must not be looked at */
    launches[1].seen.flags = LP_PROBE_WILD;
    assert_int_equal(judged(3), PROF_SAFE);
}

static void a_constant_lack_can_be_cured(void **state) {
    (void)state;
    for (int l = 0; l < N_MAX; l++) {
        reach[l][0].hi += 12;
        reach[l][1].hi = 160; /* one byte of an eleventh element */
    }
    assert_int_equal(judged(3), PROF_EXTENT_TOO_SMALL);
    assert_int_equal(added[0], 3);
    assert_int_equal(added[1], 1);
    assert_int_equal(added[2], 0);
    assert_has(said, "argument 0 'a': element 66 of 64 touched (global 64, local 32)");
}

static void a_lack_that_grows_cannot(void **state) {
    (void)state;
    for (int l = 0; l < N_MAX; l++) reach[l][0].hi += 8 << l;
    assert_int_equal(judged(3), PROF_EXTENT_TOO_SMALL);
    assert_int_equal(added[0], 0);
    assert_has(said, "element 263 of 256 touched (global 256");
    /* nor one that is not there at every launch */
    clean_launches(NULL);
    reach[1][0].hi += 4;
    assert_int_equal(judged(3), PROF_EXTENT_TOO_SMALL);
    assert_int_equal(added[0], 0);
    /* the argument that cannot be cured is the one to tell of, and then the other is not cured */
    clean_launches(NULL);
    for (int l = 0; l < N_MAX; l++) {
        reach[l][0].hi += 4;
        reach[l][1].hi += 16 << l;
    }
    assert_int_equal(judged(3), PROF_EXTENT_TOO_SMALL);
    assert_has(said, "argument 1 'b'");
    assert_int_equal(added[0], 0);
}

/* One size says nothing about others. */
static void launches_of_one_size_prove_no_constant(void **state) {
    (void)state;
    reach[0][0].hi += 4;
    assert_int_equal(judged(1), PROF_EXTENT_TOO_SMALL);
    assert_int_equal(added[0], 0);
    launches[1].sample.global_size = 64;
    given[1][0].elems = 64;
    reach[1][0].hi = reach[0][0].hi;
    assert_int_equal(judged(2), PROF_EXTENT_TOO_SMALL);
    assert_int_equal(added[0], 0);
    launches[1].sample.global_size = 128;
    assert_int_equal(judged(2), PROF_EXTENT_TOO_SMALL);
    assert_int_equal(added[0], 1);
}

/* Launches that do not touch the argument neither prove nor contradict. */
static void untouched_launches_do_not_count(void **state) {
    (void)state;
    reach[0][0].hi += 4;
    reach[1][0].touched = false;
    reach[2][0].hi += 4;
    assert_int_equal(judged(3), PROF_EXTENT_TOO_SMALL);
    assert_int_equal(added[0], 1);
}

static void dangers_come_in_order_of_weight(void **state) {
    (void)state;
    launches[0].seen.flags = LP_PROBE_ASYNC;
    assert_int_equal(judged(3), PROF_WILD_ACCESS);
    launches[1].seen.flags = LP_PROBE_STEPS;
    launches[1].seen.line = 12;
    assert_int_equal(judged(3), PROF_ENDLESS_LOOP);
    assert_has(said, "line 12 of the normalised source (global 128, local 32)");
    for (int l = 0; l < N_MAX; l++) reach[l][0].hi += 4;
    assert_int_equal(judged(3), PROF_EXTENT_TOO_SMALL);
    assert_int_equal(added[0], 1);
    launches[2].seen.flags = LP_PROBE_ARRAY;
    assert_int_equal(judged(3), PROF_ARRAY_BOUNDS);
    reach[1][1].lo = -1;
    launches[1].seen.skip_line = 7;
    assert_int_equal(judged(3), PROF_NEGATIVE_INDEX);
    assert_has(said, "argument 1 'b': element -1 of 10 touched, line 7");
    launches[0].seen.guard_arg = 0;
    launches[0].seen.guard_at = 64 * 4 + 9;
    assert_int_equal(judged(3), PROF_GUARD_DAMAGED);
    assert_has(said, "element 66 of 64 overwritten");
    launches[2].seen.flags = LP_PROBE_WILD;
    assert_int_equal(judged(3), PROF_WILD_ACCESS);
    assert_int_equal(added[0], 0);
}

static void offsets_are_of_the_element_that_holds_them(void **state) {
    (void)state;
    assert_int_equal(prof_elem_at(0, 4), 0);
    assert_int_equal(prof_elem_at(7, 4), 1);
    assert_int_equal(prof_elem_at(-1, 4), -1);
    assert_int_equal(prof_elem_at(-4, 4), -1);
    assert_int_equal(prof_elem_at(-5, 4), -2);
    assert_int_equal(prof_elem_at(5, 0), 5);
}

static void dangers_are_a_table(void **state) {
    (void)state;
    for (int d = 0; d < PROF_N_DANGERS; d++) {
        assert_non_null(prof_danger_code((prof_danger)d));
        assert_non_null(prof_danger_text((prof_danger)d));
    }
}

/* ---- findings as JSON ---- */

static void findings_survive_the_trip(void **state) {
    (void)state;
    prof_reach r[] = {{true, -8, 1023}, {.touched = false}, {true, 0, 0}};
    const prof_seen s = {.flags = LP_PROBE_STEPS | LP_PROBE_ASYNC,
                         .line = 4,
                         .skip_line = 9,
                         .guard_arg = 2,
                         .guard_at = -3,
                         .args = r,
                         .n_args = 3};
    json_t *j = prof_seen_json(&s);
    prof_seen back;
    lp_err e = {""};
    if (prof_seen_from_json(j, 3, &back, &e) != 0) fail_msg("%s", e.msg);
    assert_int_equal(back.flags, s.flags);
    assert_int_equal(back.line, 4);
    assert_int_equal(back.skip_line, 9);
    assert_int_equal(back.guard_arg, 2);
    assert_int_equal(back.guard_at, -3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(back.args[i].touched, r[i].touched);
        assert_int_equal(back.args[i].lo, r[i].lo);
        assert_int_equal(back.args[i].hi, r[i].hi);
    }
    prof_seen_free(&back);
    assert_int_equal(prof_seen_from_json(j, 2, &back, &e), -1);
    prof_seen_free(&back);
    json_decref(j);
}

static void broken_findings_are_refused(void **state) {
    (void)state;
#define SEEN(flags, line, guard, reach)                                                            \
    "{\"ok\":true,\"flags\":" flags ",\"line\":" line                                              \
    ",\"skip_line\":0,\"guard_at\":0,\"guard_arg\":" guard ",\"reach\":" reach "}"
    static const char good[] = SEEN("0", "0", "-1", "[[0,3]]");
    static const char *const bad[] = {
        "{\"ok\":true}",
        "[]",
        SEEN("16", "0", "-1", "[[0,3]]"),
        SEEN("-1", "0", "-1", "[[0,3]]"),
        SEEN("\"0\"", "0", "-1", "[[0,3]]"),
        SEEN("0", "-1", "-1", "[[0,3]]"),
        SEEN("0", "4294967296", "-1", "[[0,3]]"),
        SEEN("0", "0", "1", "[[0,3]]"),
        SEEN("0", "0", "-2", "[[0,3]]"),
        SEEN("0", "0", "null", "[[0,3]]"),
        SEEN("0", "0", "-1", "{}"),
        SEEN("0", "0", "-1", "[]"),
        SEEN("0", "0", "-1", "[null,null]"),
        SEEN("0", "0", "-1", "[[3,0]]"),
        SEEN("0", "0", "-1", "[[0]]"),
        SEEN("0", "0", "-1", "[[0.5,1]]"),
        SEEN("0", "0", "-1", "[[-2147483649,0]]"),
        SEEN("0", "0", "-1", "[[0,2147483648]]"),
        SEEN("0", "0", "-1", "[7]"),
    };
#undef SEEN
    prof_seen s;
    lp_err e = {""};
    json_t *j = lp_json_parse(good, strlen(good), &e);
    assert_int_equal(prof_seen_from_json(j, 1, &s, &e), 0);
    prof_seen_free(&s);
    json_decref(j);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        j = lp_json_parse(bad[i], strlen(bad[i]), &e);
        if (prof_seen_from_json(j, 1, &s, &e) != -1) fail_msg("taken: %s", bad[i]);
        prof_seen_free(&s);
        json_decref(j);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(inside_is_safe, clean_launches),
        cmocka_unit_test_setup(a_constant_lack_can_be_cured, clean_launches),
        cmocka_unit_test_setup(a_lack_that_grows_cannot, clean_launches),
        cmocka_unit_test_setup(launches_of_one_size_prove_no_constant, clean_launches),
        cmocka_unit_test_setup(untouched_launches_do_not_count, clean_launches),
        cmocka_unit_test_setup(dangers_come_in_order_of_weight, clean_launches),
        cmocka_unit_test(offsets_are_of_the_element_that_holds_them),
        cmocka_unit_test(dangers_are_a_table),
        cmocka_unit_test(findings_survive_the_trip),
        cmocka_unit_test(broken_findings_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
