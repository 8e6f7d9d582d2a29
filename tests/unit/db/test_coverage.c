/* The coverage report: tokens, the standard launch, features, distances, regions and the plane, all
 * on examples small enough to be computed by hand. */
#include <math.h>

#include "campaign.h"
#include "db/coverage.h"

#define assert_close(a, b)                                                                         \
    do {                                                                                           \
        double x_ = (a), y_ = (b);                                                                 \
        if (!(fabs(x_ - y_) < 2e-3)) fail_msg("%s is %g, not %g", #a, x_, y_);                     \
    } while (0)

/* ---- tokens ---- */

static void tokens(void **state) {
    (void)state;
    static const struct {
        const char *source;
        int64_t n;
    } cases[] = {
        {"", 0},
        {"  \n", 0},
        {"x", 1},
        {"a[i] += 1;", 7},         /* a [ i ] += 1 ; */
        {"x<<=2", 3},              /* x <<= 2 */
        {"1.5e-3f+0x1E+.5", 5},    /* 1.5e-3f + 0x1E + .5 */
        {"0x1.8p-3", 1},           /* the exponent of a hexadecimal float has a sign */
        {"p->x", 3},               /* p -> x */
        {"s = \"a \\\" b\" ;", 4}, /* the text is one */
        {"'\\''+i--", 4},          /* '\'' + i -- */
        {"\"open", 1},             /* the quote is never closed */
        {"kernel void f(global int *a) {}", 11},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (db_cov_tokens(cases[i].source) != cases[i].n)
            fail_msg("%s: %lld tokens", cases[i].source, (long long)db_cov_tokens(cases[i].source));
}

/* ---- the standard launch ---- */

static int64_t bound_to(const db_cov_launch *l, const char *name) {
    for (int i = 0; i < l->n; i++)
        if (strcmp(l->v[i].name, name) == 0) return l->v[i].value;
    fail_msg("no %s", name);
    return 0;
}

static db_arg scalar(int idx, const char *name, const char *role, const char *domain) {
    return (db_arg){.idx = idx,
                    .name = (char *)name,
                    .kind = "scalar",
                    .type = "int",
                    .elem_bytes = 4,
                    .access = "r",
                    .role = (char *)role,
                    .domain = (char *)domain};
}

static db_arg buffer(int idx, const char *kind, const char *extent) {
    return (db_arg){.idx = idx,
                    .name = "x",
                    .kind = (char *)kind,
                    .type = "float",
                    .elem_bytes = 4,
                    .access = "rw",
                    .extent = (char *)extent};
}

static void scalars_by_role_and_domain(void **state) {
    (void)state;
    db_arg args[] = {scalar(0, "tile", "tile", "{\"eq\":\"local / 2\"}"),
                     scalar(1, "n", "bound", "{\"min\":1}"),
                     scalar(2, "few", "bound", "{\"min\":1,\"max\":20}"),
                     scalar(3, "many", "stride", "{\"min\":100}"),
                     scalar(4, "pow", "trips", "{\"min\":1,\"max\":12,\"pow2\":true}"),
                     scalar(5, "mult", "pitch", "{\"multiple\":\"24\"}"),
                     scalar(6, "small", "bound", NULL),
                     scalar(7, "what", NULL, "not json"),
                     scalar(8, "later", "pitch", "{\"multiple\":\"unknown\"}")};
    args[6].elem_bytes = 1;
    db_kernel k = {.args = args, .n_args = 9};
    db_cov_launch l;
    db_cov_launch_of(&k, &l);
    assert_int_equal(bound_to(&l, "global"), 65536);
    assert_int_equal(bound_to(&l, "local"), 128);
    assert_int_equal(bound_to(&l, "tile"), 64);
    assert_int_equal(bound_to(&l, "n"), 65536);
    assert_int_equal(bound_to(&l, "few"), 20);
    assert_int_equal(bound_to(&l, "many"), 100);
    assert_int_equal(bound_to(&l, "pow"), 8);
    assert_int_equal(bound_to(&l, "mult"), 24);
    assert_int_equal(bound_to(&l, "small"), 127);
    assert_int_equal(bound_to(&l, "what"), 1);
    assert_int_equal(bound_to(&l, "later"), 32);
    db_cov_launch_free(&l);
}

static void launches_that_do_not_fit(void **state) {
    (void)state;
    db_feature trips = {"loop_trips", "n * n"};
    static const struct {
        const char *kind, *extent, *constraints;
        int64_t reqd_local, n, local, global;
        bool trips;
    } cases[] = {
        {"buffer", "n", "[]", 0, 65536, 128, 65536, false},
        {"buffer", "n * n", "[]", 0, 4096, 128, 65536, false}, /* 16 KiB squared are 1 GiB */
        {"buffer", "n", "[]", 0, 256, 128, 65536, true},       /* 2^16 trips; 2^20 are too many */
        {"local", "local * local", "[]", 0, 65536, 64, 65536, false}, /* 64 KiB at 128 */
        {"buffer", "n", "[\"local == 256\"]", 0, 65536, 256, 65536, false},
        {"buffer", "n", "[\"n < 100\"]", 0, 64, 128, 65536, false},
        {"buffer", "n", "[]", 96, 65536, 96, 65472, false},
        {"buffer", "n", "[\"0\"]", 0, 64, 128, 65536, false}, /* never: the last of all */
        {"buffer", "n / 0", "[]", 0, 64, 128, 65536, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        db_arg args[] = {buffer(0, cases[i].kind, cases[i].extent),
                         scalar(1, "n", "bound", "{\"min\":1}")};
        db_kernel k = {.args = args,
                       .n_args = 2,
                       .features = &trips,
                       .n_features = cases[i].trips,
                       .reqd_local = cases[i].reqd_local,
                       .constraints = (char *)cases[i].constraints};
        db_cov_launch l;
        db_cov_launch_of(&k, &l);
        if (bound_to(&l, "n") != cases[i].n || bound_to(&l, "local") != cases[i].local ||
            bound_to(&l, "global") != cases[i].global)
            fail_msg("case %zu: n %lld, local %lld", i, (long long)bound_to(&l, "n"),
                     (long long)bound_to(&l, "local"));
        db_cov_launch_free(&l);
    }
}

/* ---- kernels ---- */

/* A kernel of three tokens that differs from others by its atomics and loop trips only. */
static void put(db *d, const char *path, const char *family, const char *template_id,
                const char *atomics, const char *trips) {
    lp_err e;
    db_feature features[] = {{"atomics", (char *)atomics},
                             {"barriers", "0"},
                             {"branches", "0"},
                             {"coalesce_stride", "4"},
                             {"flop", "n / global"},
                             {"iop", "3"},
                             {"load_global_bytes", "4"},
                             {"local_bytes", "0"},
                             {"loop_trips", (char *)trips},
                             {"special", "0"},
                             {"store_global_bytes", "4"}};
    db_arg args[] = {buffer(0, "buffer", "n"), scalar(1, "n", "bound", "{\"min\":1}")};
    db_access accesses[] = {{0, 1, "load", "gid", "direct", "0", "n - 1", NULL, false},
                            {0, 2, "store", "x[gid]", "indirect", "0", "n - 1", NULL, false},
                            {0, 3, "load", "gid", "direct", "0", "n - 1", NULL, false},
                            {0, 4, "load", "gid", "direct", "0", "n - 1", NULL, false}};
    db_kernel k = plain_kernel(path, "f", path, family);
    k.template_id = (char *)template_id;
    k.source = "a b c";
    k.args = args;
    k.n_args = 2;
    k.accesses = accesses;
    k.n_accesses = 4;
    k.features = features;
    k.n_features = 11;
    must(db_put_kernel(d, &k, &e), &e);
}

/* Scaled atomics of the hand-written: 0, 1, 2, and 2 again in a family of two; of the synthesised
 * 5; of the imported 4 and 0. */
static db *small(void) {
    lp_err e;
    db *d = temp_db("c.db");
    put(d, "hand/a.cl", "A", NULL, "0", "0");
    put(d, "hand/b.cl", "B", NULL, "1", "0");
    put(d, "hand/c.cl", "C", NULL, "3", "0");
    put(d, "hand/d.cl", "C", NULL, "3", "0");
    put(d, "synth.cl", "S", "t", "31", "0");
    put(d, "other/x.cl", "X", NULL, "15", "0");
    put(d, "other/y.cl", "Y", "t", "0", "0");
    put(d, "other/z.cl", "Z", NULL, "1 / 0", "0");
    db_kernel skipped[] = {{.path = "other/i.cl", .name = "f", .reason = "image-argument"},
                           {.path = "other/d.cl", .name = "f", .reason = "duplicate"},
                           {.path = "other/s.cl", .name = "", .reason = "syntax"}};
    for (int i = 0; i < 3; i++) must(db_put_kernel(d, &skipped[i], &e), &e);
    return d;
}

static void load(db *d, const char *from, db_cov *c) {
    lp_err e;
    lp_strv imported = {0};
    if (from) lp_strv_add(&imported, from);
    must(db_cov_load(d, &imported, c, &e), &e);
    lp_strv_free(&imported);
    db_cov_scale(c);
    must(db_cov_near(c, &e), &e);
}

static void features(void **state) {
    (void)state;
    db *d = small();
    db_cov c;
    load(d, "other/", &c);
    assert_int_equal(c.n, 7);
    assert_int_equal(c.first[DB_COV_SYNTH], 4);
    assert_int_equal(c.first[DB_COV_IMPORTED], 5);
    assert_int_equal(c.left_out[DB_COV_IMPORTED], 1);
    assert_int_equal(c.skipped[DB_COV_IMPORTED], 1);
    assert_string_equal(c.v[1].path, "hand/b.cl");
    assert_close(c.v[1].raw[DB_COV_INTENSITY], 0.5); /* (1 + 3) operations, 8 bytes */
    assert_close(c.v[1].raw[DB_COV_STRIDE], 4);
    assert_close(c.v[1].raw[DB_COV_ATOMICS], 1);
    assert_close(c.v[1].raw[DB_COV_INDIRECT], 0.25);
    assert_close(c.v[1].raw[DB_COV_TOKENS], 3);
    db_cov_free(&c);
    sql(d, "DELETE FROM access"); /* kernels that touch nothing do not count */
    load(d, "other/", &c);
    assert_int_equal(c.n, 0);
    assert_int_equal(c.left_out[DB_COV_HAND], 4);
    db_cov_free(&c);
    db_close(d);
}

/* Scaled atomics 0 1 2 2: mean 5/4, variance 11/16, spread 0.829. */
static void distances(void **state) {
    (void)state;
    const double spread = sqrt(11.0 / 16);
    db *d = small();
    db_cov c;
    load(d, "other/", &c);
    assert_close(c.spread[DB_COV_ATOMICS], spread);
    assert_close(c.spread[DB_COV_TRIPS], 0.5); /* no spread at all: the least there is */
    assert_int_equal(c.n_families, 3);
    for (int i = 0; i < 3; i++) assert_close(c.family_far[i], 1 / spread);
    const db_cov_kernel *x = &c.v[5], *y = &c.v[6];
    assert_string_equal(x->path, "other/x.cl");
    assert_close(x->far[DB_COV_HAND], 2 / spread);
    assert_close(x->far[DB_COV_SYNTH], 1 / spread);
    assert_close(db_cov_far(x), 1 / spread);
    assert_string_equal(c.v[db_cov_nearest(x)].path, "synth.cl");
    assert_string_equal(c.v[x->near[DB_COV_HAND]].path, "hand/c.cl");
    assert_close(db_cov_far(y), 0);
    assert_string_equal(c.v[db_cov_nearest(y)].path, "hand/a.cl");
    db_cov_free(&c);
    db_close(d);
}

/* ---- the report ---- */

static json_t *report(db *d, const char *from, const char *plot) {
    lp_err e;
    lp_strv imported = {0};
    if (from) lp_strv_add(&imported, from);
    json_t *o = db_coverage(d, &imported, plot, &e);
    if (!o) fail_msg("%s", e.msg);
    lp_strv_free(&imported);
    return o;
}

static double at(const json_t *o, const char *a, const char *b, const char *c) {
    o = json_object_get(json_object_get(o, a), b);
    if (c) o = json_object_get(o, c);
    if (!json_is_number(o)) fail_msg("%s/%s/%s: no number", a, b, c ? c : "");
    return json_number_value(o);
}

static void figures(void **state) {
    (void)state;
    const double spread = sqrt(11.0 / 16);
    db *d = small();
    json_t *o = report(d, "other/", NULL);
    assert_close(at(o, "sets", "handwritten", "kernels"), 4);
    assert_close(at(o, "sets", "handwritten", "families"), 3);
    assert_close(at(o, "sets", "synthesised", "kernels"), 1);
    assert_close(at(o, "sets", "imported", "kernels"), 2);
    assert_close(at(o, "sets", "imported", "left_out"), 1);
    assert_close(at(o, "sets", "imported", "skipped"), 1);
    assert_close(at(o, "distance", "imported_to_ours", "median"), 0.5 / spread);
    assert_close(at(o, "distance", "imported_to_handwritten", "max"), 2 / spread);
    assert_close(at(o, "distance", "imported_to_synthesised", "median"), 3 / spread);
    assert_close(at(o, "distance", "imported_families_to_ours", "max"), 1 / spread);
    assert_close(at(o, "distance", "handwritten_families", "p90"), 1 / spread);
    assert_close(at(o, "distance", "made_of", "atomics"), 1);
    const json_t *hand = json_object_get(json_object_get(o, "sets"), "handwritten");
    assert_close(at(hand, "quantiles", "atomics", "median"), 2); /* of 0 1 3 3 */
    assert_close(at(hand, "quantiles", "atomics", "max"), 3);
    const json_t *far = json_array_get(json_object_get(o, "farthest"), 0);
    assert_string_equal(lp_json_str(far, "path", ""), "other/x.cl");
    assert_string_equal(lp_json_str(json_object_get(far, "nearest"), "path", ""), "synth.cl");
    const json_t *why = json_object_get(far, "why");
    assert_int_equal(json_array_size(why), 1);
    assert_string_equal(lp_json_str(json_array_get(why, 0), "feature", ""), "atomics");
    assert_close(lp_json_num(json_array_get(why, 0), "value", 0), 15);
    assert_close(lp_json_num(json_array_get(why, 0), "nearest", 0), 31);
    json_decref(o);
    db_close(d);
}

/* Nobody trains on held-out kernels or on their families. */
static void held_out(void **state) {
    (void)state;
    db *d = small();
    sql(d, "UPDATE kernel SET held_out = 1 WHERE path IN ('hand/c.cl', 'other/x.cl')");
    json_t *o = report(d, "other/", NULL);
    assert_int_equal(lp_json_i64(o, "held_out", -1), 2); /* c.cl, and d.cl of its family */
    assert_close(at(o, "sets", "handwritten", "kernels"), 2);
    assert_close(at(o, "sets", "imported", "kernels"), 2); /* x.cl: it was asked for */
    json_decref(o);
    db_close(d);
}

/* What is held out as a set of its own, whatever it is made of; the others as without it. */
static void held_out_as_a_set(void **state) {
    (void)state;
    lp_err e = {""};
    db_cov c;
    db *d = small();
    sql(d, "UPDATE kernel SET held_out = 1 WHERE path IN ('hand/c.cl', 'synth.cl')");
    must(db_cov_load_held_out(d, &c, &e), &e);
    assert_int_equal(c.first[DB_COV_IMPORTED], 4); /* a, b, x; y */
    assert_int_equal(c.first[DB_COV_SYNTH], 3);
    assert_int_equal(c.n, 7); /* and c, its relative d, synth */
    for (size_t i = c.first[DB_COV_IMPORTED]; i < c.n; i++)
        if (!strstr("hand/c.cl hand/d.cl synth.cl", c.v[i].path)) fail_msg("%s", c.v[i].path);
    db_cov_free(&c);
    db_close(d);
}

static void nothing_to_compare(void **state) {
    (void)state;
    db *d = temp_db("e.db");
    json_t *o = report(d, NULL, NULL); /* an empty database */
    assert_true(json_is_null(json_object_get(
        json_object_get(json_object_get(o, "distance"), "handwritten_families"), "median")));
    json_decref(o);
    put(d, "x/only.cl", "A", NULL, "1", "0");
    o = report(d, "x/", NULL); /* imported, and we have nothing */
    assert_close(at(o, "sets", "imported", "kernels"), 1);
    assert_int_equal(json_array_size(json_object_get(o, "farthest")), 0);
    json_decref(o);
    o = report(d, NULL, NULL); /* one family has no other */
    assert_close(at(o, "sets", "handwritten", "families"), 1);
    json_decref(o);
    db_close(d);
}

static void databases_and_what_is_none(void **state) {
    (void)state;
    lp_err e;
    lp_strv imported = {0};
    db *d = small();
    db *other = temp_db("o.db");
    put(other, "k.cl", "K", NULL, "7", "0");
    db_close(other);
    json_t *o = report(d, temp_path("o.db"), NULL);
    assert_close(at(o, "sets", "imported", "kernels"), 1);
    assert_close(at(o, "sets", "handwritten", "kernels"), 5); /* other/x.cl is ours now */
    json_decref(o);
    lp_strv_add(&imported, temp_dir);
    assert_null(db_coverage(d, &imported, NULL, &e));
    assert_has(e.msg, "neither a database nor the start of a kernel's path");
    assert_has(e.msg, "llmperf analyze --db");
    lp_strv_free(&imported);
    db_close(d);
}

/* ---- regions ---- */

static void regions(void **state) {
    (void)state;
    db *d = temp_db("r.db");
    put(d, "a.cl", "A", NULL, "0", "0");
    put(d, "b.cl", "B", NULL, "20", "0");
    put(d, "c.cl", "C", NULL, "0", "300");
    put(d, "in/one.cl", "I", NULL, "20", "300"); /* both at once: nobody has that */
    put(d, "in/two.cl", "J", NULL, "40", "290");
    put(d, "in/near.cl", "K", NULL, "21", "0");
    put(d, "in/many.cl", "L", NULL, "0", "5000"); /* alone: one condition says it */
    db_cov c;
    db_cov_region r[DB_COV_REGIONS];
    int64_t rest = -1;
    load(d, "in/", &c);
    int n = db_cov_regions(&c, 0.3, r, &rest);
    assert_int_equal(n, 2);
    char *first = db_cov_region_words(&r[0]), *second = db_cov_region_words(&r[1]);
    assert_string_equal(first, "atomics >= 1 and loop trips >= 1");
    assert_int_equal(r[0].imported, 2);
    assert_int_equal(r[0].ours, 0);
    assert_string_equal(second, "loop trips >= 1024");
    assert_int_equal(r[1].imported, 1);
    assert_string_equal(c.v[r[1].example].path, "in/many.cl");
    assert_int_equal(rest, 0);
    free(first);
    free(second);
    assert_int_equal(db_cov_regions(&c, 1000, r, &rest), 0); /* nothing is that far */
    db_cov_free(&c);
    db_close(d);
}

static void words_of_regions(void **state) {
    (void)state;
    db_cov_region r = {.side = {{DB_COV_BARRIERS, 1, true},
                                {DB_COV_INTENSITY, 1, true},
                                {DB_COV_INDIRECT, 0.5, false}},
                       .n_sides = 3};
    char *words = db_cov_region_words(&r);
    assert_string_equal(words, "no barriers and operations a byte < 1 and indirect share >= 0.5");
    free(words);
}

/* ---- the plane ---- */

/* [[2 1 0] [1 2 0] [0 0 5]]: 5 along z, 3 along (1 1 0), 1 along (1 -1 0). */
static void eigenvectors(void **state) {
    (void)state;
    double a[] = {2, 1, 0, 1, 2, 0, 0, 0, 5}, values[3], v[9];
    const double h = sqrt(0.5), wanted[] = {0, 0, 1, h, h, 0, h, -h, 0};
    db_cov_eigen(3, a, values, v);
    assert_close(values[0], 5);
    assert_close(values[1], 3);
    assert_close(values[2], 1);
    for (int i = 0; i < 9; i++) assert_close(v[i], wanted[i]);
}

/* A full matrix is the sum of its eigenvalues times the squares of its eigenvectors. */
static void eigenvectors_make_the_matrix(void **state) {
    (void)state;
    enum { N = 7 };
    double a[N * N], kept[N * N], values[N], v[N * N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) a[i * N + j] = 1.0 / (1 + i + j) + (i == j) * i;
    memcpy(kept, a, sizeof a);
    db_cov_eigen(N, a, values, v);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++) sum += values[k] * v[k * N + i] * v[k * N + j];
            if (fabs(sum - kept[i * N + j]) > 1e-12) fail_msg("%d %d: %g", i, j, sum);
        }
        assert_true(i == 0 || values[i] <= values[i - 1]);
    }
}

