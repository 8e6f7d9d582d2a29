/* common/hash.c: the published XXH3 results, so that hashes mean the same on any machine. */
#include "tests/unit/common/test.h"

#include "common/hash.h"

static void known_answers(void **state) {
    (void)state;
    assert_true(lp_hash64("", 0, 0) == UINT64_C(0x2d06800538d394c2));
    char hex[33];
    lp_hash128_hex("", 0, hex);
    assert_string_equal(hex, "99aa06d3014798d86001c324468d497f");
}

static void depends_on_bytes_and_seed(void **state) {
    (void)state;
    uint64_t h = lp_hash64("kernel", 6, 1);
    assert_true(h == lp_hash64("kernel", 6, 1));
    assert_true(h != lp_hash64("kernel", 6, 2));
    assert_true(h != lp_hash64("kernem", 6, 1));
    assert_true(h != lp_hash64("kernel", 5, 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(depends_on_bytes_and_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
