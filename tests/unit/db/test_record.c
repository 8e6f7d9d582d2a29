/* Records: what is stored comes back; replacing, keeping and dropping; counts in the run log;
 * classes; statements. */
#include "temp.h"

static void same_str(const char *a, const char *b) {
    if (!a || !b)
        assert_ptr_equal(a, b);
    else
        assert_string_equal(a, b);
}

static void kernel_round_trip(void **state) {
    (void)state;
    lp_err e;
    db *d = temp_db("k.db");
    db_arg args[] = {
        {0, "in", "buffer", "float4", 16, "r", "direct", NULL, "index:n", "global * 4", NULL},
        {1, "n", "scalar", "int", 4, "r", NULL, "bound", NULL, NULL, "{\"max\":9}"}};
    db_access acc[] = {{0, 12, "load", "gid", "direct", "0", "global - 1", NULL, false},
                       {0, 13, "store", "?", "opaque", NULL, NULL, "call", true}};
    db_feature feat[] = {{"flop", "3 * n"}};
    db_kernel k = {.path = "a/b.cl",
                   .name = "f",
                   .line = 7,
                   .hash = "00ff",
                   .family = "00ff",
                   .source = "src",
                   .std = "CL2.0",
                   .dims = 1,
                   .ok = true,
                   .pattern = "direct",
                   .reqd_local = 64,
                   .local_bytes = 128,
                   .constraints = "[\"n > 0\"]",
                   .guesses = "T=float\nN=16",
                   .held_out = true,
                   .args = args,
                   .n_args = 2,
                   .accesses = acc,
                   .n_accesses = 2,
                   .features = feat,
                   .n_features = 1};
    must(db_put_kernel(d, &k, &e), &e);
    db_kernel r;
    must(db_load_kernel(d, k.id, true, &r, &e), &e);
    same_str(r.path, k.path);
    same_str(r.name, k.name);
    assert_int_equal(r.line, 7);
    same_str(r.hash, k.hash);
    same_str(r.source, "src");
    same_str(r.std, "CL2.0");
    same_str(r.reason, NULL);
    same_str(r.constraints, "[\"n > 0\"]");
    same_str(r.guesses, "T=float\nN=16");
    assert_true(r.ok);
    assert_true(r.held_out);
    assert_int_equal(r.reqd_local, 64);
    assert_int_equal(r.local_bytes, 128);
    assert_int_equal(r.n_args, 2);
    same_str(r.args[0].content, "index:n");
    same_str(r.args[0].role, NULL);
    assert_int_equal(r.args[0].elem_bytes, 16);
    same_str(r.args[1].domain, "{\"max\":9}");
    assert_int_equal(r.n_accesses, 2);
    same_str(r.accesses[1].reason, "call");
    assert_int_equal(r.accesses[0].line, 12);
    same_str(r.features[0].formula, "3 * n");
    db_kernel_free(&r);
    must(db_load_kernel(d, k.id, false, &r, &e), &e);
    assert_int_equal(r.n_accesses, 0);
    db_kernel_free(&r);
    assert_int_equal(db_load_kernel(d, 99, true, &r, &e), -1);
    assert_has(e.msg, "no kernel with id 99");
    db_close(d);
}

static void same_kernel_keeps_its_samples(void **state) {
    (void)state;
    db *d = temp_db("keep.db");
    int64_t id = add_kernel(d, "a.cl", "f", "h1", "h1");
    add_sample(d, id, 0, 64);
    assert_int_equal(add_kernel(d, "a.cl", "f", "h1", "other-family"), id);
    assert_int_equal(num(d, "SELECT count(*) FROM sample"), 1);
    assert_int_equal(num(d, "SELECT count(*) FROM argument"), 2);
    assert_int_equal(num(d, "SELECT family = 'other-family' FROM kernel"), 1);
    db_close(d);
}

