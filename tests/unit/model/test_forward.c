/* model/forward.c, net.c: the states that transformers gives for tests/golden-model (made by
 * tests/train/make_golden_network.py), whatever the packing, the threads and the prefix. */
#include "tests/unit/common/test.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "common/fs.h"
#include "common/text.h"
#include "model/forward.h"
#include "model/share.h"

enum { VOCAB = 61, WIDTH = 32, MAX_SUFFIXES = 8 };

static mdl_weights *weights;
static mdl_net *net;
static json_t *golden;

static int open_golden(void **state) {
    (void)state;
    lp_err e = {""};
    mdl_config config;
    lp_text text = {0};
    json_t *root = mdl_config_load("tests/golden-model", &e);
    if (!root || mdl_config_read(root, "config.json", &config, &e)) fail_msg("%s", e.msg);
    json_decref(root);
    weights = mdl_weights_open("tests/golden-model", &e);
    net = weights ? mdl_net_new(&config, weights, &e) : NULL;
    if (!net || lp_read_file("tests/golden-model/states.json", 1 << 20, &text, &e))
        fail_msg("%s", e.msg);
    golden = lp_json_parse(text.s, text.len, &e);
    lp_text_free(&text);
    return golden ? 0 : -1;
}

static int close_golden(void **state) {
    (void)state;
    json_decref(golden);
    mdl_net_free(net);
    mdl_weights_close(weights);
    return 0;
}

static mdl_ctx *context(mdl_states_from from, size_t n, unsigned threads) {
    lp_err e = {""};
    mdl_ctx_options o = {.threads = threads, .from = from, .n_states = n};
    mdl_ctx *c = mdl_ctx_new(net, &o, &e);
    if (!c) fail_msg("%s", e.msg);
    assert_int_equal(mdl_ctx_width(c), n * WIDTH);
    return c;
}

static mdl_input input_of(const json_t *list) {
    mdl_input in = {.n = json_array_size(list)};
    int32_t *ids = lp_alloc(in.n + 1, sizeof *ids);
    for (size_t i = 0; i < in.n; i++) ids[i] = (int32_t)json_integer_value(json_array_get(list, i));
    in.ids = ids;
    return in;
}

static void free_input(mdl_input *in) {
    free((void *)in->ids);
}

/* a prefix and its suffix as one */
static mdl_input joined(const mdl_input *a, const mdl_input *b) {
    int32_t *ids = lp_alloc(a->n + b->n, sizeof *ids);
    memcpy(ids, a->ids, a->n * sizeof *ids);
    memcpy(ids + a->n, b->ids, b->n * sizeof *ids);
    return (mdl_input){.ids = ids, .n = a->n + b->n};
}

static void same(const float *a, const float *b, size_t n, double limit) {
    for (size_t i = 0; i < n; i++)
        if (!(fabs((double)a[i] - (double)b[i]) <= limit))
            fail_msg("value %zu: %.9g, not %.9g", i, (double)a[i], (double)b[i]);
}

/* The golden prefix and suffixes. */
typedef struct job {
    mdl_input prefix, suffixes[MAX_SUFFIXES];
    size_t n;
} job;

static job load(void) {
    job j = {.prefix = input_of(json_object_get(golden, "prefix"))};
    const json_t *list = json_object_get(golden, "suffixes");
    for (j.n = 0; j.n < json_array_size(list); j.n++)
        j.suffixes[j.n] = input_of(json_array_get(list, j.n));
    assert_true(j.n >= 3);
    return j;
}

static void unload(job *j) {
    free_input(&j->prefix);
    for (size_t i = 0; i < j->n; i++) free_input(&j->suffixes[i]);
}

static void expect_states(const json_t *states, const float *got, size_t width) {
    for (size_t i = 0; i < json_array_size(states); i++) {
        const json_t *row = json_array_get(states, i);
        assert_int_equal(json_array_size(row), width);
        for (size_t k = 0; k < width; k++) {
            float want = (float)json_number_value(json_array_get(row, k));
            same(got + i * width + k, &want, 1, 2e-5);
        }
    }
}

