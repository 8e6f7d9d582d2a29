/* Probe launches: small, as different as possible, the same every time; and their place in a plan.
 */
#include "common/log.h"
#include "common/text.h"
#include "fixture.h"
#include "gen/probe.h"

static const fix_kernel gemv = {
    .name = "gemv",
    .hash_digit = 'b',
    .args = {{"n", "scalar", "int", "bound", NULL, NULL},
             {"pitch", "scalar", "int", "pitch", NULL, NULL},
             {"a", "buffer", "float", "n * pitch", NULL, "r"},
             {"t", "local", "float", "local", NULL, NULL},
             {"y", "buffer", "float", "global", NULL, "w"}},
    .constraints = "[\"pitch % 4 == 0\"]",
};

static void plan_probes(const fix_kernel *f, const lp_campaign *c, gen_samples *out) {
    fix_ready r;
    fix_must_prepare(f, &r);
    gen_plan_probes(&r.k, c, &fix_limits, out);
    gen_kernel_free(&r.k);
    assert_int_equal(out->counts.planned, out->n);
    assert_true((int64_t)out->n <= c->probe_samples);
}

static char *text_of(const gen_samples *s) {
    lp_text t = {0};
    for (size_t i = 0; i < s->n; i++) gen_sample_line(&s->v[i], &t);
    lp_text_add(&t, "");
    return lp_text_take(&t);
}

static int64_t scalar(const db_sample *s, int arg) {
    return strtoll(s->args[arg].value, NULL, 10);
}

static void probes_are_small_and_complete(void **state) {
    (void)state;
    lp_campaign c;
    gen_samples s;
    lp_campaign_defaults(&c);
    c.probe_samples = 30;
    c.probe_global_max = 2000;
    plan_probes(&gemv, &c, &s);
    assert_int_equal(s.n, 30);
    int groups[3] = {0}, locals = 0;
    for (size_t i = 0; i < s.n; i++) {
        const db_sample *x = &s.v[i];
        int64_t n = x->global_size / x->local_size;
        assert_int_equal(x->idx, i);
        assert_null(x->strategy);
        assert_null(x->class_);
        assert_true(x->fill_seed > 0);
        assert_int_equal(x->global_size % x->local_size, 0);
        assert_true(x->global_size <= 2000);
        assert_true(scalar(x, 0) <= 4000 && scalar(x, 1) <= 128);
        assert_int_equal(scalar(x, 1) % 4, 0);
        assert_int_equal(x->args[2].elems, scalar(x, 0) * scalar(x, 1));
        assert_int_equal(x->args[3].elems, x->local_size);
        assert_int_equal(x->bytes, (x->args[2].elems + x->global_size) * 4);
        assert_string_equal(x->args[4].recipe, "zero");
        groups[n == 1 ? 0 : n <= 8 ? 1 : 2]++;
        for (size_t j = 0; j < i; j++) {
            const db_sample *y = &s.v[j];
            assert_false(x->fill_seed == y->fill_seed);
            assert_false(x->global_size == y->global_size && x->local_size == y->local_size &&
                         scalar(x, 0) == scalar(y, 0) && scalar(x, 1) == scalar(y, 1));
        }
        int other = 1;
        for (size_t j = 0; j < i; j++)
            if (s.v[j].local_size == x->local_size) other = 0;
        locals += other;
    }
    assert_true(s.v[0].global_size > s.v[0].local_size);
    assert_true(groups[0] >= 10 && groups[1] >= 10 && groups[2] > 0);
    assert_int_equal(locals, 2);
    gen_samples_free(&s);
    lp_campaign_free(&c);
}

/* No buffer of more than 2^20 elements where there is a choice; where there is none, as for a
 * sample. */
