/* Probe records: planned launches, outcomes and repairs come back; what no longer fits goes. */
#include "common/text.h"
#include "db/internal.h"
#include "temp.h"

static void samples_come_back(void **state) {
    (void)state;
    lp_err e;
    db *d = temp_db("ps.db");
    int64_t k = add_kernel(d, "a.cl", "f", "h", "h");
    db_sample *s;
    int n;
    must(db_load_probe_samples(d, k, &s, &n, &e), &e);
    assert_int_equal(n, 0);
    add_probe_samples(d, k, 96);
    must(db_load_probe_samples(d, k, &s, &n, &e), &e);
    assert_int_equal(n, 2);
    assert_int_equal(s[1].idx, 2);
    assert_int_equal(s[1].kernel_id, k);
    assert_int_equal(s[1].global_size, 96);
    assert_int_equal(s[1].local_size, 32);
    assert_int_equal(s[1].fill_seed, 52);
    assert_int_equal(s[1].bytes, 384);
    assert_null(s[1].strategy);
    assert_int_equal(s[1].n_args, 2);
    assert_int_equal(s[1].args[0].elems, 96);
    assert_null(s[1].args[0].value);
    assert_string_equal(s[1].args[0].recipe, "uniform(0,1)");
    assert_int_equal(s[1].args[1].elems, -1);
    assert_string_equal(s[1].args[1].value, "100");
    assert_null(s[1].args[1].recipe);
    db_probe_samples_free(s, n);
    sql(d, "UPDATE probe_sample SET args = '{}' WHERE idx = 2");
    assert_int_equal(db_load_probe_samples(d, k, &s, &n, &e), -1);
    assert_has(e.msg, "probe sample 2 of kernel");
    assert_null(s);
    db_close(d);
}

static void outcomes_come_back(void **state) {
    (void)state;
    lp_err e;
    db *d = temp_db("po.db");
    int64_t k = add_kernel(d, "a.cl", "f", "h", "h"), dev = add_device(d, "D", 4),
            other = add_device(d, "E", 4);
    db_probe p;
    assert_int_equal(db_get_probe(d, k, dev, TEMP_PROBE_VERSION, &p, &e), 0);
    add_probe_samples(d, k, 96);
    add_probe(d, k, dev, "quarantined", "wild-access");
    assert_int_equal(db_get_probe(d, k, dev, TEMP_PROBE_VERSION, &p, &e), 1);
    assert_string_equal(p.status, "quarantined");
    assert_string_equal(p.reason, "wild-access");
    assert_string_equal(p.detail, "said so");
    assert_int_equal(p.launches, 2);
    db_probe_free(&p);
    assert_int_equal(db_get_probe(d, k, other, TEMP_PROBE_VERSION, &p, &e), 0);
    assert_int_equal(db_get_probe(d, k, dev, TEMP_PROBE_VERSION + 1, &p, &e), 0);
    assert_int_equal(num(d, "SELECT count(*) FROM probe_range WHERE lo = 0 AND hi = 31"), 1);
    assert_int_equal(num(d, "SELECT count(*) FROM probe_range WHERE lo IS NULL AND hi IS NULL"), 1);
    add_probe(d, k, dev, "clean", NULL); /* in place of the first, ranges and all */
    assert_int_equal(num(d, "SELECT count(*) FROM probe WHERE status = 'clean'"), 1);
    assert_int_equal(num(d, "SELECT count(*) FROM probe_range"), 2);
    /* A quarantine has a reason, and nothing else has. */
    db_probe bad = {.kernel_id = k, .device_id = dev, .status = "quarantined"};
    assert_int_equal(db_put_probe(d, &bad, &e), -1);
    bad = (db_probe){.kernel_id = k, .device_id = dev, .status = "clean", .reason = "wild-access"};
    assert_int_equal(db_put_probe(d, &bad, &e), -1);
    assert_int_equal(num(d, "SELECT count(*) FROM probe WHERE status = 'clean'"), 1);
    db_close(d);
}

static void other_launches_make_outcomes_void(void **state) {
    (void)state;
    lp_err e;
    db *d = temp_db("void.db");
    int64_t k = add_kernel(d, "a.cl", "f", "h", "h"), l = add_kernel(d, "b.cl", "f", "i", "i"),
            dev = add_device(d, "D", 4);
    add_probe_samples(d, k, 96);
    add_probe_samples(d, l, 96);
    add_probe(d, k, dev, "clean", NULL);
    add_probe(d, l, dev, "clean", NULL);
    int64_t id = num(d, "SELECT max(id) FROM probe_sample WHERE kernel_id = 1");
    add_probe_samples(d, k, 96); /* the same again */
    assert_int_equal(num(d, "SELECT max(id) FROM probe_sample WHERE kernel_id = 1"), id);
    assert_int_equal(num(d, "SELECT count(*) FROM probe"), 2);
    add_probe_samples(d, k, 95);
    assert_int_equal(num(d, "SELECT count(*) FROM probe_sample"), 4);
    assert_int_equal(num(d, "SELECT kernel_id FROM probe"), l);
    assert_int_equal(num(d, "SELECT count(*) FROM probe_range"), 2);
    must(db_put_probe_samples(d, l, NULL, 0, &e), &e);
    assert_int_equal(num(d, "SELECT count(*) FROM probe_sample"), 2);
    assert_int_equal(num(d, "SELECT count(*) FROM probe"), 0);
    db_close(d);
}

