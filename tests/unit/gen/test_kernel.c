/* Kernel records made ready: types, formulas, contents, and what is refused. */
#include "fixture.h"

static void types(void **state) {
    (void)state;
    static const struct {
        const char *name;
        int bits, lanes;
        bool floating;
        int64_t lo, hi;
    } want[] = {
        {"char", 8, 1, false, -128, 127},           {"uchar4", 8, 4, false, 0, 255},
        {"unsigned short", 16, 1, false, 0, 65535}, {"int", 32, 1, false, INT32_MIN, INT32_MAX},
        {"uint16", 32, 16, false, 0, UINT32_MAX},   {"long", 64, 1, false, INT64_MIN, INT64_MAX},
        {"ulong2", 64, 2, false, 0, INT64_MAX},
    };
    gen_type t;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        assert_true(gen_type_parse(want[i].name, &t));
        assert_int_equal(t.bits, want[i].bits);
        assert_int_equal(t.lanes, want[i].lanes);
        assert_true(t.lo == want[i].lo && t.hi == want[i].hi);
    }
    assert_true(gen_type_parse("half3", &t) && t.floating && t.lanes == 3 && t.bits == 16);
    assert_true(gen_type_parse("double", &t) && t.floating && t.bits == 64);
    static const char *const not_builtin[] = {"",     "4",       "float5", "struct p",
                                              "floa", "float4x", "int 2"};
    for (size_t i = 0; i < sizeof not_builtin / sizeof *not_builtin; i++)
        assert_false(gen_type_parse(not_builtin[i], &t));
}

static void keys(void **state) {
    (void)state;
    uint64_t key = 0;
    assert_true(gen_kernel_key("00000000000000ff0123456789abcdef", &key));
    assert_true(key == 0xff);
    assert_false(gen_kernel_key("123", &key));
    assert_false(gen_kernel_key(NULL, &key));
    assert_false(gen_kernel_key("xyz00000000000000000000000000000", &key));
}

static void refused(void **state) {
    (void)state;
    static const struct {
        fix_kernel k;
        gen_reason want;
        const char *says;
    } bad[] = {
        {{.name = "a", .hash_digit = 'z'}, GEN_RECORD, "without a hash"},
        {{.name = "b", .hash_digit = '1', .args = {{"s", "struct", "struct p", NULL, NULL, NULL}}},
         GEN_ARGUMENT,
         "argument s"},
        {{.name = "c", .hash_digit = '1', .args = {{"i", "image", "image2d_t", NULL, NULL, NULL}}},
         GEN_ARGUMENT,
         "argument i"},
        {{.name = "d", .hash_digit = '1', .args = {{"q", "scalar", "enum x", NULL, NULL, NULL}}},
         GEN_ARGUMENT,
         "enum x"},
        {{.name = "e", .hash_digit = '1', .args = {{"b", "buffer", "int", "global +", NULL, NULL}}},
         GEN_RECORD,
         "global +"},
        {{.name = "f",
          .hash_digit = '1',
          .args = {{"b", "buffer", "int", "global", "index:", NULL}}},
         GEN_RECORD,
         "content"},
        {{.name = "g",
          .hash_digit = '1',
          .args = {{"b", "buffer", "int", "global", "mystery", NULL}}},
         GEN_ARGUMENT,
         "mystery"},
        {{.name = "h",
          .hash_digit = '1',
          .args = {{"b", "buffer", "struct p", "global", "index:4", NULL}}},
         GEN_ARGUMENT,
         "index:4"},
        {{.name = "n",
          .hash_digit = '1',
          .args = {{"b", "buffer", "struct p", "global", "members:8;0:int:4", NULL}}},
         GEN_RECORD,
         "12 bytes"},
        {{.name = "o",
          .hash_digit = '1',
          .args = {{"b", "buffer", "struct p", "global", "members:12;0:float:4", NULL}}},
         GEN_RECORD,
         "0:float:4"},
        {{.name = "p",
          .hash_digit = '1',
          .args = {{"b", "buffer", "struct p", "global", "members:12;0:int:1 +", NULL}}},
         GEN_RECORD,
         "1 +"},
        {{.name = "q",
          .hash_digit = '1',
          .args = {{"b", "buffer", "int", "global", "floats:0:1", NULL}}},
         GEN_RECORD,
         "floats:0:1"},
        {{.name = "r",
          .hash_digit = '1',
          .args = {{"b", "buffer", "float", "global", "floats:2:2", NULL}}},
         GEN_RECORD,
         "floats:2:2"},
        {{.name = "s",
          .hash_digit = '1',
          .args = {{"b", "buffer", "float", "global", "floats:2", NULL}}},
         GEN_RECORD,
         "floats:2"},
        {{.name = "i", .hash_digit = '1', .args = {{"n", "scalar", "int", "bound", "{", NULL}}},
         GEN_RECORD,
         "JSON"},
        {{.name = "j",
          .hash_digit = '1',
          .args = {{"n", "scalar", "int", "bound", "{\"eq\":\"1+\"}", NULL}}},
         GEN_RECORD,
         "1+"},
        {{.name = "k", .hash_digit = '1', .constraints = "{}"}, GEN_RECORD, "constraints"},
        {{.name = "l", .hash_digit = '1', .constraints = "[1]"}, GEN_RECORD, ""},
        {{.name = "m", .hash_digit = '1', .constraints = "[\"a >\"]"}, GEN_RECORD, "a >"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        fix_ready r;
        lp_err e = {""};
        assert_int_equal(fix_prepare(&bad[i].k, &r, &e), bad[i].want);
        if (!strstr(e.msg, bad[i].says)) fail_msg("`%s` does not say `%s`", e.msg, bad[i].says);
        gen_kernel_free(&r.k);
    }
}

static void unreadable_features_do_not_matter(void **state) {
    (void)state;
    fix_ready r;
    fix_kernel k = {.name = "k", .hash_digit = '2', .flop = "3 *"};
    fix_must_prepare(&k, &r);
    assert_int_equal(r.k.n_weights, 0);
    gen_kernel_free(&r.k);
    k.flop = "3 * global";
    fix_must_prepare(&k, &r);
    assert_int_equal(r.k.n_weights, 1);
    gen_kernel_free(&r.k);
}

static void row_pointers_tie_the_number_of_entries(void **state) {
    (void)state;
    fix_ready r;
    fix_kernel k = {.name = "k",
                    .hash_digit = '3',
                    .args = {{"rows", "scalar", "int", "bound", NULL, NULL},
                             {"nnz", "scalar", "int", "bound", NULL, NULL},
                             {"ptr", "buffer", "int", "rows + 1", "rowptr:nnz", NULL}}};
    fix_must_prepare(&k, &r);
    assert_int_equal(r.k.args[1].rows_of, 2);
    assert_int_equal(r.k.args[0].rows_of, -1);
    gen_kernel_free(&r.k);
    k.args[2].a = "rows + nnz"; /* the number of rows would depend on the entries */
    fix_must_prepare(&k, &r);
    assert_int_equal(r.k.args[1].rows_of, -1);
    gen_kernel_free(&r.k);
    k.args[2].a = "rows + 1";
    k.args[3] = (fix_arg){"cap", "scalar", "int", "bound", "{\"eq\":\"nnz*2\"}", NULL};
    fix_must_prepare(&k, &r);
    assert_int_equal(r.k.args[1].rows_of, -1);
    gen_kernel_free(&r.k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types),
        cmocka_unit_test(keys),
        cmocka_unit_test(refused),
        cmocka_unit_test(unreadable_features_do_not_matter),
        cmocka_unit_test(row_pointers_tie_the_number_of_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