static void states_are_those_of_transformers(void **state) {
    (void)state;
    job j = load();
    for (int from = MDL_STATES_LAYERS; from <= MDL_STATES_POSITIONS; from++)
        for (unsigned threads = 1; threads <= 3; threads++) {
            const json_t *want =
                json_object_get(golden, from == MDL_STATES_LAYERS ? "layers" : "positions");
            mdl_ctx *c = context((mdl_states_from)from, (size_t)lp_json_i64(want, "n", 0), threads);
            size_t width = mdl_ctx_width(c);
            float *out = lp_alloc(j.n * width, sizeof *out);
            assert_int_equal(mdl_ctx_prefix(c, &j.prefix, NULL), 0);
            assert_int_equal(mdl_ctx_prefix_tokens(c), j.prefix.n);
            assert_int_equal(mdl_ctx_suffixes(c, j.suffixes, j.n, out, NULL), 0);
            expect_states(json_object_get(want, "states"), out, width);
            for (size_t i = j.n; i-- > 0;)
                assert_int_equal(mdl_ctx_suffix(c, &j.suffixes[i], out + i * width, NULL), 0);
            expect_states(json_object_get(want, "states"), out, width);
            const mdl_input nothing = {0};
            assert_int_equal(mdl_ctx_prefix(c, &nothing, NULL), 0);
            for (size_t i = 0; i < j.n; i++) {
                mdl_input whole = joined(&j.prefix, &j.suffixes[i]);
                assert_int_equal(mdl_ctx_suffix(c, &whole, out + i * width, NULL), 0);
                free_input(&whole);
            }
            expect_states(json_object_get(want, "states"), out, width);
            free(out);
            mdl_ctx_free(c);
        }
    unload(&j);
}

/* Wherever a prompt is cut in prefix and suffix: the same. */
static void any_cut_gives_the_same(void **state) {
    (void)state;
    enum { N = 40, STATES = 5, ALL = STATES * WIDTH };
    int32_t ids[N];
    float extra[N * WIDTH], whole[STATES * WIDTH], cut[STATES * WIDTH];
    for (int i = 0; i < N; i++) ids[i] = i * 17 % VOCAB;
    for (int i = 0; i < N * WIDTH; i++) extra[i] = (float)(i % 13) * 0.05F - 0.3F;
    for (int with = 0; with < 2; with++) {
        mdl_ctx *c = context(MDL_STATES_POSITIONS, STATES, 1);
        mdl_input all = {ids, N, with ? extra : NULL};
        assert_int_equal(mdl_ctx_suffix(c, &all, whole, NULL), 0);
        for (size_t at = 0; at < N; at++) {
            mdl_input prefix = {ids, at, with ? extra : NULL}, rest = {ids + at, N - at, NULL};
            if (with) rest.extra = extra + at * WIDTH;
            assert_int_equal(mdl_ctx_prefix(c, &prefix, NULL), 0);
            assert_int_equal(mdl_ctx_suffix(c, &rest, cut, NULL), 0);
            same(cut, whole, ALL, 1e-5);
        }
        mdl_ctx_free(c);
    }
}

/* Suffixes of every kind of likeness: equal ones, chains, branches, others with other additions. */
enum { KINDS = 40, LONGEST = 30 };

static void make_alike(int32_t ids[KINDS][LONGEST], const float *extra, mdl_input *in) {
    for (size_t i = 0; i < KINDS; i++) {
        size_t n = 1 + i * 7 % LONGEST;
        for (size_t k = 0; k < n; k++) ids[i][k] = (int32_t)(k * 5 % VOCAB);
        if (i % 3 == 0) ids[i][n / 2] = (int32_t)(i % 5);
        if (i % 4 == 0) ids[i][n - 1] = (int32_t)(i % VOCAB);
        in[i] = (mdl_input){ids[i], n, i % 5 == 0 ? NULL : extra + (i % 2) * WIDTH};
    }
}

