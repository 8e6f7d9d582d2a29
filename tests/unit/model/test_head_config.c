/* model/head_config.c: what is read, and that everything else is refused in one line. */
#include "tests/unit/common/test.h"

#include <string.h>

#include "model/head_config.h"

static int read_text(const char *text, mdl_head_config *c, lp_err *e) {
    json_t *j = lp_json_parse(text, strlen(text), e);
    assert_non_null(j);
    int rc = mdl_head_config_read(j, "c.json: perf_head", c, e);
    json_decref(j);
    return rc;
}

#define NETWORK                                                                                    \
    "\"version\":1,\"target\":\"log2_us\",\"type\":\"mlp\",\"states\":{\"from\":\"layers\","       \
    "\"n\":4},\"hidden\":[256,64],\"activation\":\"silu\",\"outputs\":3,\"interval\":0.9,"         \
    "\"widen\":0.25"
#define TREES                                                                                      \
    "\"version\":1,\"target\":\"log2_us\",\"network_weight\":0,\"trees\":[{\"file\":\"t.json\","   \
    "\"format\":\"xgboost\",\"features\":[\"flop\",\"iop\"]}]"

static void a_network_is_read(void **state) {
    (void)state;
    mdl_head_config c;
    lp_err e = {""};
    assert_int_equal(
        read_text("{" NETWORK
                  ",\"features\":{\"names\":[\"flop\",\"launch.bytes\"],\"mean\":[1,2.5]"
                  ",\"std\":[1,3]},\"number_embedding\":true,\"prompt\":{\"facts\":true,"
                  "\"max_tokens\":512},\"training\":{\"device\":\"a GPU\",\"compute_units\":132,"
                  "\"feature_lo\":[0,1],\"feature_hi\":[0,9],\"notes\":{\"seed\":1}}}",
                  &c, &e),
        0);
    assert_int_equal(c.type, MDL_HEAD_MLP);
    assert_int_equal(c.states_from, MDL_STATES_LAYERS);
    assert_int_equal(c.states_n, 4);
    assert_int_equal(c.n_hidden, 2);
    assert_int_equal(c.hidden[1], 64);
    assert_int_equal(c.activation, MDL_SILU);
    assert_int_equal(c.outputs, 3);
    assert_true(c.widen == 0.25);
    assert_true(c.interval == 0.9 && c.network_weight == 1 && c.saturation_k == 40);
    assert_int_equal(c.features.n, 2);
    assert_true(c.mean[1] == 2.5 && c.std[1] == 3);
    assert_true(c.number_embedding && c.facts);
    assert_int_equal(c.max_tokens, 512);
    assert_string_equal(c.device, "a GPU");
    assert_int_equal(c.compute_units, 132);
    assert_int_equal(c.range_features.n, 2);
    assert_true(c.feature_hi[1] == 9);
    mdl_head_config_free(&c);
}

static void trees_need_no_network(void **state) {
    (void)state;
    mdl_head_config c;
    lp_err e = {""};
    assert_int_equal(read_text("{" TREES "}", &c, &e), 0);
    assert_int_equal(c.n_trees, 1);
    assert_string_equal(c.trees[0].file, "t.json");
    assert_int_equal(c.trees[0].output, MDL_MEDIAN);
    assert_true(c.trees[0].weight == 1 && c.network_weight == 0 && c.interval == 0);
    assert_string_equal(c.trees[0].features.v[1], "iop");
    mdl_head_config_free(&c);
}

static void the_older_head_is_read(void **state) {
    (void)state;
    mdl_head_config c;
    lp_err e = {""};
    assert_int_equal(read_text("{\"version\":1,\"target\":\"log2_us\",\"type\":\"softplus\","
                               "\"states\":{\"from\":\"positions\",\"n\":2},\"features\":null}",
                               &c, &e),
                     0);
    assert_int_equal(c.type, MDL_HEAD_SOFTPLUS);
    assert_int_equal(c.states_from, MDL_STATES_POSITIONS);
    assert_int_equal(c.outputs, 1);
    mdl_head_config_free(&c);
}

