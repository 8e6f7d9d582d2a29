/* Whole plans in a database: order, growth, replanning, refusals, interruption. */
#include <signal.h>

#include "common/intr.h"
#include "common/log.h"
#include "fixture.h"
#include "gen/summary.h"

static const fix_kernel kernels[] = {
    {.name = "one",
     .hash_digit = '1',
     .args = {{"n", "scalar", "int", "bound", NULL, NULL},
              {"x", "buffer", "float", "min(n, global)", NULL, NULL}}},
    {.name = "two",
     .hash_digit = '2',
     .args = {{"w", "scalar", "int", "pitch", NULL, NULL},
              {"x", "buffer", "int", "global * w", NULL, "r"}}},
    {.name = "three",
     .hash_digit = '3',
     .args = {{"a", "scalar", "float", NULL, NULL, NULL},
              {"x", "buffer", "double", "global", NULL, NULL},
              {"t", "local", "double", "local", NULL, NULL}}},
    {.name = "four", .hash_digit = '4', .args = {{"x", "buffer", "float", "global", NULL, NULL}}},
};
enum { N_KERNELS = 4 };

static void set_target(lp_campaign *c) {
    lp_campaign_defaults(c);
    c->target_compute_units = 10;
    c->target_max_work_group = 256;
    c->target_local_mem_bytes = 32768;
}

static void must_run(fix_db *f, const lp_campaign *c, gen_plan *p) {
    lp_err e = {""};
    if (gen_plan_run(f->d, c, "c.yaml", p, &e)) fail_msg("%s", e.msg);
}

static void must_fail(fix_db *f, const lp_campaign *c, const char *says) {
    gen_plan p;
    lp_err e = {""};
    int64_t before = fix_count(f, "SELECT count(*) FROM sample");
    assert_int_equal(gen_plan_run(f->d, c, "c.yaml", &p, &e), -1);
    if (!strstr(e.msg, says)) fail_msg("`%s` does not say `%s`", e.msg, says);
    assert_int_equal(fix_count(f, "SELECT count(*) FROM sample"), before);
    gen_plan_free(&p);
}

static void put_result(fix_db *f, const char *table) {
    lp_err e = {""};
    fix_put_device(f);
    int rc = db_run(
        f->d, &e,
        "INSERT OR IGNORE INTO run (id, device_id, started, planned) VALUES (1, 1, '', 1)", "");
    if (rc == 0 && strcmp(table, "failure") == 0)
        rc = db_run(f->d, &e,
                    "INSERT INTO failure (sample_id, device_id, run_id, reason, detail)"
                    " SELECT min(id), 1, 1, 'crash', '' FROM sample",
                    "");
    else if (rc == 0)
        rc = db_run(
            f->d, &e,
            "INSERT INTO timing (sample_id, device_id, policy, class, median_ns, mean_ns, min_ns, "
            "max_ns,"
            " ci_lo_ns, ci_hi_ns, reps, start_ns, end_ns, epoch, run_id)"
            " SELECT min(id), 1, 'warm', 'idle', 1, 1, 1, 1, 1, 1, 1, '[]', '[]', 0, 1 FROM sample",
            "");
    if (rc) fail_msg("%s", e.msg);
}

/* "path idx launch args" of all samples, in the order of paths. */
static char *dump(fix_db *f) {
    char *text = NULL;
    lp_err e = {""};
    if (db_get_text(f->d, &e, &text,
                    "SELECT group_concat(line, char(10)) FROM (SELECT k.path || ' ' || s.idx || ' "
                    "' || global_size"
                    " || '/' || local_size || ' ' || fill_seed || ' ' || (SELECT "
                    "group_concat(coalesce(elems, '')"
                    " || coalesce(value, '') || coalesce(recipe, '')) FROM sample_arg WHERE "
                    "sample_id = s.id) AS line"
                    " FROM sample s JOIN kernel k ON k.id = s.kernel_id ORDER BY k.path, s.idx)",
                    ""))
        fail_msg("%s", e.msg);
    return text;
}

