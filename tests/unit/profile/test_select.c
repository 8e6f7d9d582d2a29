/* `--device SEL`, and devices through JSON. */
#include "check.h"

#include "profile/select.h"

static prof_device v[5];

static void add(prof_devices *d, const char *type, const char *name) {
    prof_device *x = &v[d->n++];
    *x = (prof_device){.compute_units = 4, .fp64 = 1, .global_mem_bytes = INT64_C(1) << 40};
    strcpy(x->type, type);
    strcpy(x->name, name);
    d->v = v;
}

static prof_devices node(void) {
    prof_devices d = {.v = v};
    add(&d, "cpu", "pthread-skylake");
    add(&d, "gpu", "NVIDIA H200");
    add(&d, "gpu", "NVIDIA A100");
    return d;
}

static int choose(const prof_devices *d, const char *sel, lp_err *e) {
    bool fallback;
    int i = prof_select(d, sel, &fallback, e);
    assert_false(sel && fallback);
    return i;
}

static void by_type_index_and_name(void **state) {
    (void)state;
    prof_devices d = node();
    lp_err e = {""};
    assert_int_equal(choose(&d, "gpu", &e), 1);
    assert_int_equal(choose(&d, "cpu", &e), 0);
    assert_int_equal(choose(&d, "2", &e), 2);
    assert_int_equal(choose(&d, "H200", &e), 1);
    assert_int_equal(choose(&d, "a100", &e), 2);
    assert_int_equal(choose(&d, "skylake", &e), 0);
}

static void refusals_list_the_candidates(void **state) {
    (void)state;
    prof_devices d = node();
    lp_err e = {""};
    assert_int_equal(choose(&d, "nvidia", &e), -1);
    assert_has(e.msg, "several");
    assert_has(e.msg, "1 'NVIDIA H200', 2 'NVIDIA A100'");
    assert_null(strstr(e.msg, "skylake"));
    assert_int_equal(choose(&d, "V100", &e), -1);
    assert_has(e.msg, "0 'pthread-skylake', 1 'NVIDIA H200'");
    static const char *const bad[] = {"3", "-1", "99999999999999999999", "", "gpus"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(choose(&d, bad[i], &e), -1);
        assert_has(e.msg, "'NVIDIA A100'");
        assert_null(strchr(e.msg, '\n'));
    }
}

static void without_a_choice(void **state) {
    (void)state;
    prof_devices d = node();
    lp_err e = {""};
    bool fallback;
    assert_int_equal(prof_select(&d, NULL, &fallback, &e), 1);
    assert_false(fallback);
    d.n = 1;
    assert_int_equal(prof_select(&d, NULL, &fallback, &e), 0);
    assert_true(fallback);
    assert_int_equal(choose(&d, "gpu", &e), -1);
    d.n = 0;
    add(&d, "accelerator", "FPGA");
    assert_int_equal(prof_select(&d, NULL, &fallback, &e), 0);
    assert_true(fallback);
}

static void no_platform_says_what_to_install(void **state) {
    (void)state;
    prof_devices d = {.n = 0};
    lp_err e = {""};
    bool fallback;
    assert_int_equal(prof_select(&d, NULL, &fallback, &e), -1);
    assert_has(e.msg, "pocl-opencl-icd");
    assert_int_equal(choose(&d, "cpu", &e), -1);
    assert_has(e.msg, "no OpenCL device");
}

static void devices_survive_json(void **state) {
    (void)state;
    prof_devices d = node();
    prof_device back;
    lp_err e = {""};
    json_t *j = prof_device_json(&d.v[1], 1);
    assert_int_equal(lp_json_i64(j, "index", -1), 1);
    assert_int_equal(prof_device_from_json(j, &back, &e), 0);
    assert_memory_equal(&back, &d.v[1], sizeof back);
    json_object_set_new(j, "compute_units", json_integer(0));
    assert_int_equal(prof_device_from_json(j, &back, &e), -1);
    json_object_set_new(j, "compute_units", json_integer(1));
    json_object_set_new(j, "type", json_string("toaster"));
    assert_int_equal(prof_device_from_json(j, &back, &e), -1);
    json_decref(j);
    assert_int_equal(prof_device_from_json(NULL, &back, &e), -1);
}

static void long_texts_are_cut(void **state) {
    (void)state;
    prof_devices d = node();
    prof_device back;
    lp_err e = {""};
    char text[1000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    json_t *j = prof_device_json(&d.v[0], 0);
    json_object_set_new(j, "name", json_string(text));
    assert_int_equal(prof_device_from_json(j, &back, &e), 0);
    assert_int_equal(strlen(back.name), PROF_TEXT - 1);
    json_decref(j);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_type_index_and_name),
        cmocka_unit_test(refusals_list_the_candidates),
        cmocka_unit_test(without_a_choice),
        cmocka_unit_test(no_platform_says_what_to_install),
        cmocka_unit_test(devices_survive_json),
        cmocka_unit_test(long_texts_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
