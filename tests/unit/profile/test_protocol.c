/* Jobs and answers through JSON and back, and answers that a broken worker might send. */
#include "check.h"

#include "profile/protocol.h"

static void jobs_survive_the_trip(void **state) {
    (void)state;
    prof_job_arg args[] = {
        {.kind = PROF_ARG_BUFFER,
         .type = "float4",
         .bytes = INT64_C(5) << 32,
         .recipe = "uniform(0,1)",
         .restore = true},
        {.kind = PROF_ARG_CONSTANT, .type = "int", .bytes = 4, .recipe = "zero"},
        {.kind = PROF_ARG_LOCAL, .type = "uchar", .bytes = 17},
        {.kind = PROF_ARG_SCALAR, .type = "ulong", .value = "18446744073709551615"},
    };
    const prof_job job = {.sample = 12,
                          .global = 1024,
                          .local = 32,
                          .fill_seed = INT64_MAX,
                          .cold = true,
                          .rule = {9, 54, 0.02, 300000000},
                          .limit_s = 1.5,
                          .args = args,
                          .n_args = 4};
    json_t *j = prof_job_json(&job);
    prof_job back;
    lp_err e = {""};
    if (prof_job_from_json(j, &back, &e) != 0) fail_msg("%s", e.msg);
    assert_int_equal(back.sample, 12);
    assert_int_equal(back.global, 1024);
    assert_int_equal(back.local, 32);
    assert_true(back.fill_seed == INT64_MAX && back.cold);
    assert_memory_equal(&back.rule, &job.rule, sizeof job.rule);
    assert_true(back.limit_s == 1.5);
    assert_int_equal(back.n_args, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(back.args[i].kind, args[i].kind);
        assert_string_equal(back.args[i].type, args[i].type);
        assert_int_equal(back.args[i].restore, args[i].restore);
        if (i < 3) assert_true(back.args[i].bytes == args[i].bytes);
    }
    assert_string_equal(back.args[0].recipe, "uniform(0,1)");
    assert_string_equal(back.args[3].value, "18446744073709551615");
    prof_job_free(&back);
    json_decref(j);
}

static void texts_that_are_no_utf8_make_no_job(void **state) {
    (void)state;
    prof_job_arg arg = {.kind = PROF_ARG_SCALAR, .type = "int", .value = "\xff"};
    const prof_job job = {.global = 1, .local = 1, .rule = {1, 1, 0, 0}, .args = &arg, .n_args = 1};
    assert_null(prof_job_json(&job));
}

static void bad_jobs_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "{}",
        "[]",
        "3",
        "{\"global\":64,\"local\":48,\"reps_min\":1,\"reps_max\":1,\"args\":[]}",
        "{\"global\":64,\"local\":0,\"reps_min\":1,\"reps_max\":1,\"args\":[]}",
        "{\"global\":64,\"local\":32,\"reps_min\":0,\"reps_max\":1,\"args\":[]}",
        "{\"global\":64,\"local\":32,\"reps_min\":2,\"reps_max\":1,\"args\":[]}",
        "{\"global\":64,\"local\":32,\"reps_min\":1,\"reps_max\":9999999,\"args\":[]}",
        "{\"global\":64,\"local\":32,\"reps_min\":1,\"reps_max\":1}",
        "{\"global\":64,\"local\":32,\"reps_min\":1,\"reps_max\":1,\"args\":[7]}",
        "{\"global\":64,\"local\":32,\"reps_min\":1,\"reps_max\":1,\"args\":[{\"kind\":\"image\"}]"
        "}",
        "{\"global\":64,\"local\":32,\"reps_min\":1,\"reps_max\":1,\"args\":[{\"kind\":\"scalar\"}]"
        "}",
        "{\"global\":64,\"local\":32,\"reps_min\":1,\"reps_max\":1,\"args\":[{\"kind\":\"local\","
        "\"bytes\":0}]}",
        "{\"global\":64,\"local\":32,\"reps_min\":1,\"reps_max\":1,\"args\":[{\"kind\":\"buffer\","
        "\"bytes\":4}]}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        json_t *j = lp_json_parse(bad[i], strlen(bad[i]), NULL);
        prof_job job;
        lp_err e = {""};
        assert_non_null(j);
        if (prof_job_from_json(j, &job, &e) != -1) fail_msg("taken: %s", bad[i]);
        assert_true(e.msg[0] != '\0');
        prof_job_free(&job);
        json_decref(j);
    }
}