static void what_begins_alike_is_shared(void **state) {
    (void)state;
    enum { STATES = 3, ALL = STATES * WIDTH, EXTRA = (LONGEST + 1) * WIDTH };
    int32_t ids[KINDS][LONGEST], before[] = {1, 2, 3, 4, 5};
    float extra[EXTRA], all[KINDS * ALL], one[ALL];
    mdl_input in[KINDS], prefix = {before, 5, NULL};
    for (size_t i = 0; i < EXTRA; i++) extra[i] = i < WIDTH ? 0.3F : 0.1F;
    make_alike(ids, extra, in);
    for (int from = MDL_STATES_LAYERS; from <= MDL_STATES_POSITIONS; from++)
        for (unsigned threads = 1; threads <= 2; threads++) {
            mdl_ctx *c = context((mdl_states_from)from, STATES, threads);
            assert_int_equal(mdl_ctx_prefix(c, &prefix, NULL), 0);
            assert_int_equal(mdl_ctx_suffixes(c, in, KINDS, all, NULL), 0);
            for (size_t i = 0; i < KINDS; i++) {
                assert_int_equal(mdl_ctx_suffix(c, &in[i], one, NULL), 0);
                same(all + i * ALL, one, ALL, 1e-5);
            }
            mdl_ctx_free(c);
        }
}

static void how_much_is_shared(void **state) {
    (void)state;
    const int32_t a[] = {1, 2, 3, 4}, b[] = {1, 2, 9}, c[] = {1, 2, 3, 4};
    const float zero[4] = {0}, one[4] = {0, 0, 1, 0};
    const mdl_input in[] = {{a, 4, NULL}, {b, 3, NULL}, {c, 4, NULL}},
                    other[] = {{a, 4, zero}, {c, 4, one}};
    mdl_branch *v = mdl_share(in, 3, 1, 1);
    assert_int_equal(v[0].input, 0);
    assert_int_equal(v[0].shared, 0);
    assert_int_equal(v[1].input, 2);
    assert_int_equal(v[1].shared, 3); /* its last token is its own */
    assert_int_equal(v[2].input, 1);
    assert_int_equal(v[2].shared, 2);
    free(v);
    v = mdl_share(other, 2, 1, 1);
    assert_int_equal(v[1].shared, 2);
    free(v);
    mdl_seq s = {.key_row0 = 50,
                 .n_keys = 5,
                 .n_spans = 2,
                 .n_before = 7,
                 .before = {{10, 4}, {20, 3}}},
            next;
    assert_int_equal(mdl_share_spans(&s, 9, &next), 9);
    assert_int_equal(next.n_spans, 3);
    assert_int_equal(next.before[2].row0, 50);
    assert_int_equal(next.before[2].n, 2);
    assert_int_equal(mdl_share_spans(&s, 6, &next), 6);
    assert_int_equal(next.n_spans, 2);
    assert_int_equal(next.before[1].n, 2);
    s.n_spans = MDL_MAX_SPANS;
    for (size_t i = 0; i < MDL_MAX_SPANS; i++) s.before[i] = (mdl_span){i, 1};
    assert_int_equal(mdl_share_spans(&s, 9, &next), 0);
    assert_int_equal(next.n_spans, 0);
}

static void the_first_position_is_repeated(void **state) {
    (void)state;
    enum { STATES = 4, LAST = 3 * WIDTH };
    const int32_t ids[] = {3, 9};
    float out[STATES * WIDTH], one[STATES * WIDTH];
    mdl_ctx *c = context(MDL_STATES_POSITIONS, STATES, 1);
    mdl_input two = {ids, 2, NULL}, first = {ids, 1, NULL};
    assert_int_equal(mdl_ctx_suffix(c, &two, out, NULL), 0);
    assert_int_equal(mdl_ctx_suffix(c, &first, one, NULL), 0);
    for (size_t i = 0; i < 3; i++) same(out + i * WIDTH, one, WIDTH, 1e-5);
    assert_true(fabsf(out[LAST] - out[0]) > 1e-3F);
    mdl_ctx_free(c);
}

