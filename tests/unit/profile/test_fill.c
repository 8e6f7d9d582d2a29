/* Every recipe on every type it suits, filled on the device and on the host: the same bytes. */
#include "device.h"

#include "common/text.h"
#include "profile/fill.h"
#include "profile/fill_ref.h"

static void same_bytes(const char *recipe, const char *type, size_t bytes, uint64_t key) {
    prof_fill f;
    prof_fail fail;
    lp_err e = {""};
    if (prof_fill_plan(recipe, type, bytes, key, &f, &e) != 0) fail_msg("%s: %s", recipe, e.msg);
    prof_buf *b = prof_pool_take(&engine.pool, bytes, &fail);
    if (!b) fail_msg("%s", fail.error.msg);
    if (prof_fill_enqueue(&engine, &f, b, &fail) != 0) fail_msg("%s", fail.error.msg);
    unsigned char *got = lp_alloc(bytes, 1), *want = lp_alloc(bytes, 1);
    device_read(b, got, bytes);
    prof_fill_ref(&f, want, bytes);
    for (size_t i = 0; i < bytes; i++) {
        if (got[i] != want[i])
            fail_msg("%s of %s, %zu bytes: byte %zu is %02x, the reference has %02x", recipe, type,
                     bytes, i, got[i], want[i]);
    }
    free(got);
    free(want);
    prof_pool_give(&engine.pool, b);
}

static const size_t counts[] = {1, 2, 3, 63, 64, 65, 1000, 4099};
enum { N_COUNTS = sizeof counts / sizeof *counts };

static void integers(void **state) {
    (void)state;
    static const struct {
        const char *type;
        size_t bytes;
    } types[] = {{"char", 1}, {"uchar3", 4}, {"short", 2}, {"ushort2", 4},
                 {"int", 4},  {"uint4", 16}, {"long", 8},  {"ulong", 8}};
    static const char *const recipes[] = {"uniform_int(0,1000)",
                                          "uniform_int(-7,7)",
                                          "uniform_int(-2147483648,2147483647)",
                                          "uniform_int(0,0)",
                                          "index(1)",
                                          "index(10)",
                                          "index(4294967296)",
                                          "index(5000000000)",
                                          "rowptr(0)",
                                          "rowptr(99991)",
                                          "rowptr(7)",
                                          "rowptr_skewed(0)",
                                          "rowptr_skewed(99991)",
                                          "rowptr_skewed(7)",
                                          "flags(0.3)",
                                          "permutation(1)",
                                          "permutation(64)",
                                          "permutation(999)",
                                          "permutation(5000000000)",
                                          "flags(0)",
                                          "flags(1)",
                                          "zero"};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        for (size_t r = 0; r < sizeof recipes / sizeof *recipes; r++) {
            for (int i = 0; i < N_COUNTS; i++)
                same_bytes(recipes[r], types[t].type, counts[i] * types[t].bytes,
                           0x123456789abcdef0 + t * 100 + r);
        }
    }
}

static void floats(void **state) {
    (void)state;
    static const struct {
        const char *type;
        size_t bytes;
    } types[] = {{"float", 4}, {"float3", 16}, {"double", 8},
                 {"half", 2},  {"half4", 8},   {"double2", 16}};
    static const char *const recipes[] = {"uniform(0,1)",
                                          "uniform(-1,1)",
                                          "uniform(-3.25,1e30)",
                                          "uniform(0,1e-39)",
                                          "uniform(-7e-6,7e-6)",
                                          "uniform(60000,70000)",
                                          "uniform(0.1,0.1)",
                                          "index(3000000)",
                                          "uniform_int(-40000,40000)",
                                          "flags(0.7)",
                                          "zero"};
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        for (size_t r = 0; r < sizeof recipes / sizeof *recipes; r++) {
            for (int i = 0; i < N_COUNTS; i++)
                same_bytes(recipes[r], types[t].type, counts[i] * types[t].bytes,
                           0xfeed + t * 100 + r);
        }
    }
}

