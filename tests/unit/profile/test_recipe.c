/* Recipes: what parses, what is refused, and the properties of the contents, on the host reference.
 */
#include <stdbool.h>

#include "check.h"

#include "common/pcg.h"
#include "profile/fill_ref.h"

static prof_fill plan(const char *recipe, const char *type, size_t bytes) {
    prof_fill f;
    lp_err e = {""};
    if (prof_fill_plan(recipe, type, bytes, 42, &f, &e) != 0) fail_msg("%s: %s", recipe, e.msg);
    return f;
}

static void known_recipes_parse(void **state) {
    (void)state;
    prof_fill f = plan("uniform(-1.5,2)", "float4", 64);
    assert_int_equal(f.mode, PROF_FILL_FLOAT);
    assert_int_equal(f.n, 16); /* components, not vectors */
    assert_true(f.lo == -1.5F && f.span == 3.5F);
    f = plan("uniform_int(-3,4)", "short", 10);
    assert_int_equal(f.n, 5);
    assert_int_equal(f.base, -3);
    assert_int_equal(f.mod, 8);
    f = plan("index(7)", "ulong", 24);
    assert_int_equal(f.width, 8);
    assert_int_equal(f.mod, 7);
    f = plan("rowptr(100)", "int", 44);
    assert_int_equal(f.total, 100);
    assert_int_equal(plan("zero", "double", 8).mode, PROF_FILL_ZERO);
    assert_int_equal(plan("zero", "struct s", 9).mode, PROF_FILL_ZERO);
    assert_int_equal(plan("bytes", "struct s", 9).n, 3); /* the last word is cut short */
    assert_int_equal(plan("bytes", "uchar", 64).n, 16);
    assert_int_equal(plan("zero", "struct s", 9).n, 3);
    assert_true(plan("uniform(0,0)", "half", 2).span == 0);
    f = plan("members(12;0:int:100;8:ushort:7)", "struct s", 120);
    assert_int_equal(f.n, 30);
    assert_int_equal(f.elems, 10);
    assert_int_equal(f.n_members, 2);
    assert_true(f.member[1].at == 8 && f.member[1].width == 2 && f.member[1].mod == 7);
}

static void others_are_refused(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"", "int"},
        {"uniform", "float"},
        {"uniform(0,1", "float"},
        {"uniform(0)", "float"},
        {"uniform(0,1,2)", "float"},
        {"uniform(1,0)", "float"},
        {"uniform(a,b)", "float"},
        {"uniform(0,nan)", "float"},
        {"uniform(-3e38,3e38)", "float"},
        {"uniform(0,1)", "int"},
        {"uniform(0,1)", "struct s"},
        {"uniform_int(2,1)", "int"},
        {"uniform_int(-9223372036854775808,9223372036854775807)", "long"},
        {"index(0)", "int"},
        {"index(-4)", "int"},
        {"index(5)", "struct s"},
        {"rowptr(-1)", "int"},
        {"rowptr(5)", "float"},
        {"rowptr(9223372036854775807)", "int"},
        {"rowptr_skewed(-1)", "int"},
        {"permutation(0)", "int"},
        {"permutation(9223372036854775807)", "long"},
        {"flags(1.5)", "int"},
        {"flags(nan)", "int"},
        {"flags(0.5)", "struct s"},
        {"rowptr_skewed(9223372036854775807)", "int"},
        {"zero(1)", "int"},
        {"members(8;0:int:4)", "int"},
        {"members(8)", "struct s"},
        {"members(8;0:int:4", "struct s"},
        {"members(8;0:int:4)x", "struct s"},
        {"members(8;0:int:0)", "struct s"},
        {"members(8;5:int:4)", "struct s"},
        {"members(8;-1:int:4)", "struct s"},
        {"members(8;0:float:4)", "struct s"},
        {"members(8;0:int2:4)", "struct s"},
        {"members(0;0:int:4)", "struct s"},
        {"noise(1)", "int"},
        {"uniform_int_with_a_name_that_never_ends_and_ends(1,2)", "int"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        prof_fill f;
        lp_err e = {""};
        if (prof_fill_plan(bad[i][0], bad[i][1], 4096, 1, &f, &e) != -1)
            fail_msg("'%s' was taken for %s", bad[i][0], bad[i][1]);
        assert_has(e.msg, bad[i][0]);
    }
}

