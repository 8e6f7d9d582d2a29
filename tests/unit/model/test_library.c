/* model/library*.c: predictions through llmperf.h, alone, in sweeps of any order and from several
 * threads; what it refuses, and how it says so. */
#include "tests/unit/common/test.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/llmperf.h"

#define MODELS "tests/fixtures/model/"
#define AXPY MODELS "kernels/axpy.cl"

enum {
    N_LAUNCHES = 150,
    N_THREADS = 4,
    ROUNDS = 3
}; /* more launches than are computed at a time */

static const char axpy[] =
    "{\"kernel\":\"axpy\",\"path\":\"axpy.cl\",\"dims\":1,\"status\":\"ok\",\"reason\":null,"
    "\"pattern\":\"bounds-check\",\"source\":\"kernel void axpy(global const float *x, global "
    "float *y, const float a, const int n) {\\n    int i = get_global_id(0);\\n    if (i < n)\\n"
    "        y[i] += a * x[i];\\n}\\n\",\"reqd_local\":0,\"constraints\":[],\"features\":{"
    "\"load_global_bytes\":\"8\",\"flop\":\"2\",\"loop_trips\":\"0\"},\"args\":["
    "{\"index\":0,\"name\":\"x\",\"kind\":\"buffer\",\"type\":\"float\",\"elem_bytes\":4,"
    "\"access\":\"r\",\"extent\":\"min(n, global)\"},"
    "{\"index\":1,\"name\":\"y\",\"kind\":\"buffer\",\"type\":\"float\",\"elem_bytes\":4,"
    "\"access\":\"rw\",\"extent\":\"min(n, global)\"},"
    "{\"index\":2,\"name\":\"a\",\"kind\":\"scalar\",\"type\":\"float\",\"elem_bytes\":4,"
    "\"access\":\"none\",\"role\":\"coefficient\"},"
    "{\"index\":3,\"name\":\"n\",\"kind\":\"scalar\",\"type\":\"int\",\"elem_bytes\":4,"
    "\"access\":\"none\",\"role\":\"bound\"}]}";
static const char skipped[] =
    "{\"kernel\":\"wild\",\"status\":\"skipped\",\"reason\":\"data_dependent_index\","
    "\"features\":{},\"args\":[]}";

static llmperf_model *model;
static llmperf_kernel *kernel;
static llmperf_error error;

static llmperf_model *open_model(const char *dir, unsigned threads) {
    llmperf_model_options o = {sizeof o, threads};
    llmperf_model *m = llmperf_model_open(dir, &o, &error);
    if (!m) fail_msg("%s", error.message);
    return m;
}

static int setup(void **state) {
    (void)state;
    model = open_model(MODELS "network", 2);
    kernel = llmperf_kernel_from_record(axpy, sizeof axpy - 1, "axpy", &error);
    if (!kernel) fail_msg("%s", error.message);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    llmperf_model_close(model);
    llmperf_kernel_free(kernel);
    return 0;
}

static llmperf_launch launch(int64_t global, int64_t local) {
    return (llmperf_launch){sizeof(llmperf_launch), global, local, NULL, 0};
}

static llmperf_result one(const llmperf_model *m, const llmperf_launch *l) {
    llmperf_results *r = llmperf_predict(m, kernel, l, 1, NULL, &error);
    if (!r) fail_msg("%s", error.message);
    llmperf_result copy = *llmperf_results_get(r, 0);
    copy.unlike_why = copy.notes = NULL; /* go with r */
    llmperf_results_free(r);
    return copy;
}

/* As near as results of any batch are. */
static void assert_near(double a, double b) {
    if (!(fabs(log2(a) - log2(b)) <= 1e-5)) fail_msg("%.9g us and %.9g us", a, b);
}

/* ---- one launch ---- */

static void gives_the_golden_time(void **state) {
    (void)state;
    const char *const args[] = {"n=1000", "a=2.5"};
    llmperf_launch l = {sizeof l, 1024, 64, args, 2};
    llmperf_result r = one(model, &l);
    assert_true(fabs(log2(r.median_us / 3.1268508)) < 1e-4);
    assert_true(r.lo_us < r.median_us && r.median_us < r.hi_us);
    assert_string_equal(r.saturation, "under");
    assert_true(fabs(llmperf_model_interval(model) - 0.9) < 1e-9);
}

static void says_what_it_assumed(void **state) {
    (void)state;
    llmperf_launch l = launch(1024, 64);
    llmperf_results *r = llmperf_predict(model, kernel, &l, 1, NULL, &error);
    assert_non_null(r);
    assert_int_equal(llmperf_results_count(r), 1);
    assert_null(llmperf_results_get(r, 1));
    assert_non_null(strstr(llmperf_results_get(r, 0)->notes, "n = 1024 is assumed"));
    llmperf_results_free(r);
}

