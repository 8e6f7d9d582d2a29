/* model/doctor.c: each trouble is found where it is, and only there. */
#include "tests/unit/common/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/campaign.h"
#include "common/fs.h"
#include "model/doctor.h"

enum { KERNELS = 16, LAUNCHES = 15, ROWS = KERNELS * LAUNCHES };

typedef struct fixture {
    lp_predicted rows[ROWS];
    char names[KERNELS][16];
    mdl_validation v;
    mdl_head_config config;
    mdl_findings found;
    char dir[32];
    char *path;
    db *d;
} fixture;

/* A model that is right within a few per cent; kernels 0-3 are stencils. */
static int setup(void **state) {
    fixture *f = lp_alloc(1, sizeof *f);
    lp_err e = {""};
    for (int k = 0; k < KERNELS; k++) {
        snprintf(f->names[k], sizeof f->names[k], "k%02d", k);
        for (int i = 0; i < LAUNCHES; i++) {
            double us = exp2(1 + 0.6 * i + 0.1 * k);
            double off = 1 + 0.1 * ((i * 7 + k * 3) % 5 - 2);
            f->rows[k * LAUNCHES + i] = (lp_predicted){.kernel = f->names[k],
                                                       .family = f->names[k],
                                                       .pattern = k < 4 ? "stencil" : "direct",
                                                       .class_ = "under",
                                                       .measured_us = us,
                                                       .median_us = us * off,
                                                       .lo_us = us * off * 0.8,
                                                       .hi_us = us * off * 1.3};
        }
    }
    f->v = (mdl_validation){.rows = f->rows, .n = ROWS, .intervals = true};
    f->config.interval = 0.9;
    strcpy(f->dir, "/tmp/doctor-XXXXXX");
    assert_non_null(mkdtemp(f->dir));
    f->path = lp_path_join(f->dir, "c.db");
    f->d = db_open(f->path, DB_CREATE, &e);
    if (!f->d) fail_msg("%s", e.msg);
    *state = f;
    return 0;
}

static int teardown(void **state) {
    fixture *f = *state;
    mdl_findings_free(&f->found);
    db_close(f->d);
    unlink(f->path);
    rmdir(f->dir);
    free(f->path);
    free(f);
    return 0;
}

static void examine(fixture *f) {
    mdl_case c = {&f->v, &f->config, f->d};
    lp_err e = {""};
    if (mdl_doctor(&c, &f->found, &e)) fail_msg("%s", e.msg);
}

/* The only trouble there is. */
static const mdl_finding *only_trouble(const fixture *f, const char *name) {
    const mdl_finding *it = NULL;
    for (size_t i = 0; i < f->found.n; i++) {
        if (f->found.v[i].verdict != MDL_TROUBLE) continue;
        if (it || strcmp(f->found.v[i].name, name) != 0)
            fail_msg("also: %s: %s", f->found.v[i].name, f->found.v[i].evidence.s);
        it = &f->found.v[i];
    }
    if (!it) fail_msg("%s is not found", name);
    assert_true(it->advice.len > 0 && it->evidence.len > 0);
    return it;
}

/* The campaign that would help is one. */
static void loads(const lp_text *yaml) {
    lp_campaign c;
    lp_err e = {""};
    if (lp_campaign_parse("more.yaml", lp_text_str(yaml), yaml->len, &c, &e)) fail_msg("%s", e.msg);
    assert_true(c.synth_count > 0);
    lp_campaign_free(&c);
}

static void a_good_model_is_fine(void **state) {
    fixture *f = *state;
    examine(f);
    assert_int_equal(f->found.n, 6);
    for (size_t i = 0; i < f->found.n; i++)
        if (f->found.v[i].verdict != MDL_FINE)
            fail_msg("%s: %s", f->found.v[i].name, f->found.v[i].evidence.s);
}

static void constant_predictions(void **state) {
    fixture *f = *state;
    f->v.intervals = false;
    for (int i = 0; i < ROWS; i++) f->rows[i].median_us = 100 + i % 2;
    examine(f);
    const mdl_finding *spread = NULL;
    for (size_t i = 0; i < f->found.n; i++)
        if (strcmp(f->found.v[i].name, "predictions differ") == 0) spread = &f->found.v[i];
    assert_non_null(spread);
    assert_int_equal(spread->verdict, MDL_TROUBLE);
    assert_non_null(strstr(spread->advice.s, "the prompt is not the one"));
}

static void a_pattern_that_is_new(void **state) {
    fixture *f = *state;
    f->v.intervals = false;
    for (int i = 0; i < 4 * LAUNCHES; i++) f->rows[i].median_us *= i / LAUNCHES % 2 ? 2.5 : 0.4;
    examine(f);
    const mdl_finding *it = only_trouble(f, "errors of a pattern");
    assert_string_equal(it->about, "stencil");
    assert_non_null(strstr(it->campaign.s, "stencil: 1\n"));
    assert_non_null(strstr(it->campaign.s, "direct: 0\n"));
    loads(&it->campaign);
}

static void peaks_that_are_underestimated(void **state) {
    fixture *f = *state;
    f->v.intervals = false;
    for (int i = 0; i < ROWS; i++)
        if (f->rows[i].measured_us > 500) f->rows[i].median_us *= 0.5;
    examine(f);
    const mdl_finding *it = only_trouble(f, "long times");
    assert_non_null(strstr(it->advice.s, "saturated"));
    loads(&it->campaign);
}

static void narrow_intervals_and_bias(void **state) {
    fixture *f = *state;
    for (int i = 0; i < ROWS; i++) {
        f->rows[i].lo_us = f->rows[i].median_us * 0.999;
        f->rows[i].hi_us = f->rows[i].median_us * 1.001;
    }
    examine(f);
    only_trouble(f, "intervals");
    mdl_findings_free(&f->found);
    f->v.intervals = false;
    for (int i = 0; i < ROWS; i++) f->rows[i].median_us *= 2;
    examine(f);
    only_trouble(f, "bias");
}

static void launches_unlike_the_training_data(void **state) {
    fixture *f = *state;
    double lo = 0;
    f->config.feature_lo = &lo;
    for (int i = 0; i < ROWS / 2; i++) f->rows[i].unlike = "flop is 9, in training 1 to 2";
    examine(f);
    only_trouble(f, "like the training data");
    f->config.feature_lo = NULL;
}

static void few_samples_decide_nothing(void **state) {
    fixture *f = *state;
    f->v.n = 5;
    for (int i = 0; i < ROWS; i++) f->rows[i].median_us = 1;
    examine(f);
    for (size_t i = 0; i < f->found.n; i++) assert_int_equal(f->found.v[i].verdict, MDL_UNDECIDED);
}

int main(void) {
#define T(fn) cmocka_unit_test_setup_teardown(fn, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(a_good_model_is_fine),       T(constant_predictions),
        T(a_pattern_that_is_new),      T(peaks_that_are_underestimated),
        T(narrow_intervals_and_bias),  T(launches_unlike_the_training_data),
        T(few_samples_decide_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
