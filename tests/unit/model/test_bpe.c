/* model/bpe.c: the fast way against the plain one on random merges and words; the cache. */
#include "tests/unit/common/test.h"

#include <stdlib.h>
#include <string.h>

#include "common/pcg.h"
#include "model/bpe.h"
#include "model/bpe_cache.h"

enum { ALPHABET = 4, MAX_WORD = 300, TOKENS = 200 };

/* Tokens 0..ALPHABET-1 are the letters; each further one is two earlier ones. As in a vocabulary,
 * no two tokens have the same letters. */
static void random_tables(lp_pcg *rng, mdl_bpe *b) {
    static char text[TOKENS][MAX_WORD];
    memset(b, 0, sizeof *b);
    for (int c = 0; c < 256; c++) b->byte_id[c] = MDL_NO_ID;
    for (uint32_t i = 0; i < ALPHABET; i++) {
        b->byte_id['a' + i] = i;
        text[i][0] = (char)('a' + i);
        text[i][1] = '\0';
    }
    b->unk = lp_pcg_below(rng, 2) ? MDL_NO_ID : 0;
    b->fuse_unk = lp_pcg_below(rng, 2);
    mdl_bpe_reserve(b, TOKENS);
    for (uint32_t n = ALPHABET; n < TOKENS;) {
        uint32_t left = lp_pcg_below(rng, n), right = lp_pcg_below(rng, n), i = 0;
        size_t a = strlen(text[left]), z = strlen(text[right]);
        if (a + z > 24) continue;
        memmove(text[n], text[left], a);
        memmove(text[n] + a, text[right], z + 1);
        while (strcmp(text[i], text[n]) != 0) i++;
        if (i < n && lp_pcg_below(rng, 8)) continue;
        /* Another way to an old token now and then. Ranks are in no order. */
        mdl_bpe_add(b, left, right, lp_pcg_below(rng, 1000), i);
        if (i == n) n++;
    }
}

static void fast_is_as_plain(void **state) {
    (void)state;
    lp_pcg rng;
    lp_pcg_seed(&rng, 5, 1);
    for (int round = 0; round < 400; round++) {
        mdl_bpe b;
        random_tables(&rng, &b);
        for (int k = 0; k < 20; k++) {
            char word[MAX_WORD];
            uint32_t ids[MAX_WORD], want[MAX_WORD];
            size_t starts[MAX_WORD], want_starts[MAX_WORD];
            size_t n = 1 + lp_pcg_below(&rng, k % 2 ? MAX_WORD : 30);
            for (size_t i = 0; i < n; i++) word[i] = (char)('a' + lp_pcg_below(&rng, ALPHABET + 1));
            size_t m = mdl_bpe_word(&b, word, n, ids, starts);
            assert_int_equal(m, mdl_bpe_word_naive(&b, word, n, want, want_starts));
            assert_memory_equal(ids, want, m * sizeof *ids);
            assert_memory_equal(starts, want_starts, m * sizeof *starts);
        }
        mdl_bpe_free(&b);
    }
}

static void a_pair_given_again_keeps_the_later_rank(void **state) {
    (void)state;
    mdl_bpe b = {0};
    assert_null(mdl_bpe_find(&b, 1, 2));
    mdl_bpe_reserve(&b, 2);
    mdl_bpe_add(&b, 1, 2, 7, 3);
    mdl_bpe_add(&b, 1, 2, 9, 3);
    assert_int_equal(mdl_bpe_find(&b, 1, 2)->rank, 9);
    assert_null(mdl_bpe_find(&b, 2, 1));
    mdl_bpe_free(&b);
}

static void the_cache_gives_back_what_was_put(void **state) {
    (void)state;
    mdl_bpe_cache *c = mdl_bpe_cache_new();
    char word[MDL_CACHE_WORD_BYTES + 2];
    uint32_t ids[2] = {70000, 3}, got[MDL_CACHE_WORD_BYTES];
    size_t starts[2] = {0, 63}, got_starts[MDL_CACHE_WORD_BYTES];
    memset(word, 'x', sizeof word);
    assert_int_equal(mdl_bpe_cache_get(c, word, MDL_CACHE_WORD_BYTES, got, got_starts), -1);
    mdl_bpe_cache_put(c, word, MDL_CACHE_WORD_BYTES, ids, starts, 2);
    mdl_bpe_cache_put(c, word, MDL_CACHE_WORD_BYTES + 1, ids, starts, 2); /* too long */
    assert_int_equal(mdl_bpe_cache_get(c, word, MDL_CACHE_WORD_BYTES, got, got_starts), 2);
    assert_memory_equal(got, ids, sizeof ids);
    assert_memory_equal(got_starts, starts, sizeof starts);
    assert_int_equal(mdl_bpe_cache_get(c, word, MDL_CACHE_WORD_BYTES + 1, got, got_starts), -1);
    assert_int_equal(mdl_bpe_cache_get(c, word, 5, got, got_starts), -1);
    mdl_bpe_cache_put(c, word, 5, ids, starts, 0);
    assert_int_equal(mdl_bpe_cache_get(c, word, 5, got, got_starts), 0);
    mdl_bpe_cache_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_is_as_plain),
        cmocka_unit_test(a_pair_given_again_keeps_the_later_rank),
        cmocka_unit_test(the_cache_gives_back_what_was_put),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