static void tells_what_is_unlike(void **state) {
    (void)state;
    llmperf_launch l[] = {launch(1024, 64), launch(1 << 26, 64)};
    llmperf_results *r = llmperf_predict(model, kernel, l, 2, NULL, &error);
    assert_non_null(r);
    assert_false(llmperf_results_get(r, 0)->unlike);
    assert_string_equal(llmperf_results_get(r, 0)->unlike_why, "");
    assert_true(llmperf_results_get(r, 1)->unlike);
    assert_non_null(strstr(llmperf_results_get(r, 1)->unlike_why, "launch.global_size"));
    llmperf_results_free(r);
}

static void calibrates_when_asked(void **state) {
    (void)state;
    llmperf_launch l[] = {launch(1 << 20, 64), launch(1024, 64)};
    llmperf_predict_options o = {sizeof o, 0, 1};
    llmperf_result plain = one(model, &l[0]), without = one(model, &l[1]);
    llmperf_results *r = llmperf_predict(model, kernel, l, 2, &o, &error);
    assert_non_null(r);
    const llmperf_result *c = llmperf_results_get(r, 0);
    assert_false(plain.calibrated);
    assert_true(c->calibrated);
    assert_true(plain.factor == 0.5 && c->factor == 0.5);
    assert_near(c->median_us, plain.median_us * 0.5);
    assert_near(c->lo_us, plain.lo_us * 0.5);
    assert_near(c->hi_us, plain.hi_us * 0.5);
    c = llmperf_results_get(r, 1); /* the folder has no factor for it */
    assert_false(c->calibrated);
    assert_true(c->factor == 1);
    assert_near(c->median_us, without.median_us);
    llmperf_results_free(r);
}

static void compute_units_decide_the_class(void **state) {
    (void)state;
    llmperf_launch l = launch(1024, 64);
    llmperf_predict_options o = {sizeof o, 17, 0};
    llmperf_results *r = llmperf_predict(model, kernel, &l, 1, &o, &error);
    assert_non_null(r);
    assert_string_equal(llmperf_results_get(r, 0)->saturation, "idle");
    llmperf_results_free(r);
}

/* ---- sweeps ---- */

static void fill(llmperf_launch *l) {
    for (int i = 0; i < N_LAUNCHES; i++)
        l[i] = launch((int64_t)64 * (1 + i * i % 997), i % 2 ? 64 : 32);
}

static void assert_same(const llmperf_results *r, size_t i, const llmperf_result *want) {
    const llmperf_result *got = llmperf_results_get(r, i);
    assert_non_null(got);
    assert_near(got->median_us, want->median_us);
    assert_near(got->lo_us, want->lo_us);
    assert_near(got->hi_us, want->hi_us);
    assert_int_equal(got->unlike, want->unlike);
}

/* Batches of `batch` launches, every `step`-th next (step and N_LAUNCHES have no common factor). */
static void check_order(const llmperf_launch *l, const llmperf_result *want, size_t batch,
                        size_t step) {
    llmperf_launch mixed[N_LAUNCHES];
    for (size_t i = 0; i < N_LAUNCHES; i++) mixed[i] = l[i * step % N_LAUNCHES];
    for (size_t i = 0; i < N_LAUNCHES; i += batch) {
        size_t n = N_LAUNCHES - i < batch ? N_LAUNCHES - i : batch;
        llmperf_results *r = llmperf_predict(model, kernel, mixed + i, n, NULL, &error);
        if (!r) fail_msg("%s", error.message);
        assert_int_equal(llmperf_results_count(r), n);
        for (size_t j = 0; j < n; j++) assert_same(r, j, &want[(i + j) * step % N_LAUNCHES]);
        llmperf_results_free(r);
    }
}

static void sweeps_equal_single_launches(void **state) {
    (void)state;
    llmperf_launch l[N_LAUNCHES];
    llmperf_result want[N_LAUNCHES];
    fill(l);
    for (int i = 0; i < N_LAUNCHES; i++) want[i] = one(model, &l[i]);
    check_order(l, want, N_LAUNCHES, 1);
    check_order(l, want, N_LAUNCHES, 149);
    check_order(l, want, 1, 7);
    check_order(l, want, 13, 7);
    check_order(l, want, 65, 11);
}

static void threads_change_nothing(void **state) {
    (void)state;
    llmperf_launch l = launch(4096, 64);
    llmperf_result want = one(model, &l);
    for (unsigned n = 0; n < 5; n += n + 1) {
        llmperf_model *other = open_model(MODELS "network", n);
        llmperf_result got = one(other, &l);
        assert_near(got.median_us, want.median_us);
        assert_near(got.hi_us, want.hi_us);
        llmperf_model_close(other);
    }
}