static void order_of_kernels_does_not_matter(void **state) {
    (void)state;
    lp_campaign c;
    fix_db f[2];
    gen_plan p[2];
    char *text[2];
    set_target(&c);
    for (int i = 0; i < 2; i++) {
        fix_open(&f[i]);
        for (int j = 0; j < N_KERNELS; j++) fix_put(&f[i], &kernels[i ? N_KERNELS - 1 - j : j]);
        must_run(&f[i], &c, &p[i]);
        text[i] = dump(&f[i]);
        assert_true(p[i].changed);
        assert_int_equal(p[i].counts.planned, 10 * N_KERNELS);
    }
    assert_string_equal(p[0].hash, p[1].hash);
    assert_string_equal(text[0], text[1]);
    for (int i = 0; i < 2; i++) {
        free(text[i]);
        gen_plan_free(&p[i]);
        fix_close(&f[i]);
    }
    lp_campaign_free(&c);
}

/* Known answer: what a campaign leaves at its default may not change its plan. */
static void the_hash_is_what_it_was(void **state) {
    (void)state;
    lp_campaign c;
    fix_db f;
    gen_plan p;
    set_target(&c);
    fix_open(&f);
    for (int j = 0; j < N_KERNELS; j++) fix_put(&f, &kernels[j]);
    must_run(&f, &c, &p);
    assert_int_equal(GEN_PLAN_VERSION, 3);
    assert_string_equal(p.hash, "2df816432ada51e57c49fd138141dd54");
    gen_plan_free(&p);
    c.launch_sweep_locals = true;
    must_run(&f, &c, &p);
    assert_true(p.changed);
    assert_int_equal(p.counts.planned, 6 * N_KERNELS); /* a group of all sizes up to 256 */
    gen_plan_free(&p);
    fix_close(&f);
    lp_campaign_free(&c);
}

static void the_campaign_row_is_stored(void **state) {
    (void)state;
    lp_campaign c;
    fix_db f;
    gen_plan p;
    gen_stored s;
    lp_err e = {""};
    set_target(&c);
    c.seed = 99;
    fix_open(&f);
    fix_put(&f, &kernels[0]);
    must_run(&f, &c, &p);
    assert_int_equal(gen_load_campaign(f.d, &s, &e), 0);
    assert_true(s.exists);
    assert_string_equal(s.plan_hash, p.hash);
    assert_int_equal(s.plan_version, GEN_PLAN_VERSION);
    lp_campaign back;
    assert_int_equal(lp_campaign_from_json(s.config_json, &back, &e), 0);
    assert_int_equal(back.seed, 99);
    assert_int_equal(
        fix_count(&f, "SELECT nsm FROM campaign WHERE seed = 99 AND config_path = 'c.yaml'"), 10);
    lp_campaign_free(&back);
    gen_stored_free(&s);
    gen_plan_free(&p);
    fix_close(&f);
    lp_campaign_free(&c);
}

static void a_second_run_changes_nothing(void **state) {
    (void)state;
    lp_campaign c;
    fix_db f;
    gen_plan p;
    set_target(&c);
    fix_open(&f);
    for (int j = 0; j < N_KERNELS; j++) fix_put(&f, &kernels[j]);
    must_run(&f, &c, &p);
    gen_plan_free(&p);
    put_result(&f, "timing");
    int64_t ids = fix_count(&f, "SELECT sum(id * 7919 % 1000003) FROM sample");
    must_run(&f, &c, &p);
    assert_false(p.changed);
    assert_int_equal(p.changes.kept, 10 * N_KERNELS);
    assert_int_equal(fix_count(&f, "SELECT sum(id * 7919 % 1000003) FROM sample"), ids);
    gen_plan_free(&p);
    /* What does not touch the plan may change at any time. */
    c.timeout_s = 77;
    must_run(&f, &c, &p);
    assert_true(p.changed);
    assert_int_equal(p.changes.added + p.changes.removed, 0);
    assert_int_equal(
        fix_count(&f, "SELECT json_extract(config_json, '$.profile.timeout_s') FROM campaign"), 77);
    assert_int_equal(fix_count(&f, "SELECT count(*) FROM timing"), 1);
    gen_plan_free(&p);
    fix_close(&f);
    lp_campaign_free(&c);
}

