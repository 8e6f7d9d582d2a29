/* Builders: programs appear in the cache in the order wanted; a compiler that fails, is killed,
 * hangs or eats memory costs its program only. */
#include "check.h"

#include <dirent.h>
#include <signal.h>
#include <unistd.h>

#include "common/text.h"
#include "profile/child.h"
#include "profile/farm.h"
#include "profile/worker.h"

static char temp[64];
static prof_devices devices;
static prof_cache cache;

static int setup(void **state) {
    (void)state;
    char pocl[96];
    lp_err e = {""};
    strcpy(temp, "/tmp/llmperf-test-XXXXXX");
    if (!mkdtemp(temp)) return -1;
    snprintf(pocl, sizeof pocl, "%s/pocl", temp);
    if (setenv("TMPDIR", temp, 1) || setenv("XDG_CACHE_HOME", temp, 1) ||
        setenv("POCL_CACHE_DIR", pocl, 1))
        return -1;
    if (prof_child_list(&devices, NULL, &e) != 0 || devices.n == 0) return -1;
    return prof_cache_open(&cache, 1 << 30, &e);
}

static int teardown(void **state) {
    (void)state;
    char cmd[128];
    prof_cache_close(&cache);
    prof_devices_free(&devices);
    snprintf(cmd, sizeof cmd, "rm -rf '%s'", temp);
    return system(cmd); // NOLINT(cert-env33-c): a test, on a name made here
}

typedef struct order {
    const char *const *source;
    const char *launch; /* a job for each program, NULL for none */
    size_t asked;       /* how many sources were taken */
} order;

static int take_source(void *ctx, size_t index, prof_recipe_program *out, lp_err *e) {
    order *o = ctx;
    o->asked++;
    if (!o->source[index]) return lp_fail(e, "no source %zu", index);
    *out = (prof_recipe_program){
        .source = lp_strdup(o->source[index]), .name = lp_strdup("k"), .std = lp_strdup("CL1.2")};
    if (o->launch) {
        out->launches = json_array();
        json_array_append_new(out->launches, json_loads(o->launch, 0, NULL));
    }
    return 0;
}

/* Keys follow no order. */
static int64_t key_of(size_t index) {
    return (int64_t)(index * 7919 % 1009);
}

static prof_farm *open_farm(order *o, size_t n, int builders, double timeout_s, int64_t memory) {
    static int64_t keys[400];
    for (size_t i = 0; i < n; i++) keys[i] = key_of(i);
    return prof_farm_open(&(prof_farm_options){.device = &devices.v[0],
                                               .keys = keys,
                                               .cache = &cache,
                                               .builders = builders,
                                               .timeout_s = timeout_s,
                                               .launch_s = 0.5,
                                               .lag_s = 0.3,
                                               .memory_bytes = memory,
                                               .n = n,
                                               .source = take_source,
                                               .ctx = o});
}

static prof_built await_or_pass(prof_farm *f, size_t i, prof_fail *why) {
    lp_err e = {""};
    return prof_farm_await(f, key_of(i), true, why, &e);
}

#define KERNEL(x) "kernel void k(global int *a) { a[get_global_id(0)] = " x "; }"

static prof_built await(prof_farm *f, size_t i, prof_fail *why) {
    lp_err e = {""};
    prof_built b = prof_farm_await(f, key_of(i), false, why, &e);
    if (b == PROF_BUILT_ERROR) assert_string_not_equal(e.msg, "");
    return b;
}

static void programs_are_built_and_found_again(void **state) {
    (void)state;
    static const char *const source[] = {KERNEL("11"), KERNEL("12"), KERNEL("13")};
    prof_fail why;
    for (int round = 0; round < 2; round++) {
        order o = {.source = source};
        prof_farm *f = open_farm(&o, 3, 2, 60, 0);
        for (size_t i = 0; i < 3; i++) {
            assert_int_equal(await(f, i, &why), PROF_BUILT_OK);
            char *path = prof_cache_path(&cache, &devices.v[0], "CL1.2", source[i]);
            assert_true(prof_cache_has(path));
            free(path);
        }
        prof_farm_counts n = prof_farm_count(f);
        assert_int_equal(n.built, round == 0 ? 3 : 0);
        assert_int_equal(n.found, round == 0 ? 0 : 3);
        prof_farm_close(f);
    }
}

