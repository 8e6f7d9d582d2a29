/* model/launch.c, contents.c, kernel.c: what is given, what is inferred, what is assumed, and what
 * is refused. */
#include "tests/unit/common/test.h"

#include <stdlib.h>
#include <string.h>

#include "model/kernel.h"
#include "model/launch.h"

static const char record[] =
    "{\"kernel\":\"spmv\",\"path\":\"a.cl\",\"dims\":1,\"status\":\"ok\",\"pattern\":\"indirect\","
    "\"source\":\"kernel void spmv() {}\",\"reqd_local\":64,\"constraints\":[\"n <= "
    "global\"],\"features\":{\"flop\":\"2 * n\"},\"args\":["
    "{\"index\":0,\"name\":\"x\",\"kind\":\"buffer\",\"type\":\"float\",\"elem_bytes\":4,"
    "\"access\":\"r\",\"extent\":\"n * width\",\"content\":null},"
    "{\"index\":1,\"name\":\"rows\",\"kind\":\"buffer\",\"type\":\"uint\",\"elem_bytes\":4,"
    "\"access\":\"r\",\"extent\":\"n + 1\",\"content\":\"rowptr:8 * n\"},"
    "{\"index\":2,\"name\":\"cols\",\"kind\":\"buffer\",\"type\":\"uchar\",\"elem_bytes\":1,"
    "\"access\":\"r\",\"extent\":\"8 * n\",\"content\":\"index:global\"},"
    "{\"index\":3,\"name\":\"n\",\"kind\":\"scalar\",\"type\":\"int\",\"elem_bytes\":4,"
    "\"access\":\"none\",\"role\":\"bound\"},"
    "{\"index\":4,\"name\":\"width\",\"kind\":\"scalar\",\"type\":\"int\",\"elem_bytes\":4,"
    "\"access\":\"none\",\"role\":\"pitch\"},"
    "{\"index\":5,\"name\":\"alpha\",\"kind\":\"scalar\",\"type\":\"float\",\"elem_bytes\":4,"
    "\"access\":\"none\",\"role\":\"coefficient\"},"
    "{\"index\":6,\"name\":\"tile\",\"kind\":\"scalar\",\"type\":\"int\",\"elem_bytes\":4,"
    "\"access\":\"none\",\"role\":\"tile\",\"domain\":{\"eq\":\"local * 2\"}},"
    "{\"index\":7,\"name\":\"scratch\",\"kind\":\"local\",\"type\":\"float\",\"elem_bytes\":4,"
    "\"access\":\"rw\",\"extent\":\"tile\"}]}";

typedef struct fixture {
    db_kernel k;
    mdl_args given;
    db_sample s;
    lp_text notes;
    lp_err e;
} fixture;

static int setup(void **state) {
    fixture *f = lp_alloc(1, sizeof *f);
    json_t *j = lp_json_parse(record, sizeof record - 1, &f->e);
    assert_non_null(j);
    assert_int_equal(mdl_kernel_from_json(j, &f->k, &f->e), 0);
    json_decref(j);
    *state = f;
    return 0;
}

static int teardown(void **state) {
    fixture *f = *state;
    db_kernel_free(&f->k);
    mdl_args_free(&f->given);
    db_sample_free(&f->s);
    lp_text_free(&f->notes);
    free(f);
    return 0;
}

static void give(fixture *f, const char *word) {
    if (mdl_args_add(&f->given, word, &f->e)) fail_msg("%s", f->e.msg);
}

static int make(fixture *f) {
    return mdl_launch_make(&f->k, 1024, 64, &f->given, &f->s, &f->notes, &f->e);
}

static void what_is_not_given_is_inferred(void **state) {
    fixture *f = *state;
    give(f, "width=global / 2");
    if (make(f)) fail_msg("%s", f->e.msg);
    assert_int_equal(f->s.args[0].elems, 1024 * 512);
    assert_int_equal(f->s.args[1].elems, 1025);
    assert_string_equal(f->s.args[1].recipe, "rowptr(8192)");
    assert_string_equal(f->s.args[2].recipe, "index(256)"); /* no uchar is larger */
    assert_string_equal(f->s.args[3].value, "1024");
    assert_string_equal(f->s.args[4].value, "512");
    assert_string_equal(f->s.args[5].value, "1");
    assert_string_equal(f->s.args[6].value, "128");
    assert_int_equal(f->s.args[7].elems, 128);
    assert_int_equal(f->s.bytes, 1024 * 512 * 4 + 1025 * 4 + 8192);
    assert_string_equal(f->notes.s, "n = 1024 is assumed: a bound is the global size\n"
                                    "alpha = 1 is assumed: a coefficient decides no time\n");
}