static void changed_kernel_gives_way_only_without_results(void **state) {
    (void)state;
    db *d = temp_db("drop.db");
    int64_t dev = add_device(d, "D", 4), run = add_run(d, dev, "t0");
    int64_t timed = add_kernel(d, "a.cl", "f", "h1", "h1"),
            failed = add_kernel(d, "b.cl", "f", "h2", "h2");
    int64_t planned = add_kernel(d, "c.cl", "f", "h3", "h3");
    lp_err e;
    add_timing(d, add_sample(d, timed, 0, 64), dev, run, "warm", 100);
    must(db_put_failure(d, add_sample(d, failed, 1, 64), dev, run, "timeout", "60 s", &e), &e);
    add_sample(d, planned, 0, 64);
    static const char *const paths[] = {"a.cl", "b.cl", "c.cl"};
    for (int i = 0; i < 3; i++) {
        db_kernel k = {.path = (char *)paths[i],
                       .name = "f",
                       .hash = "new",
                       .source = "src",
                       .ok = true,
                       .held_out = i > 0};
        assert_int_equal(db_put_kernel(d, &k, &e), i < 2);
        if (i < 2) assert_int_equal(k.id, i == 0 ? timed : failed);
    }
    assert_int_equal(num(d, "SELECT count(*) FROM kernel"), 3);
    assert_int_equal(num(d, "SELECT count(*) FROM kernel WHERE hash = 'new'"), 1);
    assert_int_equal(num(d, "SELECT count(*) FROM kernel WHERE held_out = (path > 'a.cl')"), 3);
    assert_int_equal(num(d, "SELECT count(*) FROM sample"), 2);
    assert_int_equal(num(d, "SELECT timed * 10 + failed FROM run"), 11);
    db_close(d);
}

static void sample_round_trip(void **state) {
    (void)state;
    lp_err e;
    db *d = temp_db("s.db");
    int64_t k = add_kernel(d, "a.cl", "f", "h", "h"), id = add_sample(d, k, 4, 640);
    db_sample s;
    must(db_load_sample(d, id, &s, &e), &e);
    assert_int_equal(s.kernel_id, k);
    assert_int_equal(s.idx, 4);
    assert_int_equal(s.global_size, 640);
    same_str(s.class_, "under");
    assert_int_equal(s.fill_seed, 1004);
    assert_int_equal(s.n_args, 2);
    assert_int_equal(s.args[0].elems, 640);
    same_str(s.args[0].value, NULL);
    assert_int_equal(s.args[1].elems, -1);
    same_str(s.args[1].value, "100");
    db_sample_free(&s);
    assert_int_equal(db_load_sample(d, id + 1, &s, &e), -1);
    db_close(d);
}

static void planning_again_keeps_what_did_not_change(void **state) {
    (void)state;
    lp_err e;
    db *d = temp_db("plan.db");
    int64_t dev = add_device(d, "D", 4), run = add_run(d, dev, "t0"),
            k = add_kernel(d, "a.cl", "f", "h", "h");
    int64_t ids[3];
    for (int i = 0; i < 3; i++) {
        ids[i] = add_sample(d, k, i, 64);
        add_timing(d, ids[i], dev, run, "warm", 100);
    }
    assert_int_equal(add_sample(d, k, 0, 64), ids[0]);
    assert_int_equal(num(d, "SELECT timed FROM run"), 3);
    add_sample(d, k, 1, 128); /* another launch: its timing goes */
    assert_int_equal(num(d, "SELECT timed FROM run"), 2);
    assert_int_equal(num(d, "SELECT count(*) FROM timing"), 2);
    must(db_drop_samples(d, k, 1, &e), &e);
    assert_int_equal(num(d, "SELECT timed FROM run"), 1);
    assert_int_equal(num(d, "SELECT count(*) FROM sample"), 1);
    assert_int_equal(num(d, "SELECT count(*) FROM sample_arg"), 2);
    db_close(d);
}

static void device_is_updated_not_doubled(void **state) {
    (void)state;
    lp_err e;
    db *d = temp_db("d.db");
    int64_t id = add_device(d, "D", 4);
    db_device v;
    must(db_load_device(d, id, &v, &e), &e);
    assert_int_equal(v.tick_ns, 0);
    v.tick_ns = 32;
    v.compute_units = 132;
    must(db_put_device(d, &v, &e), &e);
    assert_int_equal(v.id, id);
    v.tick_ns = 0; /* not measured this time */
    must(db_put_device(d, &v, &e), &e);
    db_device_free(&v);
    must(db_load_device(d, id, &v, &e), &e);
    assert_int_equal(v.tick_ns, 32);
    assert_int_equal(v.compute_units, 132);
    assert_true(v.fp64);
    same_str(v.driver, "1");
    db_device_free(&v);
    assert_int_equal(db_load_device(d, 77, &v, &e), -1);
    db_close(d);
}