static void a_refused_program_tells_why(void **state) {
    (void)state;
    static const char *const source[] = {"kernel void k(global int *a) { a[0] = nothing; }",
                                         KERNEL("21")};
    order o = {.source = source};
    prof_fail why;
    prof_farm *f = open_farm(&o, 2, 1, 60, 0);
    assert_int_equal(await(f, 0, &why), PROF_BUILT_REFUSED);
    assert_int_equal(why.reason, PROF_BUILD_FAILED);
    assert_has(why.error.msg, "nothing");
    assert_int_equal(await(f, 1, &why), PROF_BUILT_OK);
    prof_farm_close(f);
}

static void what_is_not_wanted_is_left_out(void **state) {
    (void)state;
    enum { N = 400 };
    static const char *source[N];
    for (int i = 0; i < N; i++) source[i] = KERNEL("31");
    order o = {.source = source};
    prof_fail why;
    prof_farm *f = open_farm(&o, N, 1, 60, 0);
    assert_int_equal(await(f, N - 1, &why), PROF_BUILT_OK);
    assert_true(o.asked >= 1 &&
                o.asked <= 2); /* once to see that it is missing, once to build it */
    assert_int_equal(await(f, 3, &why), PROF_BUILT_NOT);
    assert_int_equal(await(f, N, &why), PROF_BUILT_NOT);
    prof_farm_close(f);
}

static void a_failing_source_ends_the_work(void **state) {
    (void)state;
    static const char *const source[] = {NULL};
    order o = {.source = source};
    prof_fail why;
    prof_farm *f = open_farm(&o, 1, 1, 60, 0);
    assert_int_equal(await(f, 0, &why), PROF_BUILT_ERROR);
    prof_farm_close(f);
}

/* A program that keeps the compiler busy for long: macros that double 22 times. */
static char *monster(void) {
    lp_text t = {0};
    lp_text_add(&t, "#define A0(x) (x*3+1)\n");
    for (int i = 1; i <= 17; i++)
        lp_text_addf(&t, "#define A%d(x) (A%d(x)^A%d(x+%d))\n", i, i - 1, i - 1, i);
    lp_text_add(&t, "kernel void k(global int *a) { int i = get_global_id(0); a[i] = A17(i); }");
    return lp_text_take(&t);
}

static void a_compiler_without_end_costs_its_program(void **state) {
    (void)state;
    char *slow = monster();
    const char *source[] = {slow, KERNEL("41")};
    order o = {.source = source};
    prof_fail why;
    prof_farm *f = open_farm(&o, 2, 2, 0.4, 0);
    assert_int_equal(await(f, 0, &why), PROF_BUILT_REFUSED);
    assert_int_equal(why.reason, PROF_BUILD_TIMEOUT);
    prof_farm_close(f);
    o = (order){.source = source + 1};
    f = open_farm(&o, 1, 1, 60, 0);
    assert_int_equal(await(f, 0, &why), PROF_BUILT_OK);
    prof_farm_close(f);
    free(slow);
}

static void nobody_waits_for_a_slow_compiler_while_others_are_done(void **state) {
    (void)state;
    char *slow = monster();
    const char *source[] = {slow, KERNEL("43"), KERNEL("44")};
    order o = {.source = source + 1};
    prof_fail why;
    prof_farm *f = open_farm(&o, 2, 1, 60, 0); /* so that they are in the cache */
    assert_int_equal(await(f, 0, &why), PROF_BUILT_OK);
    assert_int_equal(await(f, 1, &why), PROF_BUILT_OK);
    prof_farm_close(f);
    o = (order){.source = source};
    f = open_farm(&o, 3, 2, 5, 0);
    assert_int_equal(await_or_pass(f, 0, &why), PROF_BUILT_LATE);
    assert_int_equal(await_or_pass(f, 1, &why), PROF_BUILT_OK);
    assert_int_equal(await_or_pass(f, 2, &why), PROF_BUILT_OK);
    assert_int_equal(await_or_pass(f, 3, &why), PROF_BUILT_NOT);
    /* What was passed over has its turn. */
    assert_int_equal(await(f, 0, &why), PROF_BUILT_REFUSED);
    assert_int_equal(why.reason, PROF_BUILD_TIMEOUT);
    prof_farm_close(f);
    /* Alone it is waited for. */
    o = (order){.source = source};
    f = open_farm(&o, 1, 1, 1, 0);
    assert_int_equal(await_or_pass(f, 0, &why), PROF_BUILT_REFUSED);
    prof_farm_close(f);
    free(slow);
}