static void keys_follow_the_contract(void **state) {
    (void)state;
    assert_true(prof_fill_key(12345, 0) == lp_mix64(12345));
    assert_true(prof_fill_key(12345, 3) ==
                lp_mix64(UINT64_C(12345) ^ UINT64_C(3) * UINT64_C(0x9e3779b97f4a7c15)));
}

static void floats_stay_in_their_range(void **state) {
    (void)state;
    enum { N = 10000 };
    static float v[N];
    prof_fill f = plan("uniform(-2,3)", "float", sizeof v);
    prof_fill_ref(&f, (unsigned char *)v, sizeof v);
    float lo = 9, hi = -9;
    for (int i = 0; i < N; i++) {
        lo = v[i] < lo ? v[i] : lo;
        hi = v[i] > hi ? v[i] : hi;
    }
    assert_true(lo >= -2 && lo < -1.99F && hi < 3 && hi > 2.99F);
    float first = (float)(lp_pcg_at(42, 0) >> 8) * 0x1p-24F * 5;
    assert_true(v[0] == -2 + first);
}

static void integers_stay_in_their_range(void **state) {
    (void)state;
    enum { N = 4000 };
    static int16_t v[N];
    int seen[8] = {0};
    prof_fill f = plan("uniform_int(-3,4)", "short", sizeof v);
    prof_fill_ref(&f, (unsigned char *)v, sizeof v);
    for (int i = 0; i < N; i++) {
        assert_true(v[i] >= -3 && v[i] <= 4);
        seen[v[i] + 3]++;
    }
    for (int i = 0; i < 8; i++) assert_true(seen[i] > N / 16);
}

static void wide_and_narrow_integers_wrap(void **state) {
    (void)state;
    int64_t wide[4];
    uint8_t narrow[4];
    prof_fill f = plan("uniform_int(-1,-1)", "long", sizeof wide);
    prof_fill_ref(&f, (unsigned char *)wide, sizeof wide);
    assert_true(wide[3] == -1);
    f = plan("uniform_int(300,300)", "uchar", sizeof narrow);
    prof_fill_ref(&f, narrow, sizeof narrow);
    assert_int_equal(narrow[2], 300 & 255);
}

static void row_pointers_climb(void **state) {
    (void)state;
    enum { N = 1001 };
    static uint32_t v[N];
    prof_fill f = plan("rowptr(12345)", "uint", sizeof v);
    prof_fill_ref(&f, (unsigned char *)v, sizeof v);
    int jitter = 0;
    assert_int_equal(v[0], 0);
    assert_int_equal(v[N - 1], 12345);
    for (uint32_t i = 1; i < N; i++) {
        assert_true(v[i] >= v[i - 1]);
        jitter += v[i] != (uint64_t)i * 12345 / (N - 1);
    }
    assert_true(jitter > N / 2);
    uint32_t one = 7;
    f = plan("rowptr(5)", "uint", sizeof one);
    prof_fill_ref(&f, (unsigned char *)&one, sizeof one);
    assert_int_equal(one, 0);
}

/* The longest row has many times the entries of the mean one, and most rows have fewer than it. */
static void skewed_row_pointers_climb_by_leaps(void **state) {
    (void)state;
    enum { N = 4097, TOTAL = 40960 };
    static uint32_t v[N];
    prof_fill f = plan("rowptr_skewed(40960)", "uint", sizeof v);
    prof_fill_ref(&f, (unsigned char *)v, sizeof v);
    uint32_t longest = 0;
    int shorter = 0;
    assert_int_equal(v[0], 0);
    assert_int_equal(v[N - 1], TOTAL);
    for (int i = 1; i < N; i++) {
        assert_true(v[i] >= v[i - 1]);
        uint32_t row = v[i] - v[i - 1];
        longest = row > longest ? row : longest;
        shorter += row < TOTAL / (N - 1);
    }
    assert_in_range(longest, 200, 1000); /* 0.7^12 of all is 567 */
    assert_true(shorter > N * 6 / 10);
    uint32_t two[2] = {7, 7};
    f = plan("rowptr_skewed(5)", "uint", sizeof two);
    prof_fill_ref(&f, (unsigned char *)two, sizeof two);
    assert_true(two[0] == 0 && two[1] == 5);
    f = plan("rowptr_skewed(5)", "uint", sizeof *two);
    prof_fill_ref(&f, (unsigned char *)two, sizeof *two);
    assert_int_equal(two[0], 0);
}