static void conditions_go_before_smallness(void **state) {
    (void)state;
    static const struct {
        fix_kernel k;
        int64_t global, elems; /* at least */
        size_t n;
    } cases[] = {
        {{.name = "square",
          .hash_digit = '1',
          .args = {{"n", "scalar", "int", "bound", NULL, NULL},
                   {"x", "buffer", "uchar", "n * n", NULL, NULL}}},
         32,
         1,
         3},
        {{.name = "many", .hash_digit = '2', .constraints = "[\"global >= 2048\"]"}, 2048, -1, 3},
        {{.name = "power",
          .hash_digit = '3',
          .constraints = "[\"global == 512\"]",
          .args = {{"x", "buffer", "int", "global", NULL, NULL}}},
         512,
         512,
         1},
        {{.name = "table",
          .hash_digit = '4',
          .args = {{"x", "buffer", "int", "5000000", NULL, NULL}}},
         32,
         5000000,
         3},
        {{.name = "bound",
          .hash_digit = '5',
          .args = {{"n", "scalar", "int", "bound", "{\"min\":100000}", NULL},
                   {"x", "buffer", "char", "n", NULL, NULL}}},
         32,
         100000,
         3},
        {{.name = "never", .hash_digit = '6', .constraints = "[\"global > 4096\"]"}, 0, 0, 0},
        {{.name = "unfit", .hash_digit = '7', .reqd_local = 1024}, 0, 0, 0},
    };
    lp_campaign c;
    lp_campaign_defaults(&c);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gen_samples s;
        plan_probes(&cases[i].k, &c, &s);
        if (cases[i].n == 1 ? s.n < 1 : s.n != cases[i].n)
            fail_msg("%s: %zu launches", cases[i].k.name, s.n);
        for (size_t j = 0; j < s.n; j++) {
            const db_sample *x = &s.v[j];
            int64_t elems = x->n_args > 0 ? x->args[x->n_args - 1].elems : -1;
            assert_in_range(x->global_size, cases[i].global, 4096);
            assert_true(elems >= cases[i].elems);
            if (cases[i].elems < 1 << 20) assert_true(elems <= 1 << 20);
        }
        gen_samples_free(&s);
    }
    lp_campaign_free(&c);
}

static void the_same_probes_again(void **state) {
    (void)state;
    lp_campaign c;
    gen_samples s;
    lp_campaign_defaults(&c);
    plan_probes(&gemv, &c, &s);
    char *first = text_of(&s);
    gen_samples_free(&s);
    c.probe_samples = 12; /* more: the first ones stay */
    c.launch_per_kernel = 99;
    plan_probes(&gemv, &c, &s);
    char *more = text_of(&s);
    gen_samples_free(&s);
    assert_int_equal(strncmp(first, more, strlen(first)), 0);
    assert_true(strlen(more) > strlen(first));
    c.seed = 2;
    plan_probes(&gemv, &c, &s);
    char *other = text_of(&s);
    gen_samples_free(&s);
    assert_int_not_equal(strncmp(first, other, strlen(first)), 0);
    c.probe_samples = 0;
    plan_probes(&gemv, &c, &s);
    assert_int_equal(s.n, 0);
    gen_samples_free(&s);
    free(first);
    free(more);
    free(other);
    lp_campaign_free(&c);
}

/* Known answer: may not change without a new GEN_PLAN_VERSION. */
static void probes_are_what_they_were(void **state) {
    (void)state;
    lp_campaign c;
    gen_samples s;
    lp_campaign_defaults(&c);
    plan_probes(&gemv, &c, &s);
    char *x = text_of(&s);
    assert_int_equal(GEN_PLAN_VERSION, 3);
    assert_string_equal(
        x, "0|probe|288|96||7376570255131504147|28800|0:-1:288:|1:-1:24:|2:6912::uniform(0,1)|"
           "3:96::|4:288::zero\n"
           "1|probe|1632|32||1358128234230815672|32640|0:-1:1632:|1:-1:4:|2:6528::uniform(0,1)|"
           "3:32::|4:1632::zero\n"
           "2|probe|96|96||6913785997182131693|11648|0:-1:88:|1:-1:32:|2:2816::uniform(0,1)|"
           "3:96::|4:96::zero\n");
    free(x);
    gen_samples_free(&s);
    lp_campaign_free(&c);
}