static void *one_thread(void *arg) {
    job j = load();
    mdl_ctx *c = context(MDL_STATES_LAYERS, 3, 2);
    float *out = arg;
    for (int i = 0; i < 10; i++) {
        assert_int_equal(mdl_ctx_prefix(c, &j.prefix, NULL), 0);
        assert_int_equal(mdl_ctx_suffixes(c, j.suffixes, 3, out, NULL), 0);
    }
    mdl_ctx_free(c);
    unload(&j);
    return NULL;
}

static void threads_share_a_network(void **state) {
    (void)state;
    enum { THREADS = 4, FLOATS = 3 * 3 * WIDTH };
    pthread_t t[THREADS];
    float out[THREADS][FLOATS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&t[i], NULL, one_thread, out[i]), 0);
    for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
    const json_t *want = json_object_get(golden, "layers");
    for (int i = 0; i < THREADS; i++)
        expect_states(json_object_get(want, "states"), out[i], (size_t)3 * WIDTH);
}

static void faults_are_said(void **state) {
    (void)state;
    lp_err e = {""};
    float out[4 * WIDTH];
    int32_t ids[65] = {0};
    mdl_ctx *c = context(MDL_STATES_LAYERS, 4, 1);
    mdl_input none = {ids, 0, NULL}, full = {ids, 64, NULL}, longer = {ids, 65, NULL},
              one = {ids, 1, NULL};
    assert_int_equal(mdl_ctx_suffix(c, &none, out, &e), -1);
    assert_int_equal(mdl_ctx_suffix(c, &full, out, &e), 0);
    assert_int_equal(mdl_ctx_suffix(c, &longer, out, &e), -1);
    assert_string_equal(e.msg, "65 tokens, 1 more than the model's limit of 64");
    assert_int_equal(mdl_ctx_prefix(c, &full, &e), 0);
    assert_int_equal(mdl_ctx_suffix(c, &one, out, &e), -1);
    assert_string_equal(e.msg, "65 tokens, 1 more than the model's limit of 64");
    assert_int_equal(mdl_ctx_prefix(c, &longer, &e), -1);
    assert_int_equal(mdl_ctx_prefix_tokens(c), 0);
    ids[0] = VOCAB;
    assert_int_equal(mdl_ctx_suffix(c, &one, out, &e), -1);
    assert_string_equal(e.msg, "token 61 is not in the model's vocabulary of 61");
    ids[0] = -1;
    assert_int_equal(mdl_ctx_suffix(c, &one, out, &e), -1);
    float infinite[WIDTH] = {INFINITY};
    mdl_input bad = {ids + 1, 1, infinite};
    assert_int_equal(mdl_ctx_suffix(c, &bad, out, &e), -1);
    assert_non_null(strstr(e.msg, "not finite"));
    mdl_ctx_free(c);
    const mdl_ctx_options many = {.from = MDL_STATES_LAYERS, .n_states = 5},
                          zero = {.from = MDL_STATES_POSITIONS};
    assert_null(mdl_ctx_new(net, &many, &e));
    assert_string_equal(e.msg, "perf_head.states.n is 5, the network gives 1 to 4");
    assert_null(mdl_ctx_new(net, &zero, &e));
}

static void networks_that_are_not_there(void **state) {
    (void)state;
    lp_err e = {""};
    mdl_config other = net->config;
    other.n_layer = 4;
    assert_null(mdl_net_new(&other, weights, &e));
    assert_non_null(strstr(e.msg, "no tensor transformer.h.3.ln_1.weight"));
    other = net->config;
    other.vocab_size = 62;
    assert_null(mdl_net_new(&other, weights, &e));
    assert_non_null(
        strstr(e.msg, "transformer.wte.weight: shape (61, 32), config.json wants (62, 32)"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_are_those_of_transformers),
        cmocka_unit_test(any_cut_gives_the_same),
        cmocka_unit_test(what_begins_alike_is_shared),
        cmocka_unit_test(how_much_is_shared),
        cmocka_unit_test(the_first_position_is_repeated),
        cmocka_unit_test(threads_share_a_network),
        cmocka_unit_test(faults_are_said),
        cmocka_unit_test(networks_that_are_not_there),
    };
    return cmocka_run_group_tests(tests, open_golden, close_golden);
}