/* ---- several threads ---- */

typedef struct work {
    const llmperf_launch *l;
    const llmperf_result *want;
    size_t first;
    int wrong; /* results; cmocka is for the main thread only */
} work;

static int compare(const llmperf_results *r, const work *w, size_t first, size_t n) {
    int wrong = r ? 0 : 1;
    for (size_t i = 0; r && i < n; i++) {
        const llmperf_result *got = llmperf_results_get(r, i), *want = &w->want[first + i];
        wrong += !(fabs(log2(got->median_us) - log2(want->median_us)) <= 1e-5);
        wrong += !(fabs(log2(got->hi_us) - log2(want->hi_us)) <= 1e-5);
    }
    return wrong;
}

/* Sweeps, errors, and a kernel handle of its own, with the model that all share. */
static void *predict_much(void *arg) {
    work *w = arg;
    llmperf_error why = {""};
    llmperf_kernel *own = llmperf_kernel_from_record(axpy, sizeof axpy - 1, NULL, &why);
    llmperf_launch odd = launch(1000, 64);
    for (int round = 0; round < ROUNDS; round++) {
        size_t first = (w->first + (size_t)round * 31) % (N_LAUNCHES - 40);
        for (int i = 0; i < 2; i++) {
            llmperf_results *r =
                llmperf_predict(model, i ? own : kernel, w->l + first, 40, NULL, &why);
            w->wrong += compare(r, w, first, 40);
            llmperf_results_free(r);
        }
        w->wrong += llmperf_predict(model, kernel, &odd, 1, NULL, &why) != NULL;
        w->wrong += strstr(why.message, "1000") == NULL;
    }
    llmperf_kernel_free(own);
    return NULL;
}