/* ---- in a plan ----------------------------------------------------------------------------------
 */

static const fix_kernel scale = {.name = "scale",
                                 .hash_digit = '1',
                                 .args = {{"n", "scalar", "int", "bound", NULL, NULL},
                                          {"x", "buffer", "float", "min(n, global)", NULL, NULL}}};
static const fix_kernel too_big = {
    .name = "big", .hash_digit = '0', .constraints = "[\"global > 4096\"]"};

typedef struct planned {
    lp_campaign c;
    fix_db f;
    char hash[33];
    bool changed;
    int64_t probes, unprobed;
} planned;

static void begin(planned *p) {
    lp_campaign_defaults(&p->c);
    p->c.target_compute_units = 10;
    p->c.target_max_work_group = 256;
    p->c.target_local_mem_bytes = 32768;
    fix_open(&p->f);
}

static void end(planned *p) {
    fix_close(&p->f);
    lp_campaign_free(&p->c);
}

static void run(planned *p) {
    lp_err e = {""};
    gen_plan plan;
    if (gen_plan_run(p->f.d, &p->c, "c.yaml", &plan, &e)) fail_msg("%s", e.msg);
    memcpy(p->hash, plan.hash, sizeof p->hash);
    p->changed = plan.changed;
    p->probes = plan.probes;
    p->unprobed = plan.unprobed;
    gen_plan_free(&plan);
}

static int64_t count(planned *p, const char *sql) {
    return fix_count(&p->f, sql);
}

static void must(int rc, const lp_err *e) {
    if (rc) fail_msg("%s", e->msg);
}

static void put_clean(planned *p, int64_t kernel) {
    lp_err e = {""};
    fix_put_device(&p->f);
    db_probe x = {.kernel_id = kernel, .device_id = 1, .status = (char *)"clean", .version = 1};
    must(db_put_probe(p->f.d, &x, &e), &e);
}

static void other_kernels_change_nothing(void **state) {
    (void)state;
    static const char sum[] = "SELECT sum(p.id * 31 + p.fill_seed % 1000 + p.global_size)"
                              " FROM probe_sample p JOIN kernel k ON k.id = kernel_id"
                              " WHERE name = 'scale'";
    planned p;
    begin(&p);
    fix_put(&p.f, &scale);
    run(&p);
    assert_int_equal(p.probes, 3);
    assert_int_equal(count(&p, "SELECT count(*) FROM probe_sample WHERE idx < 3"), 3);
    put_clean(&p, 1);
    int64_t before = count(&p, sum);
    fix_put(&p.f, &gemv);
    fix_put(&p.f, &too_big); /* sorts before the others */
    run(&p);
    assert_true(p.changed);
    assert_int_equal(p.probes, 6);
    assert_int_equal(p.unprobed, 1);
    assert_int_equal(count(&p, sum), before);
    assert_int_equal(count(&p, "SELECT count(*) FROM probe"), 1);
    end(&p);
}

static void probes_are_in_the_hash(void **state) {
    (void)state;
    planned p;
    char first[33];
    begin(&p);
    fix_put(&p.f, &scale);
    run(&p);
    memcpy(first, p.hash, sizeof first);
    put_clean(&p, 1);
    run(&p);
    assert_false(p.changed);
    assert_string_equal(p.hash, first);
    int64_t sum = count(&p, "SELECT sum(fill_seed % 997) + sum(id) FROM sample");
    p.c.probe_samples = 2;
    run(&p);
    assert_true(p.changed);
    assert_string_not_equal(p.hash, first);
    assert_int_equal(count(&p, "SELECT count(*) FROM probe_sample"), 2);
    assert_int_equal(count(&p, "SELECT count(*) FROM probe"), 0); /* it was about others */
    p.c.probe_samples = 0;
    run(&p);
    assert_int_equal(count(&p, "SELECT count(*) FROM probe_sample"), 0);
    assert_int_equal(count(&p, "SELECT sum(fill_seed % 997) + sum(id) FROM sample"), sum);
    p.c.probe_samples = 3;
    run(&p);
    assert_string_equal(p.hash, first);
    /* Rows that were lost come back though the hash is the same. */
    lp_err e = {""};
    must(db_run(p.f.d, &e, "DELETE FROM probe_sample WHERE idx = 1", ""), &e);
    run(&p);
    assert_true(p.changed);
    assert_int_equal(count(&p, "SELECT count(*) FROM probe_sample"), 3);
    end(&p);
}