static void another_kernel_adds_samples_only(void **state) {
    (void)state;
    lp_campaign c;
    fix_db f;
    gen_plan p;
    set_target(&c);
    fix_open(&f);
    fix_put(&f, &kernels[1]);
    fix_put(&f, &kernels[3]);
    must_run(&f, &c, &p);
    gen_plan_free(&p);
    put_result(&f, "timing");
    int64_t ids = fix_count(&f, "SELECT sum(id) FROM sample");
    fix_put(&f, &kernels[0]); /* sorts before the others */
    fix_put(&f, &kernels[2]);
    must_run(&f, &c, &p);
    assert_int_equal(p.changes.added, 20);
    assert_int_equal(p.changes.kept, 20);
    assert_int_equal(p.changes.removed, 0);
    assert_int_equal(
        fix_count(&f, "SELECT sum(id) FROM (SELECT id FROM sample ORDER BY id LIMIT 20)"), ids);
    gen_plan_free(&p);
    fix_close(&f);
    lp_campaign_free(&c);
}

static void more_samples_a_kernel_keep_the_first(void **state) {
    (void)state;
    lp_campaign c;
    fix_db f;
    gen_plan p;
    set_target(&c);
    fix_open(&f);
    fix_put(&f, &kernels[0]);
    must_run(&f, &c, &p);
    gen_plan_free(&p);
    put_result(&f, "timing");
    c.launch_per_kernel = 15;
    must_run(&f, &c, &p);
    assert_int_equal(p.changes.added, 5);
    assert_int_equal(p.changes.kept, 10);
    gen_plan_free(&p);
    c.launch_per_kernel = 12; /* drops samples without results */
    must_run(&f, &c, &p);
    assert_int_equal(p.changes.removed, 3);
    assert_int_equal(fix_count(&f, "SELECT count(*) FROM sample"), 12);
    gen_plan_free(&p);
    fix_close(&f);
    lp_campaign_free(&c);
}

static void replans_until_something_has_results(void **state) {
    (void)state;
    static const char *const tables[] = {"timing", "failure"};
    for (int i = 0; i < 2; i++) {
        lp_campaign c;
        fix_db f;
        gen_plan p;
        char before[33];
        set_target(&c);
        fix_open(&f);
        fix_put(&f, &kernels[0]);
        must_run(&f, &c, &p);
        memcpy(before, p.hash, sizeof before);
        gen_plan_free(&p);
        c.seed = 2;
        must_run(&f, &c, &p);
        assert_string_not_equal(p.hash, before);
        assert_int_equal(p.changes.removed, 10);
        assert_int_equal(fix_count(&f, "SELECT count(*) FROM sample"), 10);
        gen_plan_free(&p);
        put_result(&f, tables[i]);
        c.seed = 3;
        must_fail(&f, &c, "1 samples that c.yaml would change or drop have results already");
        assert_int_equal(fix_count(&f, "SELECT seed FROM campaign"), 2);
        fix_close(&f);
        lp_campaign_free(&c);
    }
}

static void limit_takes_a_seeded_few(void **state) {
    (void)state;
    lp_campaign c;
    fix_db f;
    gen_plan p;
    int64_t seen = 0;
    set_target(&c);
    c.corpus_limit = 1;
    fix_open(&f);
    for (int j = 0; j < N_KERNELS; j++) fix_put(&f, &kernels[j]);
    for (c.seed = 1; c.seed <= 24; c.seed++) {
        must_run(&f, &c, &p);
        assert_int_equal(p.chosen, 1);
        assert_int_equal(p.usable, N_KERNELS);
        assert_int_equal(fix_count(&f, "SELECT count(DISTINCT kernel_id) FROM sample"), 1);
        seen |= 1 << fix_count(&f, "SELECT max(kernel_id) FROM sample");
        gen_plan_free(&p);
    }
    assert_int_equal(seen, 2 + 4 + 8 + 16);
    put_result(&f, "timing");
    int64_t timed = fix_count(&f, "SELECT max(kernel_id) FROM sample");
    lp_err e = {""};
    assert_int_equal(db_run(f.d, &e,
                            "UPDATE kernel SET status = 'skipped', reason = 'x' WHERE id = ?", "i",
                            timed),
                     0);
    must_fail(&f, &c, "would change or drop");
    fix_close(&f);
    lp_campaign_free(&c);
}