static void permutations_have_each_number_once(void **state) {
    (void)state;
    static const int sizes[] = {1, 2, 3, 4, 5, 16, 17, 63, 1000, 4096, 4097};
    static uint32_t v[2 * 4097];
    static bool seen[4097];
    int moved = 0;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        char recipe[40];
        snprintf(recipe, sizeof recipe, "permutation(%d)", n);
        prof_fill f = plan(recipe, "uint", (size_t)n * 8);
        prof_fill_ref(&f, (unsigned char *)v, (size_t)n * 8);
        memset(seen, 0, sizeof seen);
        for (int i = 0; i < n; i++) {
            assert_true(v[i] < (uint32_t)n && !seen[v[i]]);
            seen[v[i]] = true;
            assert_true(v[n + i] == v[i]);
            moved += n == 4096 && v[i] / 64 != (uint32_t)i / 64;
        }
    }
    assert_true(moved > 3900);
}

static void flags_have_their_share(void **state) {
    (void)state;
    enum { N = 10000 };
    static uint8_t v[N];
    int set = 0;
    prof_fill f = plan("flags(0.2)", "uchar", sizeof v);
    prof_fill_ref(&f, v, sizeof v);
    for (int i = 0; i < N; i++) {
        assert_true(v[i] <= 1);
        set += v[i];
    }
    assert_in_range(set, 1850, 2150);
    f = plan("flags(1)", "uchar", sizeof v);
    prof_fill_ref(&f, v, sizeof v);
    for (int i = 0; i < N; i++) assert_int_equal(v[i], 1);
}

static void struct_bytes_are_small_floats(void **state) {
    (void)state;
    unsigned char b[11];
    float w[2];
    memset(b, 0xee, sizeof b);
    prof_fill f = plan("bytes", "struct s", 10);
    prof_fill_ref(&f, b, 10);
    memcpy(w, b, sizeof w);
    assert_true(w[0] >= 0 && w[0] < 1 && w[1] >= 0 && w[1] < 1);
    assert_int_equal(b[10], 0xee);
}

/* The named integers are below their limits, the rest stays what `bytes` makes of it. */
static void members_stay_below_their_limits(void **state) {
    (void)state;
    enum { N = 3000 };
    static struct entry {
        int32_t row;
        float weight;
        int16_t kind, pad;
    } v[N];
    int seen[7] = {0}, rows = 0;
    prof_fill f = plan("members(12;0:int:100;8:short:7)", "struct entry", sizeof v);
    prof_fill_ref(&f, (unsigned char *)v, sizeof v);
    for (int i = 0; i < N; i++) {
        assert_true(v[i].row >= 0 && v[i].row < 100 && v[i].kind >= 0 && v[i].kind < 7);
        assert_true(v[i].weight >= 0 && v[i].weight < 1);
        seen[v[i].kind]++;
        rows += v[i].row;
    }
    for (int i = 0; i < 7; i++) assert_true(seen[i] > N / 14);
    assert_true(rows > N * 45 && rows < N * 54);
    assert_int_equal(v[5].row, lp_pcg_at(42, 60) % 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_recipes_parse),
        cmocka_unit_test(others_are_refused),
        cmocka_unit_test(keys_follow_the_contract),
        cmocka_unit_test(floats_stay_in_their_range),
        cmocka_unit_test(integers_stay_in_their_range),
        cmocka_unit_test(wide_and_narrow_integers_wrap),
        cmocka_unit_test(row_pointers_climb),
        cmocka_unit_test(skewed_row_pointers_climb_by_leaps),
        cmocka_unit_test(permutations_have_each_number_once),
        cmocka_unit_test(flags_have_their_share),
        cmocka_unit_test(struct_bytes_are_small_floats),
        cmocka_unit_test(members_stay_below_their_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
