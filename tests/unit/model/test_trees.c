/* model/trees*.c: the same numbers as the libraries', and damaged files as one line. The models and
 * what the libraries predict come from tests/train/make_trees.py. */
#include "tests/unit/common/test.h"

#include <math.h>
#include <string.h>

#include "common/fs.h"
#include "common/json.h"
#include "model/trees.h"

#define FOLDER "tests/fixtures/trees/"

static const char *const columns[] = {"launch.global_size", "flop", "load_global_bytes",
                                      "branches"};

static lp_strv names_of(const char *const *v, size_t n) {
    lp_strv names = {0};
    for (size_t i = 0; i < n; i++) lp_strv_add(&names, v[i]);
    return names;
}

static json_t *read_json(const char *path) {
    lp_text text = {0};
    lp_err e = {""};
    if (lp_read_file(path, 1 << 20, &text, &e)) fail_msg("%s", e.msg);
    json_t *j = lp_json_parse(text.s, text.len, &e);
    if (!j) fail_msg("%s: %s", path, e.msg);
    lp_text_free(&text);
    return j;
}

static void agrees(const char *model, mdl_tree_format format, const char *golden) {
    lp_err e = {""};
    lp_strv names = names_of(columns, 4);
    mdl_trees *t = mdl_trees_open(model, format, &names, &e);
    if (!t) fail_msg("%s", e.msg);
    json_t *j = read_json(golden);
    const json_t *rows = json_object_get(j, "x"), *y = json_object_get(j, "y");
    double worst = 0;
    assert_int_equal(json_array_size(rows), 60);
    for (size_t i = 0; i < json_array_size(rows); i++) {
        float x[4];
        for (size_t k = 0; k < 4; k++) {
            const json_t *v = json_array_get(json_array_get(rows, i), k);
            x[k] = json_is_number(v) ? (float)json_number_value(v) : NAN;
        }
        double d = fabs(mdl_trees_predict(t, x) - json_number_value(json_array_get(y, i)));
        if (d > worst) worst = d;
    }
    if (worst > 1e-6) fail_msg("%s: differs by %g", model, worst);
    json_decref(j);
    mdl_trees_free(t);
    lp_strv_free(&names);
}

static void xgboost_agrees(void **state) {
    (void)state;
    agrees(FOLDER "xgboost.json", MDL_XGBOOST, FOLDER "xgboost.golden.json");
}

static void lightgbm_agrees(void **state) {
    (void)state;
    agrees(FOLDER "lightgbm.txt", MDL_LIGHTGBM, FOLDER "lightgbm.golden.json");
    agrees(FOLDER "lightgbm_zero.txt", MDL_LIGHTGBM, FOLDER "lightgbm_zero.golden.json");
}

/* ---- bad files ---- */

/* The file with its first `from` replaced by `to`. */
static char *edited(const char *path, const char *from, const char *to) {
    lp_text text = {0}, out = {0};
    lp_err e = {""};
    if (lp_read_file(path, 1 << 20, &text, &e)) fail_msg("%s", e.msg);
    const char *at = strstr(text.s, from);
    if (!at) fail_msg("%s has no %s", path, from);
    lp_text_addn(&out, text.s, (size_t)(at - text.s));
    lp_text_add(&out, to);
    lp_text_add(&out, at + strlen(from));
    lp_text_free(&text);
    return lp_text_take(&out);
}

static void refuses(const char *text, mdl_tree_format format, const char *says) {
    lp_err e = {""};
    lp_strv names = names_of(columns, 4);
    mdl_trees *t = mdl_trees_parse(text, strlen(text), format, &names, &e);
    if (t) fail_msg("accepted, instead of: %s", says);
    if (!strstr(e.msg, says) || strchr(e.msg, '\n')) fail_msg("says: %s\n  not:  %s", e.msg, says);
    lp_strv_free(&names);
}

typedef struct damage {
    const char *from, *to, *says;
} damage;

static void refuse_all(const char *path, mdl_tree_format format, const damage *v, size_t n) {
    for (size_t i = 0; i < n; i++) {
        char *text = edited(path, v[i].from, v[i].to);
        refuses(text, format, v[i].says);
        free(text);
    }
}

static void damaged_xgboost_is_refused(void **state) {
    (void)state;
    static const damage damages[] = {
        {"\"learner\"", "\"leerner\"", "is not a model that XGBoost saved"},
        {"\"name\":\"gbtree\"", "\"name\":\"dart\"", "booster dart is not supported"},
        {"\"name\":\"reg:absoluteerror\"", "\"name\":\"reg:gamma\"", "objective reg:gamma is not"},
        {"\"num_feature\":\"4\",\"num_target\"", "\"num_feature\":\"5\",\"num_target\"",
         "has 5 features, config.json lists 4"},
        {"\"num_target\":\"1\"", "\"num_target\":\"2\"", "more than one output"},
        {"\"flop\"", "\"flip\"", "feature 1 is flip, config.json says flop"},
        {"\"base_score\":\"[", "\"base_score\":\"[1E0,", "base_score is not one number"},
        {"\"left_children\":[1,", "\"left_children\":[0,", "tree 0: node 0 is reached twice"},
        {"\"left_children\":[1,", "\"left_children\":[2,", "tree 0: node 2 is reached twice"},
        {"\"left_children\":[1,", "\"left_children\":[999,", "node 999 is not one of its 15"},
        {"\"left_children\":[1,", "\"left_children\":[-2,", "a child or a feature that cannot be"},
        {"\"left_children\":[1,", "\"left_children\":[1,1,", "has 15 entries, not 16"},
        {"\"split_indices\":[0,", "\"split_indices\":[4,", "splits on feature 4 of 4"},
        {"\"split_conditions\":[", "\"split_conditions\":[\"a\",", "has 16 entries, not 15"},
        {"\"split_type\":[0", "\"split_type\":[1", "node 0 splits on categories"},
        {"\"size_leaf_vector\":\"1\"", "\"size_leaf_vector\":\"3\"", "more than one value"},
        {"\"trees\":[", "\"threes\":[", "has no list of trees"},
        {"}]", "}", "JSON: "},
    };
    refuse_all(FOLDER "xgboost.json", MDL_XGBOOST, damages, sizeof damages / sizeof *damages);
}