static void structs(void **state) {
    (void)state;
    static const size_t sizes[] = {1, 3, 4, 9, 12, 48, 1001};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        same_bytes("bytes", "struct particle", sizes[i], i);
        same_bytes("zero", "struct particle", sizes[i], i);
    }
}

static void members_of_structs(void **state) {
    (void)state;
    static const struct {
        const char *recipe;
        size_t bytes; /* of an element */
    } some[] = {
        {"members(8;0:int:1000)", 8},
        {"members(8;4:uint:1)", 8},
        {"members(12;0:short:33;8:int:5000000;4:ulong:6000000000)", 12},
        {"members(7;1:int:250;5:uchar:3)", 7}, /* packed */
    };
    for (size_t r = 0; r < sizeof some / sizeof *some; r++)
        for (int i = 0; i < N_COUNTS; i++)
            same_bytes(some[r].recipe, "struct entry", counts[i] * some[r].bytes, 0xabc + r);
}

static void large_buffers(void **state) {
    (void)state;
    same_bytes("uniform(-1,1)", "float", (size_t)4 << 20, 1);
    same_bytes("rowptr(3000000)", "uint", (size_t)4 << 20, 2);
    same_bytes("rowptr_skewed(3000000)", "uint", (size_t)4 << 20, 2);
}

static void pool_hands_out_what_it_got_back(void **state) {
    (void)state;
    prof_fail f;
    prof_buf *a = prof_pool_take(&engine.pool, 100000, &f);
    prof_buf *b = prof_pool_take(&engine.pool, 100000, &f);
    assert_ptr_not_equal(a, b);
    assert_true(a->bytes >= 100000 && a->bytes % 64 == 0);
    prof_pool_give(&engine.pool, a);
    assert_ptr_equal(prof_pool_take(&engine.pool, 99990, &f), a);
    prof_pool_give(&engine.pool, a);
    prof_pool_give(&engine.pool, b);
    assert_int_equal(engine.pool.taken_bytes, 0);
}

static void pool_refuses_what_no_device_holds(void **state) {
    (void)state;
    prof_fail f = {.fatal = true};
    assert_null(prof_pool_take(&engine.pool, (size_t)1 << 50, &f));
    assert_int_equal(f.reason, PROF_OUT_OF_MEMORY);
    assert_false(f.fatal);
    assert_null(prof_pool_take(&engine.pool, SIZE_MAX, &f));
}

static void pool_stays_within_its_share(void **state) {
    (void)state;
    prof_fail f;
    size_t keep = engine.pool.keep_bytes;
    engine.pool.keep_bytes = (size_t)1 << 20;
    for (size_t i = 1; i < 50; i++) {
        prof_buf *b = prof_pool_take(&engine.pool, i * 10000, &f);
        assert_non_null(b);
        prof_pool_give(&engine.pool, b);
        assert_true(engine.pool.held_bytes <= (size_t)1 << 20);
    }
    engine.pool.keep_bytes = keep;
}

static void pool_rounds_by_an_eighth(void **state) {
    (void)state;
    for (size_t n = 1; n < (size_t)1 << 33; n = n * 3 / 2 + 1) {
        size_t r = prof_pool_round(n);
        assert_true(r >= n && r % 64 == 0);
        assert_true(r - n < 64 || r - n <= n / 8);
        assert_int_equal(prof_pool_round(r), r);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers),
        cmocka_unit_test(floats),
        cmocka_unit_test(structs),
        cmocka_unit_test(members_of_structs),
        cmocka_unit_test(large_buffers),
        cmocka_unit_test(pool_hands_out_what_it_got_back),
        cmocka_unit_test(pool_refuses_what_no_device_holds),
        cmocka_unit_test(pool_stays_within_its_share),
        cmocka_unit_test(pool_rounds_by_an_eighth),
    };
    return cmocka_run_group_tests(tests, device_setup, device_teardown);
}