static void times_survive_the_trip(void **state) {
    (void)state;
    int64_t start[] = {0, 100, 250}, end[] = {90, 200, INT64_MAX};
    const prof_times t = {.start = start, .end = end, .n = 3, .rejected = 2, .busy_ns = 777};
    json_t *j = prof_times_json(&t);
    prof_times back;
    prof_fail f;
    lp_err e = {""};
    assert_int_equal(prof_answer_status(j, &f), 0);
    if (prof_times_from_json(j, &back, &e) != 0) fail_msg("%s", e.msg);
    assert_int_equal(back.n, 3);
    assert_memory_equal(back.start, start, sizeof start);
    assert_memory_equal(back.end, end, sizeof end);
    assert_int_equal(back.rejected, 2);
    assert_int_equal(back.busy_ns, 777);
    prof_times_free(&back);
    json_decref(j);
}

static void impossible_times_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "{\"ok\":true}",
        "{\"start\":[],\"end\":[]}",
        "{\"start\":[0],\"end\":[]}",
        "{\"start\":[0],\"end\":[0]}",
        "{\"start\":[5],\"end\":[4]}",
        "{\"start\":[-1],\"end\":[4]}",
        "{\"start\":[0.5],\"end\":[4]}",
        "{\"start\":[0],\"end\":[\"4\"]}",
        "{\"start\":[9,0],\"end\":[10,10]}",
        "{\"start\":[0],\"end\":[4],\"busy_ns\":-4}",
        "{\"start\":{\"0\":1},\"end\":[4]}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        json_t *j = lp_json_parse(bad[i], strlen(bad[i]), NULL);
        prof_times t;
        lp_err e = {""};
        if (prof_times_from_json(j, &t, &e) != -1) fail_msg("taken: %s", bad[i]);
        prof_times_free(&t);
        json_decref(j);
    }
}

static void refusals_survive_the_trip(void **state) {
    (void)state;
    prof_fail f, back;
    prof_refuse(&f, PROF_LAUNCH_FAILED, "clFinish: \x80 \"CL_INVALID_COMMAND_QUEUE\" (-36)\n");
    f.fatal = true;
    json_t *j = prof_fail_json(&f);
    assert_int_equal(prof_answer_status(j, &back), -1);
    assert_int_equal(back.reason, PROF_LAUNCH_FAILED);
    assert_true(back.fatal);
    assert_string_equal(back.error.msg, "clFinish: ? \"CL_INVALID_COMMAND_QUEUE\" (-36)?");
    json_decref(j);
}

static void answers_without_status_are_unreadable(void **state) {
    (void)state;
    static const char *const bad[] = {"{}",
                                      "[]",
                                      "null",
                                      "{\"ok\":1}",
                                      "{\"ok\":false}",
                                      "{\"ok\":false,\"reason\":\"weather\"}",
                                      "{\"ok\":false,\"reason\":\"ok\"}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        json_t *j = lp_json_parse(bad[i], strlen(bad[i]), NULL);
        prof_fail f;
        assert_int_equal(prof_answer_status(j, &f), -2);
        json_decref(j);
    }
}

static void reasons_are_a_table(void **state) {
    (void)state;
    for (int r = 0; r < PROF_N_REASONS; r++) {
        const char *code = prof_reason_code((prof_reason)r);
        assert_non_null(code);
        assert_non_null(prof_reason_text((prof_reason)r));
        assert_int_equal(prof_reason_of(code), r);
    }
    assert_int_equal(prof_reason_of("no such reason"), PROF_N_REASONS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_survive_the_trip),
        cmocka_unit_test(texts_that_are_no_utf8_make_no_job),
        cmocka_unit_test(bad_jobs_are_refused),
        cmocka_unit_test(times_survive_the_trip),
        cmocka_unit_test(impossible_times_are_refused),
        cmocka_unit_test(refusals_survive_the_trip),
        cmocka_unit_test(answers_without_status_are_unreadable),
        cmocka_unit_test(reasons_are_a_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
