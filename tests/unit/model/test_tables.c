/* model/trees_tables.c: the same predictions as the library's own file to the last bit, and damaged
 * tables as one line. The files come from tests/train/make_trees.py. */
#include "tests/unit/common/test.h"

#include <math.h>
#include <string.h>

#include "common/pcg.h"
#include "model/trees.h"

#define FOLDER "tests/fixtures/trees/"

static lp_strv names_of(const char *const *v, size_t n) {
    lp_strv names = {0};
    for (size_t i = 0; i < n; i++) lp_strv_add(&names, v[i]);
    return names;
}

/* Values in the range of training, with zeros, missing ones, infinities and tiny ones among them.
 */
static float any_value(lp_pcg *r) {
    static const float odd[] = {0, -0.0f, NAN, INFINITY, -INFINITY, 1e-36f, -1e-36f, 1e30f};
    uint32_t k = lp_pcg_below(r, 16);
    return k < 8 ? odd[k] : (float)(24 * lp_pcg_unit(r));
}

static void same(const char *own, const char *tables, mdl_tree_format format) {
    static const char *const columns[] = {"launch.global_size", "flop", "load_global_bytes",
                                          "branches"};
    enum { ROWS = 5000 };
    lp_err e = {""};
    lp_pcg r;
    lp_strv names = names_of(columns, 4);
    mdl_trees *a = mdl_trees_open(own, format, &names, &e);
    mdl_trees *b = a ? mdl_trees_open(tables, format, &names, &e) : NULL;
    if (!b) fail_msg("%s", e.msg);
    lp_pcg_seed(&r, 1, 2);
    for (int i = 0; i < ROWS; i++) {
        float x[4];
        for (int k = 0; k < 4; k++) x[k] = any_value(&r);
        double p = mdl_trees_predict(a, x), q = mdl_trees_predict(b, x);
        if (p != q) fail_msg("%s: row %d: %.17g, not %.17g", own, i, q, p);
    }
    mdl_trees_free(a);
    mdl_trees_free(b);
    lp_strv_free(&names);
}

static void tables_predict_the_same(void **state) {
    (void)state;
    same(FOLDER "xgboost.json", FOLDER "xgboost.safetensors", MDL_XGBOOST);
    same(FOLDER "lightgbm.txt", FOLDER "lightgbm.safetensors", MDL_LIGHTGBM);
    same(FOLDER "lightgbm_zero.txt", FOLDER "lightgbm_zero.safetensors", MDL_LIGHTGBM);
}

/* ---- tables made here ---- */

typedef struct parts {
    int16_t feature[8];
    size_t nodes;
    float threshold[4];
    size_t splits;
    uint8_t flags[4];
    size_t n_flags;
    double leaf[8];
    size_t leaves;
    double start[2];
    const char *names;
} parts;

/* Two trees: x0 <= 2 ? (x1 <= 5 ? 1 : 2) : 3, and 10. */
static const parts sound = {.feature = {0, 1, -1, -1, -1, -1},
                            .nodes = 6,
                            .threshold = {2, 5},
                            .splits = 2,
                            .flags = {0, 5},
                            .n_flags = 2,
                            .leaf = {1, 2, 3, 10},
                            .leaves = 4,
                            .start = {0, 1},
                            .names = "flop\niop"};

static void add(lp_text *header, lp_text *data, const char *name, const char *type, size_t n,
                const void *v, size_t size) {
    size_t from = data->len;
    lp_text_addn(data, v, n * size);
    lp_text_addf(header, "%s\"%s\":{\"dtype\":\"%s\",\"shape\":[%zu],\"data_offsets\":[%zu,%zu]}",
                 from ? "," : "{", name, type, n, from, data->len);
}

