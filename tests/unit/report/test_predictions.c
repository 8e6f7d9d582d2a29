/* report/predictions.c: reading what validate prints, and what is stored. */
#include "tests/unit/db/temp.h"

#include <math.h>

#include "report/predictions.h"

static const char good[] =
    "{\"model\":\"models/m\",\"model_device\":\"GPU\",\"interval\":0.9,\"timed\":50,\"failed\":2,"
    "\"worst\":[{\"sample\":7,\"median_us\":2.5,\"lo_us\":1,\"hi_us\":4,\"unlike\":\"big\"},"
    "{\"sample\":3,\"median_us\":10,\"lo_us\":null,\"hi_us\":null,\"unlike\":null},"
    "{\"sample\":7,\"median_us\":2.5,\"lo_us\":1,\"hi_us\":4,\"unlike\":\"big\"}]}";

static void rows_are_sorted_and_found(void **state) {
    (void)state;
    rep_predictions p = {0};
    lp_err e = {""};
    assert_int_equal(rep_predictions_parse(good, strlen(good), &p, &e), 0);
    assert_int_equal(p.n, 2); /* a sample of two devices counts once */
    assert_string_equal(p.model, "models/m");
    assert_string_equal(p.device, "GPU");
    assert_true(p.interval == 0.9 && p.timed == 50 && p.failed == 2);
    const rep_prediction *r = rep_predictions_find(&p, 7);
    assert_true(r && r->median_us == 2.5 && r->lo_us == 1 && r->hi_us == 4);
    assert_string_equal(r->unlike, "big");
    r = rep_predictions_find(&p, 3);
    assert_true(r && r->median_us == 10 && isnan(r->lo_us) && isnan(r->hi_us) && !r->unlike);
    assert_null(rep_predictions_find(&p, 5));
    rep_predictions_free(&p);
    assert_null(rep_predictions_find(&p, 7));
}

static void damaged_answers_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        "[]",
        "{\"model\":\"m\"}",
        "{\"worst\":[]}",
        "{\"model\":\"m\",\"worst\":{}}",
        "{\"model\":\"m\",\"worst\":[1]}",
        "{\"model\":\"m\",\"worst\":[{\"sample\":\"7\",\"median_us\":1}]}",
        "{\"model\":\"m\",\"worst\":[{\"sample\":7}]}",
        "{\"model\":\"m\",\"worst\":[{\"sample\":7,\"median_us\":0}]}",
        "{\"model\":\"m\",\"worst\":[{\"sample\":7,\"median_us\":1e300}]}",
        "{\"model\":\"m\",\"worst\":[{\"sample\":7,\"median_us\":1,\"lo_us\":2}]}",
        "{\"model\":\"m\",\"worst\":[{\"sample\":7,\"median_us\":1,\"lo_us\":2,\"hi_us\":1}]}",
        "{\"model\":\"m\",\"worst\":[{\"sample\":7,\"median_us\":1,\"lo_us\":-2,\"hi_us\":1}]}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        rep_predictions p = {0};
        lp_err e = {""};
        assert_int_equal(rep_predictions_parse(bad[i], strlen(bad[i]), &p, &e), -1);
        assert_true(e.msg[0] != 0);
        rep_predictions_free(&p);
    }
    /* cut anywhere */
    for (size_t n = 0; n < strlen(good); n++) {
        rep_predictions p = {0};
        lp_err e = {""};
        assert_int_equal(rep_predictions_parse(good, n, &p, &e), -1);
        rep_predictions_free(&p);
    }
}

/* Of the two models the one with more rows; what is no time is left out and counted. */
static void stored_rows(void **state) {
    (void)state;
    static const char rows[] =
        "PRAGMA foreign_keys = OFF;"
        "INSERT INTO prediction VALUES (1, 'a', 1000, NULL, NULL), (1, 'b', 5000, 4000, 6000),"
        " (2, 'b', 2000, 3000, 1000), (3, 'b', -1, NULL, NULL), (4, 'b', 7000, NULL, NULL),"
        " (5, 'b', 2000, 1000, 9e999);";
    lp_err e = {""};
    db *d = temp_db("stored.db");
    rep_predictions p = {0};
    assert_int_equal(rep_predictions_stored(d, &p, &e), 0);
    assert_true(p.n == 0 && !p.model);
    rep_predictions_free(&p);
    sql(d, rows);
    assert_int_equal(rep_predictions_stored(d, &p, &e), 0);
    assert_string_equal(p.model, "b");
    assert_true(p.stored && p.n == 2 && p.failed == 3 && p.others == 1 && isnan(p.interval));
    assert_true(rep_predictions_find(&p, 1)->lo_us == 4);
    assert_true(isnan(rep_predictions_find(&p, 4)->hi_us));
    rep_predictions_free(&p);
    db_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_sorted_and_found),
        cmocka_unit_test(damaged_answers_are_refused),
        cmocka_unit_test(stored_rows),
    };
    return cmocka_run_group_tests(tests, temp_setup, temp_teardown);
}