static void kernels_that_are_dropped_lose_their_probes(void **state) {
    (void)state;
    planned p;
    lp_err e = {""};
    begin(&p);
    fix_put(&p.f, &scale);
    fix_put(&p.f, &gemv);
    run(&p);
    must(db_run(p.f.d, &e, "UPDATE kernel SET status = 'skipped' WHERE name = 'gemv'", ""), &e);
    run(&p);
    assert_int_equal(count(&p, "SELECT count(*) FROM probe_sample"), 3);
    assert_int_equal(count(&p, "SELECT max(kernel_id) FROM probe_sample"), 1);
    end(&p);
}

static void repairs_are_added_to_lengths(void **state) {
    (void)state;
    static const char samples[] =
        "SELECT sum(elems) * 1000 + sum(bytes) FROM sample_arg a JOIN sample s ON s.id = sample_id"
        " WHERE a.idx = 1";
    static const char probes[] = "SELECT sum(json_extract(args, '$[1].elems')) * 1000 + sum(bytes)"
                                 " FROM probe_sample";
    planned p;
    lp_err e = {""};
    char plain[33];
    begin(&p);
    fix_put(&p.f, &scale);
    run(&p);
    memcpy(plain, p.hash, sizeof plain);
    put_clean(&p, 1);
    int64_t of_samples = count(&p, samples), of_probes = count(&p, probes);
    must(db_put_repair(p.f.d, 1, 1, 5, 1, &e), &e);
    of_samples += (int64_t)10 * 5 * (1000 + 4);
    of_probes += (int64_t)3 * 5 * (1000 + 4);
    assert_int_equal(count(&p, samples), of_samples);
    assert_int_equal(count(&p, probes), of_probes);
    run(&p); /* finds all as planned */
    assert_false(p.changed);
    assert_string_equal(p.hash, plain);
    assert_int_equal(count(&p, "SELECT count(*) FROM probe"), 1);
    must(db_run(p.f.d, &e, "DELETE FROM sample", ""), &e);
    must(db_run(p.f.d, &e, "DELETE FROM probe_sample", ""), &e);
    run(&p); /* plans with the repair */
    assert_true(p.changed);
    assert_string_equal(p.hash, plain);
    assert_int_equal(count(&p, samples), of_samples);
    assert_int_equal(count(&p, probes), of_probes);
    must(db_run(p.f.d, &e, "UPDATE repair SET elems = 9223372036854775807", ""), &e);
    gen_plan plan;
    assert_int_equal(gen_plan_run(p.f.d, &p.c, "c.yaml", &plan, &e), -1);
    assert_non_null(strstr(e.msg, "dir/scale.cl: scale: the repair of argument x is too large"));
    gen_plan_free(&plan);
    end(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probes_are_small_and_complete),
        cmocka_unit_test(conditions_go_before_smallness),
        cmocka_unit_test(the_same_probes_again),
        cmocka_unit_test(probes_are_what_they_were),
        cmocka_unit_test(other_kernels_change_nothing),
        cmocka_unit_test(probes_are_in_the_hash),
        cmocka_unit_test(kernels_that_are_dropped_lose_their_probes),
        cmocka_unit_test(repairs_are_added_to_lengths),
    };
    lp_log_set_level(LP_LOG_QUIET);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