/* Analysed again: another probe text makes what the old one found void, the same one does not; the
 * kernel's removal takes everything along. */
static void outcomes_belong_to_a_probe_text(void **state) {
    (void)state;
    lp_err e;
    db *d = temp_db("text.db");
    int64_t dev = add_device(d, "D", 4);
    db_kernel k = {.path = "a.cl", .name = "f", .hash = "h", .ok = true, .probe = "one"};
    static const struct {
        char *probe, *gap;
        int outcomes;
    } then[] = {{"one", NULL, 1}, {"one", "a.cl:3:1: asm", 1}, {"two", NULL, 0}, {NULL, "x", 0}};
    for (size_t i = 0; i < sizeof then / sizeof *then; i++) {
        k.probe = "one";
        must(db_put_kernel(d, &k, &e), &e);
        add_probe(d, k.id, dev, "clean", NULL);
        k.probe = then[i].probe;
        k.probe_gap = then[i].gap;
        must(db_put_kernel(d, &k, &e), &e);
        assert_int_equal(num(d, "SELECT count(*) FROM probe"), then[i].outcomes);
        db_kernel r;
        must(db_load_kernel(d, k.id, false, &r, &e), &e);
        assert_true(db_same_text(r.probe, then[i].probe));
        assert_true(db_same_text(r.probe_gap, then[i].gap));
        db_kernel_free(&r);
    }
    add_probe_samples(d, k.id, 96);
    add_probe(d, k.id, dev, "clean", NULL);
    must(db_put_repair(d, k.id, 0, 3, dev, &e), &e);
    k.hash = "another";
    must(db_put_kernel(d, &k, &e), &e);
    assert_int_equal(num(d,
                         "SELECT (SELECT count(*) FROM probe) + (SELECT count(*) FROM probe_range)"
                         " + (SELECT count(*) FROM probe_sample) + (SELECT count(*) FROM repair)"),
                     0);
    db_close(d);
}

/* A quarantine that is lifted takes its failures with it, and the run log knows. */
static void a_lifted_quarantine_leaves_no_failures(void **state) {
    (void)state;
    lp_err e;
    for (int by_text = 0; by_text < 2; by_text++) {
        db *d = temp_db("lift.db");
        int64_t dev = add_device(d, "D", 4), runs[2];
        int64_t k = add_kernel(d, "a.cl", "f", "h", "h"), l = add_kernel(d, "b.cl", "f", "i", "i");
        add_probe_samples(d, k, 96);
        add_probe(d, k, dev, "quarantined", "wild-access");
        add_probe(d, l, dev, "quarantined", "wild-access");
        for (int i = 0; i < 2; i++) {
            runs[i] = add_run(d, dev, i ? "t1" : "t0");
            must(db_put_failure(d, add_sample(d, k, i, 64), dev, runs[i], "quarantined", "x", &e),
                 &e);
        }
        must(db_put_failure(d, add_sample(d, k, 2, 64), dev, runs[1], "timeout", "x", &e), &e);
        must(db_put_failure(d, add_sample(d, l, 0, 64), dev, runs[1], "quarantined", "x", &e), &e);
        db_kernel again;
        must(db_load_kernel(d, k, true, &again, &e), &e);
        if (by_text)
            again.probe = lp_strdup("new");
        else
            add_probe_samples(d, k, 95);
        must(db_put_kernel(d, &again, &e), &e);
        db_kernel_free(&again);
        assert_int_equal(num(d, "SELECT count(*) FROM failure WHERE reason = 'timeout'"), 1);
        assert_int_equal(num(d, "SELECT count(*) FROM failure"), 2);
        assert_int_equal(num(d, "SELECT count(*) FROM probe"), 1);
        assert_int_equal(num(d, "SELECT failed FROM run WHERE started = 't0'"), 0);
        assert_int_equal(num(d, "SELECT failed FROM run WHERE started = 't1'"), 2);
        db_close(d);
    }
}

