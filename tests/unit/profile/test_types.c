/* Element types, scalar values as bytes, half precision against a slow reference. */
#include "check.h"

#include <math.h>

#include "common/pcg.h"
#include "profile/types.h"

static void types_are_read(void **state) {
    (void)state;
    static const struct {
        const char *text;
        prof_type t;
    } good[] = {
        {"char", {PROF_INT, 1, 1}},        {"uchar16", {PROF_UINT, 1, 16}},
        {"short2", {PROF_INT, 2, 2}},      {"unsigned int", {PROF_UINT, 4, 1}},
        {"int3", {PROF_INT, 4, 3}},        {"ulong8", {PROF_UINT, 8, 8}},
        {"half4", {PROF_FLOAT, 2, 4}},     {"float", {PROF_FLOAT, 4, 1}},
        {"double16", {PROF_FLOAT, 8, 16}},
    };
    prof_type t;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(prof_type_parse(good[i].text, &t));
        assert_int_equal(t.cls, good[i].t.cls);
        assert_int_equal(t.width, good[i].t.width);
        assert_int_equal(t.lanes, good[i].t.lanes);
    }
    static const char *const bad[] = {"struct particle", "float5", "int0", "", "4",
                                      "float04",         "size_t", "Float"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(prof_type_parse(bad[i], &t));
}

static void is_bytes(const char *type, const char *value, size_t n, const void *want) {
    unsigned char out[PROF_SCALAR_MAX];
    size_t got = 0;
    lp_err e = {""};
    if (prof_scalar_bytes(type, value, out, &got, &e) != 0)
        fail_msg("%s %s: %s", type, value, e.msg);
    assert_int_equal(got, n);
    assert_memory_equal(out, want, n);
}

static void scalars_take_their_width(void **state) {
    (void)state;
    const int8_t c = -5;
    const uint8_t uc = 250;
    const uint16_t us = 65535;
    const int32_t i = INT32_MIN;
    const uint32_t u = 4000000000U;
    const int64_t l = INT64_MIN;
    const uint64_t ul = UINT64_MAX;
    const float f = 0.1F;
    const double d = 0.1;
    const uint16_t h = 0x3c00;
    is_bytes("char", "-5", 1, &c);
    is_bytes("uchar", "250", 1, &uc);
    is_bytes("ushort", "65535", 2, &us);
    is_bytes("int", "-2147483648", 4, &i);
    is_bytes("uint", "4000000000", 4, &u);
    is_bytes("long", "-9223372036854775808", 8, &l);
    is_bytes("ulong", "18446744073709551615", 8, &ul);
    is_bytes("float", "0.1", 4, &f);
    is_bytes("double", "0.1", 8, &d);
    is_bytes("half", "1", 2, &h);
}

static void vectors_have_a_value_for_each_lane(void **state) {
    (void)state;
    const float f4[] = {1, 2.5F, -3, 4};
    const uint8_t u3[] = {1, 2, 3, 0};
    is_bytes("float4", "1,2.5,-3,4", 16, f4);
    is_bytes("uchar3", "1,2,3", 4, u3); /* a 3-vector is as large as a 4-vector */
}

static void bad_scalars_are_refused(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"int", ""},
        {"int", "1.5"},
        {"int", "4294967296"},
        {"uchar", "256"},
        {"char", "-129"},
        {"float4", "1,2,3"},
        {"float4", "1,2,3,4,5"},
        {"int", "1,2"},
        {"float", "x"},
        {"ulong", "18446744073709551616"},
        {"ulong", "1e3"},
        {"struct s", "1"},
        {"float2", ",1"},
    };
    unsigned char out[PROF_SCALAR_MAX];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        size_t n;
        lp_err e = {""};
        if (prof_scalar_bytes(bad[i][0], bad[i][1], out, &n, &e) != -1)
            fail_msg("%s '%s' was taken", bad[i][0], bad[i][1]);
        assert_true(e.msg[0] != '\0');
    }
}

static double half_value(uint16_t h) {
    int exponent = h >> 10 & 31, mantissa = h & 1023;
    double v = exponent == 0 ? ldexp(mantissa, -24) : ldexp(1024 + mantissa, exponent - 25);
    return h & 0x8000 ? -v : v;
}

/* No other half is nearer, and at a tie the even one wins. */
static void halves_are_the_nearest(void **state) {
    (void)state;
    lp_pcg r;
    lp_pcg_seed(&r, 3, 4);
    for (int i = 0; i < 200000; i++) {
        float f = (float)ldexp(lp_pcg_unit(&r) * 2 - 1, (int)lp_pcg_below(&r, 48) - 31);
        uint16_t h = prof_half_of(f);
        if ((h & 0x7fff) >= 0x7c00) {
            assert_true(fabsf(f) >= 65520);
            continue;
        }
        double off = fabs(half_value(h) - (double)f);
        for (int step = -1; step <= 1; step += 2) {
            uint16_t other = (uint16_t)(h + step);
            if ((other & 0x7fff) >= 0x7c00 || (other ^ h) & 0x8000) continue;
            double off2 = fabs(half_value(other) - (double)f);
            assert_true(off < off2 || (off == off2 && (h & 1) == 0));
        }
    }
    assert_int_equal(prof_half_of(65504), 0x7bff);
    assert_int_equal(prof_half_of(65520), 0x7c00);
    assert_int_equal(prof_half_of(-0.0F), 0x8000);
    assert_int_equal(prof_half_of(NAN) & 0x7e00, 0x7e00);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_read),
        cmocka_unit_test(scalars_take_their_width),
        cmocka_unit_test(vectors_have_a_value_for_each_lane),
        cmocka_unit_test(bad_scalars_are_refused),
        cmocka_unit_test(halves_are_the_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