static void timings_and_failures_count_once(void **state) {
    (void)state;
    lp_err e;
    db *d = temp_db("t.db");
    int64_t dev = add_device(d, "D", 4), r1 = add_run(d, dev, "t1"), r2 = add_run(d, dev, "t2");
    int64_t s = add_sample(d, add_kernel(d, "a.cl", "f", "h", "h"), 0, 64);
    must(db_put_failure(d, s, dev, r1, "crash", "x", &e), &e);
    must(db_put_failure(d, s, dev, r2, "crash", "again", &e), &e); /* on record already */
    assert_int_equal(num(d, "SELECT failed FROM run WHERE started = 't1'"), 1);
    assert_int_equal(num(d, "SELECT failed FROM run WHERE started = 't2'"), 0);
    add_timing(d, s, dev, r2, "warm", 100); /* takes the failure back */
    assert_int_equal(num(d, "SELECT count(*) FROM failure"), 0);
    assert_int_equal(num(d, "SELECT sum(failed) FROM run"), 0);
    assert_int_equal(num(d, "SELECT timed FROM run WHERE started = 't2'"), 1);
    add_timing(d, s, dev, r1, "warm", 999); /* is there: left alone */
    assert_int_equal(num(d, "SELECT median_ns FROM timing"), 101);
    assert_int_equal(num(d, "SELECT sum(timed) FROM run"), 1);
    add_timing(d, s, dev, r2, "cold", 300);
    assert_int_equal(num(d, "SELECT timed FROM run WHERE started = 't2'"), 2);
    must(db_put_failure(d, s, dev, r2, "crash", "late", &e), &e); /* it was timed */
    assert_int_equal(num(d, "SELECT count(*) FROM failure"), 0);
    db_close(d);
}

/* A group that fails inside the caller's transaction leaves the caller's earlier work. */
static void failed_put_leaves_the_rest(void **state) {
    (void)state;
    lp_err e = {""};
    db *d = temp_db("group.db");
    must(db_begin(d, &e), &e);
    int64_t k = add_kernel(d, "a.cl", "f", "h", "h");
    db_sample_arg twice[] = {{0, 1, NULL, NULL}, {0, 1, NULL, NULL}};
    db_sample s = {.kernel_id = k,
                   .strategy = "naive",
                   .global_size = 64,
                   .local_size = 64,
                   .class_ = "idle",
                   .args = twice,
                   .n_args = 2};
    assert_int_equal(db_put_sample(d, &s, &e), -1);
    must(db_commit(d, &e), &e);
    assert_int_equal(num(d, "SELECT count(*) FROM kernel"), 1);
    assert_int_equal(num(d, "SELECT count(*) FROM sample"), 0);
    db_close(d);
}

static void classes(void **state) {
    (void)state;
    assert_string_equal(db_class_of(192, 64, 4, 40), "idle");
    assert_string_equal(db_class_of(256, 64, 4, 40), "under");
    assert_string_equal(db_class_of(10240, 64, 4, 40), "under");
    assert_string_equal(db_class_of(10304, 64, 4, 40), "saturated");
}

static void statements(void **state) {
    (void)state;
    lp_err e = {""};
    db *d = temp_db("st.db");
    int64_t v = 0;
    char *t = NULL;
    must(db_get_i64(d, &e, &v, 5, "SELECT 1 WHERE 0", ""), &e);
    assert_int_equal(v, 5);
    must(db_get_i64(d, &e, &v, 6, "SELECT NULL", ""), &e);
    assert_int_equal(v, 6);
    must(db_get_text(d, &e, &t, "SELECT ? || ?", "td", "a", 0.5), &e);
    assert_string_equal(t, "a0.5");
    free(t);
    must(db_get_text(d, &e, &t, "SELECT ?", "n"), &e);
    assert_null(t);
    assert_int_equal(db_run(d, &e, "SELECT nonsense", ""), -1);
    assert_has(e.msg, "nonsense");
    assert_int_equal(db_run(d, &e, "INSERT INTO split VALUES ('f', 'all')", ""), -1);
    assert_has(e.msg, "CHECK");
    static const char q[] = "SELECT 1";
    assert_ptr_equal(db_stmt(d, q, &e), db_stmt(d, q, &e));
    db_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernel_round_trip),
        cmocka_unit_test(same_kernel_keeps_its_samples),
        cmocka_unit_test(changed_kernel_gives_way_only_without_results),
        cmocka_unit_test(sample_round_trip),
        cmocka_unit_test(planning_again_keeps_what_did_not_change),
        cmocka_unit_test(device_is_updated_not_doubled),
        cmocka_unit_test(timings_and_failures_count_once),
        cmocka_unit_test(failed_put_leaves_the_rest),
        cmocka_unit_test(classes),
        cmocka_unit_test(statements),
    };
    return cmocka_run_group_tests(tests, temp_setup, temp_teardown);
}