/* Only atomics differ: the first axis is theirs and has all of the variance. */
static void plane(void **state) {
    (void)state;
    db *d = small();
    db_cov c;
    db_cov_plane p;
    load(d, "other/", &c);
    db_cov_plane_of(&c, &p);
    assert_close(p.axis[0][DB_COV_ATOMICS], 1);
    assert_close(p.share[0], 1);
    /* the centre: the mean of the three sets' means, 5/4, 5 and 2 */
    assert_close(p.centre[DB_COV_ATOMICS], (1.25 + 5 + 2) / 3 / c.spread[DB_COV_ATOMICS]);
    assert_close(db_cov_project(&p, 0, &c.v[0]), -p.centre[DB_COV_ATOMICS]);
    lp_text script = {0};
    db_cov_script(&c, &script);
    assert_has(script.s, "$handwritten << EOD\n");
    assert_has(script.s, "first principal component, 100 % of the variance\\natomics\"\n");
    assert_has(script.s, "title 'imported (2)'");
    assert_has(script.s, "$far << EOD\n0 0\n0.0000 50.000\n");
    lp_text_free(&script);
    db_cov_free(&c);
    db_close(d);
}

/* ---- text ---- */

static void text(void **state) {
    (void)state;
    char *t = NULL;
    size_t n;
    db *d = small();
    json_t *o = report(d, "other/", NULL);
    FILE *f = open_memstream(&t, &n);
    db_coverage_print(o, f);
    fclose(f);
    json_decref(o);
    assert_has(t, "hand-written 4 kernels in 3 families\n");
    assert_has(t, "imported     2 kernels in 2 families; 1 more skipped by analyze; 1 left out "
                  "(nothing is accessed, or a feature has no value)\n");
    assert_has(t, "atomics             hand-written        0.3        2        3        3\n");
    assert_has(t, "imported kernels, to ours                      0.603     1.08     1.21\n");
    assert_has(t, "imported kernels are made of: atomics 100 %\n");
    assert_has(t, "  1.21  other/x.cl:f\n        nearest synth.cl:f\n        atomics 15 (nearest: "
                  "31)\n");
    free(t);
    f = open_memstream(&t, &n);
    o = report(d, NULL, NULL);
    db_coverage_print(o, f);
    fclose(f);
    json_decref(o);
    assert_has(t, "nothing is imported: --imported FROM");
    free(t);
    db_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens),
        cmocka_unit_test(scalars_by_role_and_domain),
        cmocka_unit_test(launches_that_do_not_fit),
        cmocka_unit_test(features),
        cmocka_unit_test(distances),
        cmocka_unit_test(figures),
        cmocka_unit_test(held_out),
        cmocka_unit_test(held_out_as_a_set),
        cmocka_unit_test(nothing_to_compare),
        cmocka_unit_test(databases_and_what_is_none),
        cmocka_unit_test(regions),
        cmocka_unit_test(words_of_regions),
        cmocka_unit_test(eigenvectors),
        cmocka_unit_test(eigenvectors_make_the_matrix),
        cmocka_unit_test(plane),
        cmocka_unit_test(text),
    };
    return cmocka_run_group_tests_name("coverage", tests, campaign_setup, campaign_teardown);
}