static void bad_ones_are_one_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"[]", "perf_head: must be an object"},
        {"{}", "`version` is missing"},
        {"{\"version\":2,\"new\":1}", "version 2 is newer than this program knows (1)"},
        {"{\"version\":\"1\"}", "perf_head.version must be a whole number"},
        {"{" NETWORK ",\"featurs\":null}", "unknown key `featurs`; is `features` meant?"},
        {"{" NETWORK ",\"features\":{\"names\":[\"a\"],\"mean\":[0]}}",
         "perf_head.features: `std` is missing"},
        {"{" NETWORK ",\"features\":{\"names\":[\"a\"],\"mean\":[0],\"std\":[0]}}",
         "features.std must be 1e-06 to 1e+06, not 0"},
        {"{" NETWORK ",\"features\":{\"names\":[\"a\",\"a\"],\"mean\":[0,0],\"std\":[1,1]}}",
         "features.names has `a` twice"},
        {"{" NETWORK ",\"features\":{\"names\":[\"a\"],\"mean\":[0,0],\"std\":[1]}}",
         "features.mean has 2 entries, more than 1"},
        {"{" NETWORK ",\"trees\":[],"
         "\"network_weight\":-1}",
         "network_weight must be 0 to"},
        {"{" NETWORK ",\"number_embedding\":1}", "number_embedding must be true or false"},
        {"{" NETWORK ",\"training\":{\"features\":[\"a\"],\"feature_lo\":[1]}}",
         "feature_lo and feature_hi must both be there"},
        {"{" NETWORK ",\"training\":{\"features\":[\"a\"],\"feature_lo\":[1],\"feature_hi\":[0]}}",
         "feature_lo[0] is above feature_hi[0]"},
        {"{\"version\":1,\"target\":\"ns\"}", "target is `ns`; known are: log2_us"},
        {"{\"version\":1,\"target\":\"log2_us\",\"network_weight\":0}", "nothing predicts"},
        {"{\"version\":1,\"target\":\"log2_us\",\"trees\":[{\"file\":\"../t\"}]}",
         "trees[0].file must be the name of a file in the model folder"},
        {"{\"version\":1,\"target\":\"log2_us\",\"trees\":[{\"file\":\"t\",\"format\":\"dart\"}]}",
         "trees[0].format is `dart`; known are: xgboost, lightgbm"},
        {"{\"version\":1,\"target\":\"log2_us\",\"trees\":[{\"file\":\"t\",\"format\":\"xgboost\","
         "\"features\":[\"a\"]}]}",
         "`network_weight` is missing"},
        {"{\"version\":1,\"target\":\"log2_us\",\"network_weight\":0,\"trees\":[{\"file\":\"t\","
         "\"format\":\"xgboost\",\"features\":[\"a\"]},{\"file\":\"t\",\"format\":\"xgboost\","
         "\"output\":\"lo\",\"features\":[\"a\"]}]}",
         "outputs lo and hi need each other"},
        {"{\"version\":1,\"target\":\"log2_us\",\"type\":\"mlp\",\"states\":{\"from\":\"layers\","
         "\"n\":4},\"hidden\":[0]}",
         "hidden must be a list of whole numbers of 1 to 65536"},
        {"{\"version\":1,\"target\":\"log2_us\",\"type\":\"mlp\",\"states\":{\"from\":\"layers\","
         "\"n\":4},\"hidden\":[],\"outputs\":2}",
         "outputs must be 1 or 3, not 2"},
        {"{\"version\":1,\"target\":\"log2_us\",\"type\":\"mlp\",\"states\":{\"from\":\"layers\","
         "\"n\":4},\"hidden\":[],\"outputs\":3}",
         "`interval` is missing"},
        {"{" TREES ",\"widen\":0.1}", "`widen` without an interval to widen"},
        {"{\"version\":1,\"target\":\"log2_us\",\"type\":\"softplus\",\"states\":{\"from\":"
         "\"layers\",\"n\":99}}",
         "states.n must be 1 to 64, not 99"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        mdl_head_config c;
        lp_err e = {""};
        assert_int_equal(read_text(bad[i].text, &c, &e), -1);
        if (!strstr(e.msg, bad[i].says) || strncmp(e.msg, "c.json: perf_head", 17) != 0)
            fail_msg("%s\n  says: %s\n  not:  %s", bad[i].text, e.msg, bad[i].says);
        mdl_head_config_free(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_network_is_read),
        cmocka_unit_test(trees_need_no_network),
        cmocka_unit_test(the_older_head_is_read),
        cmocka_unit_test(bad_ones_are_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
