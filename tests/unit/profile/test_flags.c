/* Flags: each alone, none on calm times, false alarms on random times, texts; and the judgement of
 * sentinels. */
#include "check.h"

#include <math.h>

#include "common/pcg.h"
#include "profile/epoch.h"
#include "profile/flags.h"

enum { N = 20 };

static unsigned of(const int64_t *t, int n) {
    return prof_flags_of(t, n, 0.02);
}

static void calm(int64_t *t) {
    for (int i = 0; i < N; i++) t[i] = 10000 + i * 7 % 20;
}

static void calm_times_have_none(void **state) {
    (void)state;
    int64_t t[N];
    calm(t);
    assert_int_equal(of(t, N), 0);
    const int64_t equal[] = {5, 5, 5, 5, 5, 5, 5, 5, 5};
    assert_int_equal(of(equal, 9), 0);
    assert_int_equal(of(equal, 1), 0);
}

static void wide_times_are_noisy(void **state) {
    (void)state;
    int64_t t[9];
    for (int i = 0; i < 9; i++) t[i] = 10000 + 100 * (i * 5 % 9);
    assert_int_equal(of(t, 9) & PROF_NOISY, PROF_NOISY);
    assert_int_equal(prof_flags_of(t, 9, 0.5) & PROF_NOISY, 0);
}

static void outliers_need_more_than_a_tenth(void **state) {
    (void)state;
    int64_t t[N];
    calm(t);
    t[3] = t[11] = 20000;
    assert_int_equal(of(t, N), 0); /* 2 of 20 are 10 % */
    t[16] = 20000;
    assert_int_equal(of(t, N), PROF_OUTLIERS);
    int64_t ticks[] = {14208, 14208, 14208, 14240, 14208, 14208, 14208, 14176, 14208};
    assert_int_equal(of(ticks, 9), 0); /* the quartiles are equal, one tick is no outlier */
    ticks[4] = 14400;
    assert_int_equal(of(ticks, 9), PROF_OUTLIERS);
}

static void halves_that_differ_drift(void **state) {
    (void)state;
    int64_t t[N];
    for (int i = 0; i < N; i++) t[i] = 10000 + 40 * i;
    assert_int_equal(of(t, N) & PROF_DRIFT, PROF_DRIFT);
    for (int i = 0; i < N; i++) t[i] = 10000 + 20 * i;
    assert_int_equal(of(t, N) & PROF_DRIFT, 0); /* 2 % apart */
    const int64_t few[] = {100, 100, 200, 200};
    assert_int_equal(of(few, 4) & PROF_DRIFT, 0); /* too few to tell */
}

static void two_clusters_are_bimodal(void **state) {
    (void)state;
    int64_t t[N];
    calm(t);
    for (int i = 0; i < N; i += 3) t[i] += 1000;
    assert_int_equal(of(t, N) & PROF_BIMODAL, PROF_BIMODAL);
    calm(t);
    for (int i = 0; i < N; i += 3) t[i] += 200; /* 2 % apart: within what the clock's tick does */
    assert_int_equal(of(t, N) & PROF_BIMODAL, 0);
    calm(t);
    t[0] = t[5] = t[9] = t[12] = 20000; /* a fifth are outliers, not a mode */
    assert_int_equal(of(t, N) & PROF_BIMODAL, 0);
}

/* One mode, whatever its width, is rarely taken for two. */
static void one_mode_is_rarely_two(void **state) {
    (void)state;
    lp_pcg r;
    lp_pcg_seed(&r, 1, 2);
    for (int n = 9; n <= 54; n += 15) {
        int alarms = 0;
        for (int round = 0; round < 2000; round++) {
            int64_t t[54];
            for (int i = 0; i < n; i++) {
                double sum = 0; /* of 12 uniforms: nearly normal */
                for (int k = 0; k < 12; k++) sum += lp_pcg_unit(&r);
                t[i] = 100000 + (int64_t)((sum - 6) * 5000);
            }
            alarms += (of(t, n) & PROF_BIMODAL) != 0;
        }
        if (alarms > 60) fail_msg("n = %d: %d of 2000 calm samples are called bimodal", n, alarms);
    }
}

static void texts_name_every_set(void **state) {
    (void)state;
    assert_string_equal(prof_flags_text(0), "");
    assert_string_equal(prof_flags_text(PROF_NOISY | PROF_BIMODAL), "noisy bimodal");
    for (unsigned f = 0; f < 16; f++) {
        const char *s = prof_flags_text(f);
        assert_int_equal(strstr(s, "noisy") != NULL, (f & PROF_NOISY) != 0);
        assert_int_equal(strstr(s, "outliers") != NULL, (f & PROF_OUTLIERS) != 0);
        assert_int_equal(strstr(s, "drift") != NULL, (f & PROF_DRIFT) != 0);
        assert_int_equal(strstr(s, "bimodal") != NULL, (f & PROF_BIMODAL) != 0);
    }
}

static prof_stats around(int64_t median, int64_t half) {
    return (prof_stats){.n = 9, .median = median, .ci_lo = median - half, .ci_hi = median + half};
}

static void sentinels_move_by_more_than_two_percent(void **state) {
    (void)state;
    prof_stats was = around(100000, 100), still = around(101900, 100), moved = around(102200, 100),
               faster = around(97700, 100), unsure = around(103000, 3500);
    assert_false(prof_sentinel_moved(&was, &was));
    assert_false(prof_sentinel_moved(&was, &still));
    assert_true(prof_sentinel_moved(&was, &moved));
    assert_true(prof_sentinel_moved(&was, &faster));
    assert_false(prof_sentinel_moved(&was, &unsure)); /* its interval reaches down to the old one */
    assert_string_equal(prof_sentinel_name(PROF_S_BANDWIDTH), "bandwidth");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calm_times_have_none),
        cmocka_unit_test(wide_times_are_noisy),
        cmocka_unit_test(outliers_need_more_than_a_tenth),
        cmocka_unit_test(halves_that_differ_drift),
        cmocka_unit_test(two_clusters_are_bimodal),
        cmocka_unit_test(one_mode_is_rarely_two),
        cmocka_unit_test(texts_name_every_set),
        cmocka_unit_test(sentinels_move_by_more_than_two_percent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