static mdl_trees *parse(const parts *p, mdl_tree_format format, const char *leaf_type, lp_err *e) {
    static const char *const columns[] = {"flop", "iop"};
    lp_text header = {0}, data = {0}, file = {0};
    lp_strv names = names_of(columns, 2);
    add(&header, &data, "feature", "I16", p->nodes, p->feature, 2);
    add(&header, &data, "threshold", "F32", p->splits, p->threshold, 4);
    add(&header, &data, "flags", "U8", p->n_flags, p->flags, 1);
    add(&header, &data, "leaf", leaf_type, p->leaves, p->leaf, 8);
    add(&header, &data, "start", "F64", 2, p->start, 8);
    add(&header, &data, "names", "U8", strlen(p->names), p->names, 1);
    lp_text_addc(&header, '}');
    for (int i = 0; i < 8; i++) lp_text_addc(&file, (char)(header.len >> (8 * i) & 255));
    lp_text_addn(&file, header.s, header.len);
    lp_text_addn(&file, data.s, data.len);
    mdl_trees *t = mdl_trees_parse_tables("a.safetensors", (const unsigned char *)file.s, file.len,
                                          format, &names, e);
    lp_strv_free(&names);
    lp_text_free(&header);
    lp_text_free(&data);
    lp_text_free(&file);
    return t;
}

static void trees_are_put_together(void **state) {
    (void)state;
    static const struct {
        float x[2];
        double y;
    } rows[] = {{{2, 5}, 11}, {{2, 5.5f}, 12}, {{2.5f, 0}, 13}, {{NAN, 5}, 11}, {{0, NAN}, 11}};
    lp_err e = {""};
    parts p = sound;
    mdl_trees *t = parse(&p, MDL_LIGHTGBM, "F64", &e);
    if (!t) fail_msg("%s", e.msg);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_true(mdl_trees_predict(t, rows[i].x) == rows[i].y);
    mdl_trees_free(t);
    p.flags[1] = 4; /* missing goes right */
    p.start[1] = 2; /* an average */
    t = parse(&p, MDL_LIGHTGBM, "F64", &e);
    if (!t) fail_msg("%s", e.msg);
    assert_true(mdl_trees_predict(t, rows[4].x) == 6);
    mdl_trees_free(t);
}

static void refuse(const parts *p, const char *says) {
    lp_err e = {""};
    mdl_trees *t = parse(p, MDL_LIGHTGBM, "F64", &e);
    if (t) fail_msg("accepted, instead of: %s", says);
    if (!strstr(e.msg, says) || strchr(e.msg, '\n') || strncmp(e.msg, "a.safetensors: ", 15) != 0)
        fail_msg("says: %s\n  not:  %s", e.msg, says);
}

#define REFUSE(change, says)                                                                       \
    do {                                                                                           \
        parts p = sound;                                                                           \
        change;                                                                                    \
        refuse(&p, says);                                                                          \
    } while (0)

static void damaged_tables_are_refused(void **state) {
    (void)state;
    lp_err e = {""};
    REFUSE(p.feature[0] = 2, "split 0 is on feature 2 of 2");
    REFUSE(p.feature[5] = 0, "has more splits than the 2 thresholds");
    REFUSE((p.nodes = 2, p.leaves = 0), "ends within its last tree");
    REFUSE((p.nodes = 3, p.leaves = 1), "ends within its last tree");
    REFUSE((p.nodes = 7, p.feature[6] = -1), "has more leaves than the 4 values");
    REFUSE(p.nodes = 5, "has more thresholds or leaf values than nodes");
    REFUSE(p.threshold[1] = NAN, "split 1 has no number");
    REFUSE(p.flags[0] = 6, "split 0 has unknown flags 6");
    REFUSE(p.flags[0] = 255, "split 0 has unknown flags 255");
    REFUSE(p.n_flags = 1, "has 2 thresholds and 1 flags");
    REFUSE(p.leaf[2] = INFINITY, "leaf 2 has no number");
    REFUSE(p.start[0] = NAN, "its base is not a number");
    REFUSE(p.start[1] = 0, "its divisor cannot be");
    REFUSE(p.names = "flop\nflip", "feature 1 is flip, config.json says iop");
    REFUSE(p.names = "flop", "has 1 features, config.json lists 2");
    assert_null(parse(&sound, MDL_XGBOOST, "F64", &e));
    assert_non_null(strstr(e.msg, "tensor leaf is F64, not F32"));
    assert_null(parse(&sound, MDL_LIGHTGBM, "I64", &e));
    assert_non_null(strstr(e.msg, "tensor leaf is I64, not F64"));
    assert_null(
        mdl_trees_parse_tables("a", (const unsigned char *)"", 0, MDL_XGBOOST, &(lp_strv){0}, &e));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_predict_the_same),
        cmocka_unit_test(trees_are_put_together),
        cmocka_unit_test(damaged_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