static void must_update(fix_db *f, const char *sql) {
    lp_err e = {""};
    if (db_run(f->d, &e, sql, "")) fail_msg("%s", e.msg);
}

/* Whatever the seed, kernels that may be trained on come first, and a family counts as a whole. */
static void limit_takes_held_out_kernels_last(void **state) {
    (void)state;
    lp_campaign c;
    fix_db f;
    gen_plan p;
    set_target(&c);
    fix_open(&f);
    for (int j = 0; j < N_KERNELS; j++) fix_put(&f, &kernels[j]);
    must_update(&f, "UPDATE kernel SET held_out = name IN ('one', 'three')");
    for (c.seed = 1; c.seed < 6; c.seed++) {
        c.corpus_limit = 2;
        must_run(&f, &c, &p);
        assert_int_equal(fix_count(&f, "SELECT count(DISTINCT name) FROM sample JOIN kernel k ON"
                                       " k.id = kernel_id WHERE held_out = 0"),
                         2);
        gen_plan_free(&p);
        c.corpus_limit = 3;
        must_run(&f, &c, &p);
        assert_int_equal(p.chosen, 3);
        assert_int_equal(fix_count(&f, "SELECT count(DISTINCT kernel_id) FROM sample"), 3);
        gen_plan_free(&p);
    }
    fix_close(&f);
    lp_campaign_free(&c);
}

static void unmarked_kernels_are_found(void **state) {
    (void)state;
    lp_campaign c;
    fix_db f;
    gen_plan p;
    set_target(&c);
    fix_open(&f);
    for (int j = 0; j < N_KERNELS; j++) fix_put(&f, &kernels[j]);
    lp_strv_free(&c.corpus_paths);
    lp_strv_add(&c.corpus_paths, "/k");
    lp_strv_add(&c.corpus_held_out, "/elsewhere");
    must_run(&f, &c, &p);
    gen_plan_free(&p);
    lp_strv_add(&c.corpus_held_out, "/k/dir");
    must_fail(&f, &c,
              "kernel dir/four.cl lies in /k/dir, which corpus.held_out names, but was read "
              "without that: run `llmperf analyze` again with --held-out /k/dir");
    must_update(&f, "UPDATE kernel SET held_out = 1");
    must_run(&f, &c, &p);
    gen_plan_free(&p);
    /* All of the corpus folder: one kernel that is marked shows that analyze was told. */
    must_update(&f, "UPDATE kernel SET held_out = name = 'two'");
    lp_strv_free(&c.corpus_held_out);
    lp_strv_add(&c.corpus_held_out, "/k");
    must_run(&f, &c, &p);
    gen_plan_free(&p);
    must_update(&f, "UPDATE kernel SET held_out = 0");
    must_fail(&f, &c, "kernel dir/four.cl lies in /k, which corpus.held_out names");
    fix_close(&f);
    lp_campaign_free(&c);
}

static void limits_come_from_target_or_device(void **state) {
    (void)state;
    lp_campaign c;
    fix_db f;
    gen_plan p;
    lp_campaign_defaults(&c);
    fix_open(&f);
    fix_put(&f, &kernels[0]);
    must_fail(&f, &c, "--register");
    must_fail(&f, &c, "target.compute_units");
    c.target_compute_units = 5;
    must_fail(&f, &c, "limits are unknown");
    fix_put_device(&f);
    must_run(&f, &c, &p);
    assert_int_equal(p.limits.nsm, 5); /* the campaign goes before the device */
    assert_int_equal(p.limits.max_work_group, 256);
    assert_string_equal(p.device, "Dev");
    gen_plan_free(&p);
    c.target_max_work_group = 64;
    c.target_local_mem_bytes = 1000;
    must_run(&f, &c, &p);
    assert_null(p.device);
    assert_int_equal(fix_count(&f, "SELECT max(local_size) FROM sample"), 64);
    gen_plan_free(&p);
    fix_close(&f);
    lp_campaign_free(&c);
}