/* Analysed again: a repair stays with its formula. */
static void repairs_belong_to_a_formula(void **state) {
    (void)state;
    lp_err e;
    db *d = temp_db("formula.db");
    int64_t dev = add_device(d, "D", 4);
    db_arg args[] = {{0, "x", "buffer", "float", 4, "rw", "direct", NULL, NULL, "n", NULL},
                     {1, "y", "buffer", "float", 4, "rw", "direct", NULL, NULL, NULL, NULL}};
    db_kernel k = {.path = "a.cl", .name = "f", .hash = "h", .ok = true, .args = args, .n_args = 2};
    must(db_put_kernel(d, &k, &e), &e);
    add_probe(d, k.id, dev, "repaired", NULL);
    must(db_put_repair(d, k.id, 0, 2, dev, &e), &e);
    must(db_put_kernel(d, &k, &e), &e);
    assert_int_equal(num(d, "SELECT count(*) FROM repair"), 1);
    args[1].extent = "2"; /* of the other argument */
    must(db_put_kernel(d, &k, &e), &e);
    assert_int_equal(num(d, "SELECT count(*) FROM repair"), 1);
    assert_int_equal(num(d, "SELECT count(*) FROM probe"), 1);
    args[0].extent = "n + 2";
    must(db_put_kernel(d, &k, &e), &e);
    assert_int_equal(num(d, "SELECT count(*) FROM repair"), 0);
    assert_int_equal(num(d, "SELECT count(*) FROM probe"), 0);
    db_close(d);
}

static void repairs_grow_what_is_planned(void **state) {
    (void)state;
    lp_err e;
    db *d = temp_db("repair.db");
    int64_t k = add_kernel(d, "a.cl", "f", "h", "h"), l = add_kernel(d, "b.cl", "f", "i", "i"),
            dev = add_device(d, "D", 4), elems[3] = {9, 9, 9};
    add_sample(d, k, 0, 64);
    add_sample(d, l, 0, 64);
    add_probe_samples(d, k, 96);
    add_probe_samples(d, l, 96);
    add_probe(d, k, dev, "clean", NULL);
    must(db_load_repairs(d, k, 3, elems, &e), &e);
    assert_int_equal(elems[0] + elems[1] + elems[2], 0);
    must(db_put_repair(d, k, 0, 5, dev, &e), &e);
    must(db_put_repair(d, k, 0, 8, dev, &e), &e); /* 3 more */
    must(db_put_repair(d, k, 0, 6, dev, &e), &e); /* is there */
    must(db_load_repairs(d, k, 3, elems, &e), &e);
    assert_int_equal(elems[0], 8);
    assert_int_equal(elems[1] + elems[2], 0);
    must(db_load_repairs(d, l, 3, elems, &e), &e);
    assert_int_equal(elems[0], 0);
    assert_int_equal(num(d, "SELECT elems FROM sample_arg WHERE sample_id = 1 AND idx = 0"), 72);
    assert_int_equal(num(d, "SELECT elems FROM sample_arg WHERE sample_id = 2 AND idx = 0"), 64);
    assert_int_equal(num(d, "SELECT bytes FROM sample WHERE id = 1"), 72 * 4);
    assert_int_equal(num(d, "SELECT bytes FROM sample WHERE id = 2"), 64 * 4);
    db_sample *s;
    int n;
    must(db_load_probe_samples(d, k, &s, &n, &e), &e);
    assert_int_equal(s[1].args[0].elems, 104);
    assert_int_equal(s[1].args[1].elems, -1);
    assert_int_equal(s[1].bytes, 104 * 4);
    /* Planning with the repair finds them equal, and the outcome stays. */
    must(db_put_probe_samples(d, k, s, n, &e), &e);
    db_probe_samples_free(s, n);
    assert_int_equal(num(d, "SELECT count(*) FROM probe"), 1);
    must(db_load_probe_samples(d, l, &s, &n, &e), &e);
    assert_int_equal(s[1].args[0].elems, 96);
    db_probe_samples_free(s, n);
    assert_int_equal(db_put_repair(d, 99, 0, 1, dev, &e), -1);
    int64_t before = num(d, "SELECT sum(bytes) FROM probe_sample");
    assert_int_equal(db_put_repair(d, k, 0, INT64_MAX / 2, dev, &e), -1);
    sql(d, "DELETE FROM sample");
    assert_int_equal(db_put_repair(d, k, 0, INT64_MAX / 2, dev, &e), -1);
    assert_has(e.msg, "argument 0 is too large");
    assert_int_equal(num(d, "SELECT sum(bytes) FROM probe_sample"), before);
    assert_int_equal(num(d, "SELECT elems FROM repair"), 8);
    db_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_come_back),
        cmocka_unit_test(outcomes_come_back),
        cmocka_unit_test(other_launches_make_outcomes_void),
        cmocka_unit_test(outcomes_belong_to_a_probe_text),
        cmocka_unit_test(a_lifted_quarantine_leaves_no_failures),
        cmocka_unit_test(repairs_belong_to_a_formula),
        cmocka_unit_test(repairs_grow_what_is_planned),
    };
    return cmocka_run_group_tests(tests, temp_setup, temp_teardown);
}
