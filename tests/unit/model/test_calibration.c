/* model/calibration.c: the most specific factor, what is refused, and that files come back. */
#include "tests/unit/common/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/fs.h"
#include "model/calibration.h"

static int parse(const char *text, mdl_calibration *c, lp_err *e) {
    return mdl_calibration_parse(text, strlen(text), "c.json", c, e);
}

#define FACTOR(pattern, class_, factor)                                                            \
    "{\"pattern\":" pattern ",\"class\":" class_ ",\"factor\":" factor "}"
#define FILE_OF(factors) "{\"version\":1,\"factors\":[" factors "]}"

static double factor_of(const mdl_calibration *c, const char *pattern, const char *class_) {
    const mdl_factor *f = mdl_calibration_find(c, pattern, class_);
    return f ? f->factor : 1;
}

static void the_most_specific_wins(void **state) {
    (void)state;
    mdl_calibration c = {0};
    lp_err e = {""};
    assert_int_equal(
        parse(FILE_OF(FACTOR("null", "null", "2") "," FACTOR("null", "\"idle\"", "3") "," FACTOR(
                  "\"stencil\"", "null", "4") "," FACTOR("\"stencil\"", "\"idle\"", "5")),
              &c, &e),
        0);
    assert_true(factor_of(&c, "stencil", "idle") == 5);
    assert_true(factor_of(&c, "stencil", "under") == 4);
    assert_true(factor_of(&c, "stencil", NULL) == 4);
    assert_true(factor_of(&c, "direct", "idle") == 3);
    assert_true(factor_of(&c, NULL, "idle") == 3);
    assert_true(factor_of(&c, "direct", "under") == 2);
    mdl_calibration_free(&c);
    assert_null(mdl_calibration_find(&c, "direct", "under"));
}

static void bad_ones_are_one_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"", "c.json: JSON: "},
        {"[]", "c.json: must be an object"},
        {"{\"version\":2}", "version 2 is newer"},
        {"{\"version\":1}", "`factors` is missing"},
        {"{\"version\":1,\"factors\":{}}", "c.json.factors must be a list"},
        {FILE_OF("1"), "factors[0]: must be an object"},
        {FILE_OF(FACTOR("1", "null", "1")), "factors[0].pattern must be a text"},
        {FILE_OF(FACTOR("null", "\"busy\"", "1")), "known are: idle, under, saturated"},
        {FILE_OF(FACTOR("null", "null", "0")), "factors[0].factor must be 0.001 to 1000, not 0"},
        {FILE_OF("{\"pattern\":null}"), "`factor` is missing"},
        {FILE_OF(FACTOR("null", "null", "1") "," FACTOR("null", "null", "1")),
         "factors[1]: a second factor for pattern null, class null"},
        {FILE_OF("{\"factor\":1,\"sauce\":\"hand\"}"), "unknown key `sauce`; is `source` meant?"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        mdl_calibration c = {0};
        lp_err e = {""};
        assert_int_equal(parse(bad[i].text, &c, &e), -1);
        if (!strstr(e.msg, bad[i].says)) fail_msg("%s\n says: %s", bad[i].text, e.msg);
        mdl_calibration_free(&c);
    }
}

static void what_is_saved_comes_back(void **state) {
    (void)state;
    char dir[] = "/tmp/calibration-XXXXXX";
    assert_non_null(mkdtemp(dir));
    mdl_calibration c = {0}, back;
    lp_err e = {""};
    assert_int_equal(mdl_calibration_load(dir, &back, &e), 0); /* no file: no factors */
    assert_int_equal(back.n, 0);
    mdl_calibration_add(&c, &(mdl_factor){"reduction", "under", 0.875, true, 0});
    mdl_calibration_add(&c, &(mdl_factor){NULL, "idle", 1.25, false, 120});
    assert_int_equal(mdl_calibration_save(dir, &c, &e), 0);
    if (mdl_calibration_load(dir, &back, &e)) fail_msg("%s", e.msg);
    assert_int_equal(back.n, 2);
    assert_string_equal(back.v[0].pattern, "reduction");
    assert_true(back.v[0].by_hand && back.v[0].factor == 0.875);
    assert_null(back.v[1].pattern);
    assert_true(!back.v[1].by_hand && back.v[1].n == 120);
    mdl_calibration_free(&c);
    mdl_calibration_free(&back);
    char *path = lp_path_join(dir, MDL_CALIBRATION_FILE);
    unlink(path);
    rmdir(dir);
    free(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_specific_wins),
        cmocka_unit_test(bad_ones_are_one_line),
        cmocka_unit_test(what_is_saved_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