static void damaged_lightgbm_is_refused(void **state) {
    (void)state;
    static const damage damages[] = {
        {"tree\n", "three\n", "does not begin with `tree`"},
        {"version=v4", "version=v9", "line 2: a version that this program does not know"},
        {"num_class=1", "num_class=3", "line 3: more than one output"},
        {"objective=regression_l1", "objective=poisson", "objective poisson is not supported"},
        {"objective=regression_l1", "objective=regression sqrt", "is not supported"},
        {" flop ", " flip ", "feature 1 is flip, config.json says flop"},
        {" branches\n", " branches more\n", "has 5 features, config.json lists 4"},
        {"feature_names", "feature_game", "trees before feature_names"},
        {"num_leaves=8", "num_leaves=9", "too few numbers"},
        {"num_leaves=8", "num_leaves=7", "more numbers than there are nodes"},
        {"num_leaves=8", "num_leaves=16000000", "more leaves than the file can hold"},
        {"num_leaves=8", "num_lives=8", "tree 0: lacks num_leaves"},
        {"num_cat=0", "num_cat=1", "categories are not supported"},
        {"is_linear=0", "is_linear=1", "linear leaves are not supported"},
        {"split_feature=0", "split_feature=4", "tree 0: node 0 splits on feature 4 of 4"},
        {"split_feature=0", "split_feature=-1", "a feature that cannot be"},
        {"decision_type=10", "decision_type=1", "splits on categories"},
        {"decision_type=10", "decision_type=99", "unknown decision_type"},
        {"left_child=4", "left_child=0", "node 0 is reached twice"},
        {"left_child=4", "left_child=7", "a child that cannot be"},
        {"left_child=4", "left_child=-9", "a child that cannot be"},
        {"left_child=4", "left_child=4.5", "a child that cannot be"},
        {"threshold=8", "threshold=nan 8", "more numbers than there are nodes"},
        {"leaf_value=", "leaf_value=inf ", "more numbers than there are nodes"},
        {"left_child=", "right_child=", "a list that was there before"},
        {"end of trees", "", "cut short"},
    };
    refuse_all(FOLDER "lightgbm.txt", MDL_LIGHTGBM, damages, sizeof damages / sizeof *damages);
}

/* A tree as deep as the limits allow is read without recursion, and a file cut anywhere is refused.
 */
static void deep_trees_and_cut_files(void **state) {
    (void)state;
    enum { DEPTH = 20000 };
    lp_text t = {0}, left = {0}, right = {0}, zeros = {0}, leaves = {0};
    lp_strv names = names_of(columns, 4);
    lp_err e = {""};
    for (int i = 0; i < DEPTH; i++) {
        const char *gap = i ? " " : "";
        lp_text_addf(&left, "%s%d", gap, i + 1 < DEPTH ? i + 1 : -1);
        lp_text_addf(&right, "%s%d", gap, -2 - i);
        lp_text_addf(&zeros, "%s0", gap);
        lp_text_addf(&leaves, "%s%d", gap, i);
    }
    lp_text_addf(&t,
                 "tree\nfeature_names=Column_0 Column_1 Column_2 Column_3\nTree=0\nnum_leaves=%d\n"
                 "split_feature=%s\nthreshold=%s\ndecision_type=%s\nleft_child=%s\nright_child=%s\n"
                 "leaf_value=%s %d\nend of trees\n",
                 DEPTH + 1, zeros.s, zeros.s, zeros.s, left.s, right.s, leaves.s, DEPTH);
    mdl_trees *deep = mdl_trees_parse(t.s, t.len, MDL_LIGHTGBM, &names, &e);
    if (!deep) fail_msg("%s", e.msg);
    const float x[4] = {-1, 0, 0, 0}, y[4] = {1, 0, 0, 0};
    assert_true(mdl_trees_predict(deep, x) == 0);
    assert_true(mdl_trees_predict(deep, y) == 1);
    mdl_trees_free(deep);
    lp_text whole = {0};
    assert_int_equal(lp_read_file(FOLDER "lightgbm.txt", 1 << 20, &whole, &e), 0);
    size_t end = (size_t)(strstr(whole.s, "end of trees") - whole.s);
    for (size_t n = 0; n < end; n += 97) {
        char *cut = lp_strndup(whole.s, n);
        assert_null(mdl_trees_parse(cut, n, MDL_LIGHTGBM, &names, &e));
        free(cut);
    }
    lp_text_free(&whole);
    lp_text *all[] = {&t, &left, &right, &zeros, &leaves};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) lp_text_free(all[i]);
    lp_strv_free(&names);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(xgboost_agrees),
        cmocka_unit_test(lightgbm_agrees),
        cmocka_unit_test(damaged_xgboost_is_refused),
        cmocka_unit_test(damaged_lightgbm_is_refused),
        cmocka_unit_test(deep_trees_and_cut_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