static void a_compiler_that_eats_memory_costs_its_program(void **state) {
    (void)state;
    char *big = monster();
    const char *source[] = {big};
    order o = {.source = source};
    prof_fail why;
    prof_farm *f = open_farm(&o, 1, 1, 60, 1 << 20); /* less than any compiler needs */
    assert_int_equal(await(f, 0, &why), PROF_BUILT_REFUSED);
    assert_int_equal(why.reason, PROF_MEMORY);
    prof_farm_close(f);
    free(big);
}

static void a_launch_without_end_is_not_the_programs_fault(void **state) {
    (void)state;
    static const char *const source[] = {
        "kernel void k(volatile global int *a) { while (a[0] == 0) a[1] = 1; }", KERNEL("46")};
    order o = {.source = source,
               .launch = "{\"op\": \"time\", \"sample\": 1, \"global\": 8, \"local\": 8,"
                         " \"fill_seed\": 1, \"reps_min\": 1, \"reps_max\": 1, \"ci_target\": 1,"
                         " \"budget_ns\": 1, \"limit_s\": 1, \"args\": [{\"kind\": \"buffer\","
                         " \"type\": \"int\", \"bytes\": 32, \"recipe\": \"zero\"}]}"};
    prof_fail why;
    prof_farm *f = open_farm(&o, 2, 1, 60, 0);
    assert_int_equal(await(f, 0, &why), PROF_BUILT_OK);
    assert_int_equal(await(f, 1, &why), PROF_BUILT_OK);
    assert_int_equal(prof_farm_count(f).refused, 0);
    prof_farm_close(f);
}

/* The children of this process. */
static int kill_children(void) {
    DIR *dir = opendir("/proc");
    int killed = 0;
    for (struct dirent *d; dir && (d = readdir(dir));) {
        char path[300], text[512] = "";
        int pid = atoi(d->d_name), ppid = 0; // NOLINT(cert-err34-c): 0 for no number
        snprintf(path, sizeof path, "/proc/%d/stat", pid);
        FILE *f = pid > 0 ? fopen(path, "r") : NULL;
        if (!f) continue;
        if (fgets(text, sizeof text, f))
            sscanf(text, "%*d (%*[^)]) %*c %d", &ppid); // NOLINT(cert-err34-c)
        fclose(f);
        if (ppid == getpid() && kill(pid, SIGKILL) == 0) killed++;
    }
    closedir(dir);
    return killed;
}

static void a_killed_builder_is_replaced(void **state) {
    (void)state;
    static const char *const source[] = {KERNEL("51"), KERNEL("52"), KERNEL("53")};
    order o = {.source = source};
    prof_fail why;
    prof_farm *f = open_farm(&o, 3, 1, 60, 0);
    assert_int_equal(await(f, 0, &why), PROF_BUILT_OK);
    prof_farm_serve(f);
    assert_int_equal(kill_children(), 1);
    assert_int_equal(await(f, 1, &why), PROF_BUILT_OK);
    assert_int_equal(await(f, 2, &why), PROF_BUILT_OK);
    prof_farm_close(f);
}

static void without_builders_nothing_is_built(void **state) {
    (void)state;
    static const char *const source[] = {KERNEL("61")};
    order o = {.source = source};
    prof_fail why;
    prof_farm *f = open_farm(&o, 1, 0, 60, 0);
    assert_int_equal(await(f, 0, &why), PROF_BUILT_NOT);
    prof_farm_close(f);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], PROF_WORKER_FLAG) == 0) prof_worker_main();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_are_built_and_found_again),
        cmocka_unit_test(a_refused_program_tells_why),
        cmocka_unit_test(what_is_not_wanted_is_left_out),
        cmocka_unit_test(a_failing_source_ends_the_work),
        cmocka_unit_test(a_compiler_without_end_costs_its_program),
        cmocka_unit_test(nobody_waits_for_a_slow_compiler_while_others_are_done),
        cmocka_unit_test(a_compiler_that_eats_memory_costs_its_program),
        cmocka_unit_test(a_launch_without_end_is_not_the_programs_fault),
        cmocka_unit_test(a_killed_builder_is_replaced),
        cmocka_unit_test(without_builders_nothing_is_built),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