static void nothing_to_plan(void **state) {
    (void)state;
    lp_campaign c;
    fix_db f;
    set_target(&c);
    fix_open(&f);
    must_fail(&f, &c, "no kernels yet; run `llmperf analyze");
    fix_kernel k = {.name = "never", .hash_digit = '9', .constraints = "[\"local < 0\"]"};
    fix_put(&f, &k);
    must_fail(&f, &c, "no sample can be planned; 10 times: no local size");
    assert_int_equal(fix_count(&f, "SELECT count(*) FROM campaign"), 0);
    lp_err e = {""};
    assert_int_equal(db_run(f.d, &e, "UPDATE kernel SET status = 'skipped'", ""), 0);
    must_fail(&f, &c, "none of its 1 kernels can be used");
    fix_close(&f);
    lp_campaign_free(&c);
}

static void unplannable_kernels_are_counted(void **state) {
    (void)state;
    lp_campaign c;
    fix_db f;
    gen_plan p;
    set_target(&c);
    fix_open(&f);
    fix_kernel bad = {
        .name = "bad", .hash_digit = '8', .args = {{"s", "struct", "struct p", NULL, NULL, NULL}}};
    fix_put(&f, &bad);
    fix_put(&f, &kernels[0]);
    must_run(&f, &c, &p);
    assert_int_equal(p.empty, 1);
    assert_int_equal(p.counts.left_out[GEN_ARGUMENT], 10);
    assert_int_equal(p.counts.planned, 10);
    gen_plan_free(&p);
    fix_close(&f);
    lp_campaign_free(&c);
}

/* A plan of a newer program is left alone. */
static void newer_plans_are_refused(void **state) {
    (void)state;
    lp_campaign c;
    fix_db f;
    gen_plan p;
    lp_err e = {""};
    set_target(&c);
    fix_open(&f);
    fix_put(&f, &kernels[0]);
    must_run(&f, &c, &p);
    gen_plan_free(&p);
    assert_int_equal(db_run(f.d, &e, "UPDATE campaign SET plan_version = 99", ""), 0);
    must_fail(&f, &c, "update llmperf");
    fix_close(&f);
    lp_campaign_free(&c);
}

/* Last: the flag of an interruption cannot be taken back. */
static void interruption_leaves_whole_kernels(void **state) {
    (void)state;
    lp_campaign c;
    fix_db f;
    gen_plan p;
    lp_err e = {""};
    set_target(&c);
    fix_open(&f);
    for (int j = 0; j < N_KERNELS; j++) fix_put(&f, &kernels[j]);
    lp_intr_install();
    raise(SIGINT);
    assert_int_equal(gen_plan_run(f.d, &c, "c.yaml", &p, &e), GEN_INTERRUPTED);
    assert_int_equal(fix_count(&f, "SELECT count(*) FROM sample"), 0);
    assert_int_equal(fix_count(&f, "SELECT count(*) FROM campaign"), 0);
    gen_plan_free(&p);
    fix_close(&f);
    lp_campaign_free(&c);
}

/* Names come out of databases, which may be damaged. */
static void any_device_name_is_printed(void **state) {
    (void)state;
    lp_campaign c;
    char bad[] = "\xff";
    gen_plan p = {.device = bad, .hash = "x"};
    lp_campaign_defaults(&c);
    assert_int_equal(gen_print_json(&p, &c), 0);
    lp_campaign_free(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_kernels_does_not_matter),
        cmocka_unit_test(the_hash_is_what_it_was),
        cmocka_unit_test(the_campaign_row_is_stored),
        cmocka_unit_test(a_second_run_changes_nothing),
        cmocka_unit_test(another_kernel_adds_samples_only),
        cmocka_unit_test(more_samples_a_kernel_keep_the_first),
        cmocka_unit_test(replans_until_something_has_results),
        cmocka_unit_test(limit_takes_a_seeded_few),
        cmocka_unit_test(limit_takes_held_out_kernels_last),
        cmocka_unit_test(unmarked_kernels_are_found),
        cmocka_unit_test(limits_come_from_target_or_device),
        cmocka_unit_test(nothing_to_plan),
        cmocka_unit_test(unplannable_kernels_are_counted),
        cmocka_unit_test(newer_plans_are_refused),
        cmocka_unit_test(any_device_name_is_printed),
        cmocka_unit_test(interruption_leaves_whole_kernels),
    };
    lp_log_set_level(LP_LOG_QUIET);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
