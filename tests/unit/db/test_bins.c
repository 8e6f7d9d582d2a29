/* Bins and quartiles against slow definitions. */
#include <math.h>

#include "common/pcg.h"
#include "db/ops.h"
#include "temp.h"

static void known_bins(void **state) {
    (void)state;
    assert_int_equal(db_bin_of(1, 10), 0);
    assert_int_equal(db_bin_of(9, 1), 0);
    assert_int_equal(db_bin_of(10, 1), 1);
    assert_int_equal(db_bin_of(999999, 1), 5);
    assert_int_equal(db_bin_of(1000000, 1), 6);
    assert_int_equal(db_bin_lo_ns(0, 10), 1);
    assert_int_equal(db_bin_lo_ns(30, 10), 1000);
    assert_int_equal(db_bin_lo_ns(31, 10), 1259); /* 10^3.1 = 1258.93 */
    assert_int_equal(db_bin_of(1258, 10), 30);
    assert_int_equal(db_bin_of(1259, 10), 31);
}

/* Every time lies in exactly the bin that says so, for any number of bins and up to the largest
 * time. */
static void bins_hold_their_times(void **state) {
    (void)state;
    const int64_t bins[] = {1, 3, 10, 37, 1000};
    lp_pcg r;
    lp_pcg_seed(&r, 1, 2);
    for (int i = 0; i < 20000; i++) {
        int64_t ns = lp_pcg_log_range(&r, 1, INT64_MAX / 2), b = bins[i % 5];
        int bin = db_bin_of(ns, b);
        assert_true(db_bin_lo_ns(bin, b) <= ns);
        assert_true(ns < db_bin_lo_ns(bin + 1, b));
    }
    assert_true(db_bin_of(INT64_MAX, 1000) <= 19000);
    for (int b = 0; b < 200; b++) assert_true(db_bin_lo_ns(b, 10) <= db_bin_lo_ns(b + 1, 10));
}

static void known_quartiles(void **state) {
    (void)state;
    double q1, q3;
    db_quartiles((const double[]){5}, 1, &q1, &q3);
    assert_true(q1 == 5 && q3 == 5);
    db_quartiles((const double[]){1, 2, 3, 4}, 4, &q1, &q3);
    assert_true(q1 == 1.75 && q3 == 3.25);
    db_quartiles((const double[]){1, 2, 3, 4, 5}, 5, &q1, &q3);
    assert_true(q1 == 2 && q3 == 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_bins),
        cmocka_unit_test(bins_hold_their_times),
        cmocka_unit_test(known_quartiles),
    };
    return cmocka_run_group_tests(tests, temp_setup, temp_teardown);
}