static void threads_share_handles(void **state) {
    (void)state;
    llmperf_launch l[N_LAUNCHES];
    llmperf_result want[N_LAUNCHES];
    pthread_t threads[N_THREADS];
    work w[N_THREADS];
    fill(l);
    for (int i = 0; i < N_LAUNCHES; i++) want[i] = one(model, &l[i]);
    for (size_t i = 0; i < N_THREADS; i++) {
        w[i] = (work){l, want, i * 17, 0};
        assert_int_equal(pthread_create(&threads[i], NULL, predict_much, &w[i]), 0);
    }
    for (size_t i = 0; i < N_THREADS; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (size_t i = 0; i < N_THREADS; i++) assert_int_equal(w[i].wrong, 0);
}

static void results_outlive_handles(void **state) {
    (void)state;
    llmperf_model *m = open_model(MODELS "trees", 1);
    llmperf_kernel *k = llmperf_kernel_from_record(axpy, sizeof axpy - 1, NULL, &error);
    llmperf_launch l = launch(1 << 20, 64);
    llmperf_results *r = llmperf_predict(m, k, &l, 1, NULL, &error);
    llmperf_model_close(m);
    llmperf_kernel_free(k);
    assert_non_null(r);
    assert_true(llmperf_results_get(r, 0)->median_us > 0);
    assert_non_null(strstr(llmperf_results_get(r, 0)->notes, "assumed"));
    assert_true(strlen(llmperf_results_get(r, 0)->saturation) > 0);
    llmperf_results_free(r);
}

/* ---- what is refused ---- */

static void said(const void *result, const char *part) {
    assert_null(result);
    if (!strstr(error.message, part)) fail_msg("'%s' lacks '%s'", error.message, part);
    assert_null(strchr(error.message, '\n'));
    error.message[0] = 0;
}

static void refuses_models(void **state) {
    (void)state;
    llmperf_model_options many = {sizeof many, 5000}, none = {0, 1};
    said(llmperf_model_open("tests/fixtures", NULL, &error), "tests/fixtures/config.json");
    said(llmperf_model_open(NULL, NULL, &error), "no model folder");
    said(llmperf_model_open(MODELS "trees", &many, &error), "0 to 1024");
    said(llmperf_model_open(MODELS "trees", &none, &error), "sizeof");
    assert_null(llmperf_model_open("/nowhere", NULL, NULL));
}

static void refuses_launches(void **state) {
    (void)state;
    const char *const args[] = {"m=3"}, *const words[] = {"n"};
    llmperf_launch l[] = {launch(1024, 64), launch(1000, 64)};
    llmperf_launch strange = {sizeof strange, 1024, 64, args, 1};
    llmperf_launch word = {sizeof word, 1024, 64, words, 1};
    llmperf_predict_options o = {sizeof o, -1, 0};
    said(llmperf_predict(model, kernel, l, 0, NULL, &error), "no launch");
    said(llmperf_predict(model, kernel, l, 2, NULL, &error), "launch 2 of 2: global size 1000");
    said(llmperf_predict(model, kernel, &strange, 1, NULL, &error), "no such argument");
    said(llmperf_predict(model, kernel, &word, 1, NULL, &error), "name=VALUE");
    said(llmperf_predict(model, kernel, l, 1, &o, &error), "compute_units");
    l[1] = launch(1024, 64);
    l[1].size = sizeof(size_t);
    said(llmperf_predict(model, kernel, l, 2, NULL, &error), "size is another");
    assert_null(llmperf_predict(model, kernel, l, 2, NULL, NULL));
}

static llmperf_kernel *from(const char *json, const char *name) {
    return llmperf_kernel_from_record(json, strlen(json), name, &error);
}

static void refuses_records(void **state) {
    (void)state;
    char both[sizeof axpy + sizeof skipped + 8], *damaged = strdup(axpy);
    snprintf(both, sizeof both, "%s\n\n%s\n", axpy, skipped);
    said(from("", NULL), "has no kernel");
    said(from("{}", NULL), "record:1");
    said(from("\n{\"kernel\": ", NULL), "record:2");
    said(from(axpy, "saxpy"), "no kernel saxpy; there are: axpy");
    said(from(both, NULL), "has 2 kernels");
    said(from(both, "wild"), "data_dependent_index");
    llmperf_kernel *k = from(both, "axpy");
    assert_non_null(k);
    assert_string_equal(llmperf_kernel_name(k), "axpy");
    llmperf_kernel_free(k);
    strstr(damaged, "\"index\":1")[8] = '3';
    said(from(damaged, NULL), "argument 1");
    free(damaged);
}

/* ---- structs that grow ---- */

static void older_and_newer_structs(void **state) {
    (void)state;
    struct {
        llmperf_launch known;
        int64_t more;
    } l[2] = {{launch(1024, 64), 0}, {launch(2048, 64), 0}};
    llmperf_launch plain = launch(2048, 64);
    llmperf_result want = one(model, &plain);
    l[0].known.size = l[1].known.size = sizeof l[0];
    llmperf_results *r = llmperf_predict(model, kernel, &l[0].known, 2, NULL, &error);
    if (!r) fail_msg("%s", error.message);
    assert_same(r, 1, &want);
    llmperf_results_free(r);
    l[1].more = 1;
    said(llmperf_predict(model, kernel, &l[0].known, 2, NULL, &error), "does not know");
    plain.size = offsetof(llmperf_launch, args); /* of a program that knows no arguments */
    plain.n_args = 7;
    assert_near(one(model, &plain).median_us, want.median_us);
}

/* ---- sources ---- */

static void sources_need_the_analysis(void **state) {
    (void)state;
    llmperf_source_options o = {.size = sizeof o, .analyze = "/nowhere/llmperf-analyze"};
    said(llmperf_kernel_from_file(AXPY, NULL, &o, &error), "LLMPERF_ANALYZE");
    said(llmperf_kernel_from_file(NULL, NULL, &o, &error), "no source file");
    said(llmperf_kernel_from_source(NULL, 0, NULL, &o, &error), "no source");
    o.analyze = "/bin/false";
    said(llmperf_kernel_from_file(AXPY, NULL, &o, &error), "axpy.cl: cannot be analysed");
    said(llmperf_kernel_from_source("x", 1, NULL, &o, &error), "source: cannot be analysed");
    o.analyze = "/bin/echo"; /* ends well, and what it prints is no record */
    said(llmperf_kernel_from_file(AXPY, NULL, &o, &error), AXPY ":1");
}

static void signals_stay_as_they_are(void **state) {
    (void)state;
    struct sigaction before, after;
    llmperf_source_options o = {.size = sizeof o, .analyze = "/bin/false"};
    sigaction(SIGPIPE, NULL, &before);
    assert_null(llmperf_kernel_from_file(AXPY, NULL, &o, NULL));
    sigaction(SIGPIPE, NULL, &after);
    assert_ptr_equal(before.sa_handler, after.sa_handler);
}

static void has_a_version(void **state) {
    (void)state;
    assert_true(strlen(llmperf_version()) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gives_the_golden_time),
        cmocka_unit_test(says_what_it_assumed),
        cmocka_unit_test(tells_what_is_unlike),
        cmocka_unit_test(calibrates_when_asked),
        cmocka_unit_test(compute_units_decide_the_class),
        cmocka_unit_test(sweeps_equal_single_launches),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(threads_share_handles),
        cmocka_unit_test(results_outlive_handles),
        cmocka_unit_test(refuses_models),
        cmocka_unit_test(refuses_launches),
        cmocka_unit_test(refuses_records),
        cmocka_unit_test(older_and_newer_structs),
        cmocka_unit_test(sources_need_the_analysis),
        cmocka_unit_test(signals_stay_as_they_are),
        cmocka_unit_test(has_a_version),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