static void what_is_given_is_taken(void **state) {
    fixture *f = *state;
    give(f, "n=1000");
    give(f, "width=0x10");
    give(f, "alpha=2.5");
    give(f, "tile=32");
    give(f, "x=[n * width - 1]");
    if (make(f)) fail_msg("%s", f->e.msg);
    assert_int_equal(f->s.args[0].elems, 15999);
    assert_string_equal(f->s.args[4].value, "16");
    assert_string_equal(f->s.args[5].value, "2.5");
    assert_int_equal(f->s.args[7].elems, 32);
    assert_string_equal(f->notes.s, "x has 15999 elements, but the kernel may touch 16000\n");
}

static void a_broken_constraint_is_noted(void **state) {
    fixture *f = *state;
    give(f, "n=1025");
    give(f, "width=3");
    if (make(f)) fail_msg("%s", f->e.msg);
    assert_non_null(strstr(f->notes.s, "n <= global does not hold, which the kernel needs\n"));
}

static void a_role_without_a_guess_must_be_given(void **state) {
    fixture *f = *state;
    assert_int_equal(make(f), -1);
    assert_string_equal(f->e.msg, "kernel spmv needs --arg width=VALUE (pitch)");
}

static void bad_words_are_refused(void **state) {
    fixture *f = *state;
    static const struct {
        const char *word, *says;
    } bad[] = {
        {"y=[4]", "kernel spmv has no such argument"},
        {"x=4", "is memory; give its length as x=[LENGTH]"},
        {"n=[4]", "is a scalar; give n=VALUE"},
        {"x=[0]", "a length is at least 1"},
        {"x=[4 +]", "--arg x=[4 +]: "},
        {"n=many", "--arg n=many: "},
        {"n=9223372036854775807", "--arg x=[LENGTH]"},
        {"x=[4611686018427387904]", "more than any memory"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        give(f, "width=3");
        give(f, bad[i].word);
        assert_int_equal(make(f), -1);
        if (!strstr(f->e.msg, bad[i].says)) fail_msg("%s: %s", bad[i].word, f->e.msg);
        mdl_args_free(&f->given);
        db_sample_free(&f->s);
    }
    static const char *const words[] = {"", "=", "n", "n=", "=3", "x=[]"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_int_equal(mdl_args_add(&f->given, words[i], &f->e), -1);
    give(f, "n=3");
    assert_int_equal(mdl_args_add(&f->given, "n=4", &f->e), -1);
    assert_int_equal(mdl_launch_make(&f->k, 1024, 32, NULL, &f->s, NULL, &f->e), -1);
    assert_string_equal(f->e.msg, "kernel spmv runs with a local size of 64 only");
    assert_int_equal(mdl_launch_make(&f->k, 1000, 64, NULL, &f->s, NULL, &f->e), -1);
    assert_string_equal(f->e.msg, "global size 1000 is not a multiple of local size 64");
}

static void kernels_are_chosen_by_name(void **state) {
    fixture *f = *state;
    db_kernel two[] = {f->k, {.name = "other", .reason = "dims"}};
    mdl_kernels all = {two, 2, 2}, one = {two, 1, 1}, none = {0};
    assert_ptr_equal(mdl_kernels_pick(&one, "a.cl", NULL, &f->e), &two[0]);
    assert_ptr_equal(mdl_kernels_pick(&all, "a.cl", "spmv", &f->e), &two[0]);
    assert_null(mdl_kernels_pick(&all, "a.cl", NULL, &f->e));
    assert_string_equal(f->e.msg, "a.cl: has 2 kernels; choose one with --kernel: spmv, other");
    assert_null(mdl_kernels_pick(&all, "a.cl", "none", &f->e));
    assert_string_equal(f->e.msg, "a.cl: no kernel none; there are: spmv, other");
    assert_null(mdl_kernels_pick(&all, "a.cl", "other", &f->e));
    assert_string_equal(f->e.msg, "a.cl: kernel other cannot be predicted: dims");
    assert_null(mdl_kernels_pick(&none, "a.cl", NULL, &f->e));
}

int main(void) {
#define T(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(what_is_not_given_is_inferred), T(what_is_given_is_taken),
        T(a_broken_constraint_is_noted),  T(a_role_without_a_guess_must_be_given),
        T(bad_words_are_refused),         T(kernels_are_chosen_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
