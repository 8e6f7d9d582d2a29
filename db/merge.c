/* Merge: what a shard has and this database lacks.
 *
 * Input: an open database and the path of another. Output: added rows, conflicts, corrected run
 * logs. Rows are matched by what they mean (paths and hashes, launch and fill seed, device, start
 * of a run), never by id alone: `map_*` tables translate the shard's ids. Everything is a few
 * statements over whole tables, so that the cost is that of reading them in order. Derived data
 * (weights, split, wanted) is not merged: balance and split make it again. */
#include <stdlib.h>
#include <string.h>

#include "db/internal.h"
#include "db/ops.h"
#include "db/record.h"

typedef struct merger {
    db *d;
    const char *shard;
    db_merge_report report;
    void *ctx;
    db_merge_stats *out;
} merger;

static const char begin_sql[] =
    "CREATE TEMP TABLE IF NOT EXISTS map_device (id INTEGER PRIMARY KEY, own INTEGER NOT NULL);"
    "CREATE TEMP TABLE IF NOT EXISTS map_kernel (id INTEGER PRIMARY KEY, own INTEGER NOT NULL);"
    "CREATE TEMP TABLE IF NOT EXISTS map_sample (id INTEGER PRIMARY KEY, own INTEGER NOT NULL);"
    "CREATE TEMP TABLE IF NOT EXISTS odd_sample (id INTEGER PRIMARY KEY);"
    "CREATE TEMP TABLE IF NOT EXISTS map_run (id INTEGER PRIMARY KEY, own INTEGER NOT NULL);"
    "CREATE TEMP TABLE IF NOT EXISTS map_probe (kernel INTEGER NOT NULL, device INTEGER NOT NULL,"
    " own_kernel INTEGER NOT NULL, own_device INTEGER NOT NULL);"
    "CREATE TEMP TABLE IF NOT EXISTS seen (name TEXT PRIMARY KEY, last INTEGER NOT NULL);"
    "DELETE FROM map_device; DELETE FROM map_kernel; DELETE FROM map_sample; DELETE FROM map_run; "
    "DELETE FROM odd_sample; DELETE FROM map_probe; DELETE FROM seen;"
    /* Rows above these ids are the ones that this merge added. */
    "INSERT INTO seen SELECT 'kernel', coalesce(max(id), 0) FROM main.kernel UNION ALL"
    " SELECT 'sample', coalesce(max(id), 0) FROM main.sample UNION ALL"
    " SELECT 'probe_sample', coalesce(max(id), 0) FROM main.probe_sample UNION ALL"
    " SELECT 'run', coalesce(max(id), 0) FROM main.run UNION ALL"
    " SELECT 'timing', coalesce(max(id), 0) FROM main.timing;";
#define ADDED(table) "> (SELECT last FROM seen WHERE name = '" table "')"

/* ---- the statements, in order -------------------------------------------------------------------
 */

static const char campaign_sql[] =
    "INSERT INTO main.campaign SELECT * FROM shard.campaign WHERE true ON CONFLICT (id) DO UPDATE"
    " SET plan_hash = excluded.plan_hash, plan_version = excluded.plan_version, nsm = excluded.nsm"
    " WHERE plan_hash IS NULL";

#define DEVICE_COLUMNS                                                                             \
    "platform, name, vendor, version, driver, type, compute_units, max_work_group, "               \
    "local_mem_bytes,"                                                                             \
    " global_mem_bytes, max_alloc_bytes, clock_mhz, fp64, advertised_resolution_ns, tick_ns, "     \
    "null_kernel_ns,"                                                                              \
    " enqueue_latency_ns"
static const char device_sql[] = "INSERT INTO main.device (" DEVICE_COLUMNS
                                 ") SELECT " DEVICE_COLUMNS " FROM shard.device WHERE true"
                                 " ON CONFLICT (platform, name, version, driver) DO NOTHING";
/* A device that was only registered here may have been calibrated by the shard. */
static const char calibration_sql[] =
    "UPDATE main.device SET tick_ns = coalesce(device.tick_ns, x.tick_ns),"
    " null_kernel_ns = coalesce(device.null_kernel_ns, x.null_kernel_ns),"
    " enqueue_latency_ns = coalesce(device.enqueue_latency_ns, x.enqueue_latency_ns)"
    " FROM shard.device x WHERE (device.platform, device.name, device.version, device.driver)"
    " = (x.platform, x.name, x.version, x.driver)";
static const char map_device_sql[] =
    "INSERT INTO map_device SELECT x.id, o.id FROM shard.device x JOIN main.device o"
    " ON (o.platform, o.name, o.version, o.driver) = (x.platform, x.name, x.version, x.driver)";

#define KERNEL_COLUMNS                                                                             \
    "path, name, line, hash, family, source, std, dims, status, reason, detail, pattern, "         \
    "reqd_local, local_bytes,"                                                                     \
    " constraints, guesses, template, probe, probe_gap, held_out"
static const char kernel_sql[] =
    "INSERT INTO main.kernel (" KERNEL_COLUMNS ") SELECT " KERNEL_COLUMNS
    " FROM shard.kernel WHERE id NOT IN (SELECT id FROM map_kernel) ORDER BY id"
    " ON CONFLICT (path, name) DO NOTHING";
/* What one of them holds out must not be trained on, whatever the other says. */
static const char held_out_sql[] =
    "UPDATE main.kernel SET held_out = 1 WHERE held_out = 0 AND (path, name) IN (SELECT path, name"
    " FROM shard.kernel WHERE held_out = 1)";
/* Shards are copies of one plan, as a rule: most rows have the same id on both sides, and reading
 * two tables in their order is far cheaper than a look-up by meaning. What says something else
 * under the same id is looked up. */
static const char same_kernel_sql[] =
    "INSERT INTO map_kernel SELECT x.id, o.id FROM shard.kernel x CROSS JOIN main.kernel o"
    " ON o.id = x.id WHERE (o.path, o.name) = (x.path, x.name) AND o.hash IS x.hash";
static const char map_kernel_sql[] =
    "INSERT INTO map_kernel SELECT x.id, o.id FROM shard.kernel x CROSS JOIN main.kernel o"
    " ON (o.path, o.name) = (x.path, x.name) AND o.hash IS x.hash"
    " WHERE x.id NOT IN (SELECT id FROM map_kernel)";
static const char argument_sql[] = "INSERT INTO main.argument SELECT m.own, x.idx, x.name, x.kind, "
                                   "x.type, x.elem_bytes, x.access, x.pattern, x.role,"
                                   " x.content, x.extent, x.domain FROM map_kernel m CROSS JOIN "
                                   "shard.argument x ON x.kernel_id = m.id"
                                   " WHERE m.own " ADDED("kernel");
static const char access_sql[] =
    "INSERT INTO main.access SELECT m.own, x.seq, x.arg, x.line, x.kind, x.index_expr, x.pattern, "
    "x.lo, x.hi, x.reason, x.conditional"
    " FROM map_kernel m CROSS JOIN shard.access x ON x.kernel_id = m.id WHERE m.own " ADDED(
        "kernel");
static const char feature_sql[] =
    "INSERT INTO main.feature SELECT m.own, x.name, x.formula FROM map_kernel m"
    " CROSS JOIN shard.feature x ON x.kernel_id = m.id WHERE m.own " ADDED("kernel");

/* Samples that are not the same launch of the same kernel under the same id: none, as a rule. Of
 * the others only those that the shard has something to say about are mapped. */
#define SAME_LAUNCH                                                                                \
    " (o.global_size, o.local_size, o.fill_seed) = (x.global_size, x.local_size, x.fill_seed)"
static const char odd_sample_sql[] =
    "INSERT INTO odd_sample SELECT x.id FROM shard.sample x LEFT JOIN map_kernel m"
    " ON m.id = x.kernel_id LEFT JOIN main.sample o ON o.id = x.id AND o.kernel_id = m.own"
    " AND o.idx = x.idx AND" SAME_LAUNCH " WHERE o.id IS NULL";
static const char same_sample_sql[] =
    "INSERT INTO map_sample SELECT sample_id, sample_id FROM (SELECT sample_id FROM shard.timing"
    " UNION SELECT sample_id FROM shard.failure UNION SELECT sample_id FROM shard.prediction)"
    " WHERE sample_id NOT IN (SELECT id FROM odd_sample)";
#define ODD_SAMPLES                                                                                \
    " FROM odd_sample d CROSS JOIN shard.sample x ON x.id = d.id CROSS JOIN map_kernel m"          \
    " ON m.id = x.kernel_id"
static const char sample_sql[] =
    "INSERT INTO main.sample (kernel_id, idx, strategy, global_size, local_size, class, fill_seed,"
    " bytes) SELECT m.own, x.idx, x.strategy, x.global_size, x.local_size, x.class, x.fill_seed,"
    " x.bytes" ODD_SAMPLES " WHERE true ORDER BY x.id ON CONFLICT (kernel_id, idx) DO NOTHING";
static const char map_sample_sql[] =
    "INSERT INTO map_sample SELECT x.id, o.id" ODD_SAMPLES
    " CROSS JOIN main.sample o ON o.kernel_id = m.own AND o.idx = x.idx WHERE" SAME_LAUNCH;
static const char sample_arg_sql[] =
    "INSERT INTO main.sample_arg SELECT m.own, x.idx, x.elems, x.value, x.recipe FROM map_sample m"
    " CROSS JOIN shard.sample_arg x ON x.sample_id = m.id WHERE m.own " ADDED("sample");

static const char probe_sample_sql[] =
    "INSERT INTO main.probe_sample (kernel_id, idx, global_size, local_size, fill_seed, bytes, "
    "args)"
    " SELECT m.own, x.idx, x.global_size, x.local_size, x.fill_seed, x.bytes, x.args"
    " FROM map_kernel m CROSS JOIN shard.probe_sample x ON x.kernel_id = m.id"
    " WHERE NOT EXISTS (SELECT 1 FROM main.probe_sample o WHERE o.kernel_id = m.own"
    " AND NOT o.id " ADDED("probe_sample") ") ORDER BY x.id";

/* ---- probes: an outcome belongs to the text that looked, and a newer probe's goes before an older
 * one's. */
#define BOTH_PROBED                                                                                \
    " FROM shard.probe x CROSS JOIN map_kernel m ON m.id = x.kernel_id CROSS JOIN map_device v"    \
    " ON v.id = x.device_id CROSS JOIN main.probe o ON o.kernel_id = m.own AND o.device_id = "     \
    "v.own"
#define SAME_TEXT                                                                                  \
    "(SELECT probe FROM main.kernel WHERE id = m.own) IS (SELECT probe FROM shard.kernel WHERE id" \
    " = m.id)"
static const char old_probe_sql[] =
    "DELETE FROM main.probe WHERE (kernel_id, device_id) IN (SELECT m.own, v.own" BOTH_PROBED
    " WHERE o.version < x.version AND " SAME_TEXT ")";
static const char probe_conflict_sql[] =
    "SELECT printf('kernel %s %s: its probe on %s says %s, not %s', k.path, k.name, w.name,"
    " coalesce(x.reason, x.status), coalesce(o.reason, o.status))" BOTH_PROBED
    " CROSS JOIN shard.kernel k ON k.id = m.id CROSS JOIN shard.device w ON w.id = v.id"
    " WHERE o.version = x.version AND o.reason IS NOT x.reason AND " SAME_TEXT
    " ORDER BY k.path, k.name, w.name";
static const char map_probe_sql[] =
    "INSERT INTO map_probe SELECT m.id, v.id, m.own, v.own FROM shard.probe x"
    " CROSS JOIN map_kernel m ON m.id = x.kernel_id CROSS JOIN map_device v ON v.id = x.device_id"
    " WHERE " SAME_TEXT " AND NOT EXISTS (SELECT 1 FROM main.probe o"
    " WHERE o.kernel_id = m.own AND o.device_id = v.own)";
#define THEIR_PROBE(table)                                                                         \
    " FROM map_probe m CROSS JOIN shard." table                                                    \
    " x ON x.kernel_id = m.kernel AND x.device_id = m.device"
static const char probe_sql[] =
    "INSERT INTO main.probe (kernel_id, device_id, status, reason, detail, launches, version)"
    " SELECT m.own_kernel, m.own_device, x.status, x.reason, x.detail, x.launches, "
    "x.version" THEIR_PROBE("probe");
static const char probe_range_sql[] =
    "INSERT INTO main.probe_range (kernel_id, device_id, idx, arg, elems, lo, hi) SELECT"
    " m.own_kernel, m.own_device, x.idx, x.arg, x.elems, x.lo, x.hi" THEIR_PROBE("probe_range");
static const char repair_sql[] =
    "SELECT m.own, x.arg, x.elems, v.own FROM shard.repair x"
    " CROSS JOIN map_kernel m ON m.id = x.kernel_id CROSS JOIN map_device v ON v.id = x.device_id"
    " WHERE NOT EXISTS (SELECT 1 FROM main.repair o WHERE o.kernel_id = m.own AND o.arg = x.arg"
    " AND o.elems >= x.elems) ORDER BY m.own, x.arg";

/* A run restarted within the same second has the same name: both become one. */
static const char run_sql[] =
    "INSERT INTO main.run (device_id, started, shard, planned, wall_ns, busy_ns, ended)"
    " SELECT m.own, x.started, x.shard, max(x.planned), 0, 0, max(x.ended) FROM shard.run x"
    " JOIN map_device m ON m.id = x.device_id WHERE NOT EXISTS (SELECT 1 FROM main.run o"
    " WHERE (o.device_id, o.started, o.shard) = (m.own, x.started, x.shard))"
    " GROUP BY m.own, x.started, x.shard ORDER BY min(x.id)";
static const char map_run_sql[] =
    "INSERT INTO map_run SELECT x.id, (SELECT min(o.id) FROM main.run o"
    " WHERE (o.device_id, o.started, o.shard) = (m.own, x.started, x.shard))"
    " FROM shard.run x JOIN map_device m ON m.id = x.device_id";

static const char timing_sql[] =
    "INSERT INTO main.timing (sample_id, device_id, policy, class, median_ns, mean_ns, min_ns, "
    "max_ns, ci_lo_ns,"
    " ci_hi_ns, reps, start_ns, end_ns, flags, epoch, run_id)"
    " SELECT s.own, v.own, x.policy, x.class, x.median_ns, x.mean_ns, x.min_ns, x.max_ns, "
    "x.ci_lo_ns, x.ci_hi_ns,"
    " x.reps, x.start_ns, x.end_ns, x.flags, x.epoch, r.own FROM shard.timing x CROSS JOIN "
    "map_sample s ON s.id ="
    " x.sample_id CROSS JOIN map_device v ON v.id = x.device_id CROSS JOIN map_run r ON r.id = "
    "x.run_id"
    " WHERE true ORDER BY x.id ON CONFLICT (sample_id, device_id, policy) DO NOTHING";
/* As in db_put_timing: a timing takes an older failure back. */
#define OVERTAKEN                                                                                  \
    "(SELECT f.id FROM main.timing t CROSS JOIN main.failure f ON f.sample_id = t.sample_id"       \
    " AND f.device_id = t.device_id WHERE t.id " ADDED("timing") ")"
static const char uncount_sql[] =
    "UPDATE main.run SET failed = failed - (SELECT count(*) FROM main.failure f WHERE f.run_id = "
    "run.id AND f.id IN " OVERTAKEN
    ") WHERE id IN (SELECT run_id FROM main.failure WHERE id IN " OVERTAKEN ")";
static const char overtake_sql[] = "DELETE FROM main.failure WHERE id IN " OVERTAKEN;
static const char seen_failure_sql[] =
    "INSERT INTO seen SELECT 'failure', coalesce(max(id), 0) FROM main.failure";
static const char failure_sql[] =
    "INSERT INTO main.failure (sample_id, device_id, run_id, reason, detail)"
    " SELECT s.own, v.own, r.own, x.reason, x.detail FROM shard.failure x CROSS JOIN map_sample s "
    "ON s.id = x.sample_id"
    " CROSS JOIN map_device v ON v.id = x.device_id CROSS JOIN map_run r ON r.id = x.run_id"
    " WHERE NOT EXISTS (SELECT 1 FROM main.timing t WHERE t.sample_id = s.own AND t.device_id = "
    "v.own)"
    " ORDER BY x.id ON CONFLICT (sample_id, device_id) DO NOTHING";

static const char sentinel_sql[] = "INSERT INTO main.sentinel SELECT m.own, x.seq, x.epoch, "
                                   "x.name, x.at_ns, x.time_ns FROM map_run m"
                                   " CROSS JOIN shard.sentinel x ON x.run_id = m.id WHERE true ON "
                                   "CONFLICT (run_id, seq) DO NOTHING";
static const char prediction_sql[] = "INSERT INTO main.prediction SELECT m.own, x.model, "
                                     "x.median_ns, x.lo_ns, x.hi_ns FROM map_sample m"
                                     " CROSS JOIN shard.prediction x ON x.sample_id = m.id WHERE "
                                     "true ON CONFLICT (sample_id, model) DO NOTHING";

/* The counts of a run grow by the rows added. Those of a run that is new here also keep what the
 * shard's log says beyond its rows, so that a shard that lost rows is still found out by check. */
#define LOST(count, table)                                                                         \
    "iif(id " ADDED("run") ", (SELECT sum(x." count                                                \
                           ") FROM shard.run x JOIN map_run m ON m.id = x.id"                      \
                           " WHERE m.own = run.id) - (SELECT count(*) FROM shard." table           \
                           " x JOIN map_run m ON m.id = x.run_id"                                  \
                           " WHERE m.own = run.id), 0)"
#define GAINED(table)                                                                              \
    "(SELECT count(*) FROM main." table " WHERE run_id = run.id AND id " ADDED(table) ")"
static const char count_sql[] = "UPDATE main.run SET timed = timed + " GAINED("timing") " + " LOST(
    "timed", "timing") ","
                       " failed = failed + " GAINED("failure") " + " LOST(
                           "failed", "failure") ","
                                                " wall_ns = max(wall_ns, (SELECT sum(x.wall_ns) "
                                                "FROM shard.run x JOIN map_run m ON m.id = x.id"
                                                " WHERE m.own = run.id)),"
                                                " busy_ns = max(busy_ns, (SELECT sum(x.busy_ns) "
                                                "FROM shard.run x JOIN map_run m ON m.id = x.id"
                                                " WHERE m.own = run.id)),"
                                                " ended = coalesce(ended, (SELECT max(x.ended) "
                                                "FROM shard.run x JOIN map_run m ON m.id = x.id"
                                                " WHERE m.own = run.id))"
                                                " WHERE id IN (SELECT own FROM map_run)";

/* ---- conflicts ----------------------------------------------------------------------------------
 */

/* A whole shard of another campaign is not merged at all. */
static const char campaign_conflict_sql[] =
    "SELECT CASE WHEN o.config_json <> x.config_json THEN 'made from another configuration'"
    " ELSE 'another plan (' || x.plan_hash || ', not ' || o.plan_hash || ')' END"
    " FROM main.campaign o JOIN shard.campaign x"
    " WHERE o.config_json <> x.config_json OR o.plan_hash <> x.plan_hash";
static const char kernel_conflict_sql[] =
    "SELECT printf('kernel %s %s has another source', x.path, x.name) FROM shard.kernel x CROSS "
    "JOIN main.kernel o"
    " ON (o.path, o.name) = (x.path, x.name) WHERE x.id NOT IN (SELECT id FROM map_kernel)"
    " AND o.hash IS NOT x.hash ORDER BY x.path, x.name";
static const char sample_conflict_sql[] =
    "SELECT printf('sample %d of %s %s is another launch', x.idx, k.path, k.name)" ODD_SAMPLES
    " CROSS JOIN shard.kernel k ON k.id = x.kernel_id"
    " WHERE x.id NOT IN (SELECT id FROM map_sample) ORDER BY k.path, k.name, x.idx";
static const char timing_conflict_sql[] =
    "SELECT printf('sample %d of %s %s (%s) has other times', p.idx, k.path, k.name, x.policy) "
    "FROM shard.timing x"
    " CROSS JOIN map_sample s ON s.id = x.sample_id CROSS JOIN map_device v ON v.id = x.device_id"
    " CROSS JOIN main.timing o ON o.sample_id = s.own AND o.device_id = v.own AND o.policy = "
    "x.policy"
    " CROSS JOIN shard.sample p ON p.id = x.sample_id CROSS JOIN shard.kernel k ON k.id = "
    "p.kernel_id"
    " WHERE o.start_ns <> x.start_ns OR o.end_ns <> x.end_ns ORDER BY k.path, k.name, p.idx, "
    "x.policy";

/* Reports each sentence; *n counts them. */
static int list_conflicts(const merger *m, const char *sql, int64_t *n, lp_err *e) {
    sqlite3_stmt *s = db_stmt(m->d, sql, e);
    int rc = s ? 1 : -1;
    lp_text line = {0};
    *n = 0;
    while (rc == 1 && (rc = db_step(m->d, s, e)) == 1) {
        if (++*n > DB_MERGE_SHOWN) continue;
        lp_text_clear(&line);
        lp_text_addf(&line, "%s: %s", m->shard, db_col_text(s, 0));
        m->report(m->ctx, line.s);
    }
    if (rc == 0 && *n > DB_MERGE_SHOWN) {
        lp_text_clear(&line);
        lp_text_addf(&line, "%s: and %lld more of this kind", m->shard,
                     (long long)*n - DB_MERGE_SHOWN);
        m->report(m->ctx, line.s);
    }
    lp_text_free(&line);
    m->out->conflicts += *n;
    return rc;
}

/* Repairs that are larger than those on record grow the samples that are here. Those of the shard,
 * which are added after this, have grown already. */
static int take_repairs(const merger *m, const char *sql, int64_t *n, lp_err *e) {
    sqlite3_stmt *s = db_stmt(m->d, sql, e);
    int rc = s ? 1 : -1;
    *n = 0;
    while (rc == 1 && (rc = db_step(m->d, s, e)) == 1) {
        ++*n;
        if (db_put_repair(m->d, sqlite3_column_int64(s, 0), sqlite3_column_int(s, 1),
                          sqlite3_column_int64(s, 2), sqlite3_column_int64(s, 3), e) != 0)
            rc = -1;
    }
    if (rc < 0 && s) sqlite3_reset(s);
    return rc;
}

/* ---- the merge ----------------------------------------------------------------------------------
 */

/* What a step does with its statement; both count in *n. */
static int add_rows(const merger *m, const char *sql, int64_t *n, lp_err *e) {
    int rc = db_run(m->d, e, sql, "");
    *n = sqlite3_changes(m->d->handle);
    return rc;
}

/* The rows of a step, but for conflicts, are added to a counter of db_merge_stats. */
static const struct {
    int (*run)(const merger *m, const char *sql, int64_t *n, lp_err *e);
    const char *sql;
    long counter; /* offset in db_merge_stats, -1 for none */
} steps[] = {
    {add_rows, campaign_sql, -1},
    {add_rows, device_sql, offsetof(db_merge_stats, devices)},
    {add_rows, calibration_sql, -1},
    {add_rows, map_device_sql, -1},
    {add_rows, same_kernel_sql, -1},
    {add_rows, kernel_sql, offsetof(db_merge_stats, kernels)},
    {add_rows, held_out_sql, -1},
    {add_rows, map_kernel_sql, -1},
    {list_conflicts, kernel_conflict_sql, -1},
    {add_rows, argument_sql, -1},
    {add_rows, access_sql, -1},
    {add_rows, feature_sql, -1},
    {take_repairs, repair_sql, offsetof(db_merge_stats, repairs)},
    {add_rows, probe_sample_sql, -1},
    {add_rows, old_probe_sql, -1},
    {list_conflicts, probe_conflict_sql, -1},
    {add_rows, map_probe_sql, -1},
    {add_rows, probe_sql, offsetof(db_merge_stats, probes)},
    {add_rows, probe_range_sql, -1},
    {add_rows, odd_sample_sql, -1},
    {add_rows, same_sample_sql, -1},
    {add_rows, sample_sql, offsetof(db_merge_stats, samples)},
    {add_rows, map_sample_sql, -1},
    {list_conflicts, sample_conflict_sql, -1},
    {add_rows, sample_arg_sql, -1},
    {add_rows, run_sql, offsetof(db_merge_stats, runs)},
    {add_rows, map_run_sql, -1},
    {list_conflicts, timing_conflict_sql, -1},
    {add_rows, timing_sql, offsetof(db_merge_stats, timings)},
    {add_rows, uncount_sql, -1},
    {add_rows, overtake_sql, -1},
    {add_rows, seen_failure_sql, -1},
    {add_rows, failure_sql, offsetof(db_merge_stats, failures)},
    {add_rows, sentinel_sql, -1},
    {add_rows, prediction_sql, -1},
    {add_rows, count_sql, -1},
};

static int run_steps(const merger *m, lp_err *e) {
    int64_t n;
    if (list_conflicts(m, campaign_conflict_sql, &n, e) != 0) return -1;
    if (n > 0) return 0;
    if (db_exec(m->d, begin_sql, e) != 0) return -1;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        if (steps[i].run(m, steps[i].sql, &n, e) != 0) return -1;
        if (steps[i].counter >= 0) *(int64_t *)((char *)m->out + steps[i].counter) += n;
    }
    return 0;
}

static int check_shard(const db *d, const char *shard, lp_err *e) {
    if (db_is_file(d, shard)) return lp_fail(e, "%s: is the database to merge into", shard);
    db *s = db_open(shard, DB_READ, e); /* refuses what is no campaign database of this version */
    db_close(s);
    return s ? 0 : -1;
}

/* Not "mode=ro": a connection that may not write leaves the shard's WAL files behind. */
static int attach(db *d, const char *shard, const char *query, lp_err *e) {
    char *uri = db_uri(shard, query);
    int64_t n = 0;
    int rc = db_run(d, e, "ATTACH ? AS shard", "t", uri);
    free(uri);
    if (rc == 0 && db_get_i64(d, e, &n, 0, "SELECT count(*) FROM shard.kernel", "") == 0) return 0;
    db_forget_stmts(d);
    db_exec(d, "DETACH shard", NULL);
    return -1;
}

int db_merge(db *d, const char *shard, db_merge_report report, void *ctx, db_merge_stats *out,
             lp_err *e) {
    merger m = {d, shard, report, ctx, out};
    db_merge_stats before = *out;
    if (check_shard(d, shard, e) != 0) return -1;
    if (attach(d, shard, "mode=rw", e) != 0 && attach(d, shard, "immutable=1", e) != 0) return -1;
    int rc = db_begin(d, e);
    if (rc == 0) rc = run_steps(&m, e);
    if (rc == 0) rc = db_commit(d, e);
    db_forget_stmts(d); /* a statement on the shard would keep it attached */
    db_rollback(d);     /* does nothing after the commit */
    if (rc != 0) {
        *out = before;
        lp_fail_in(e, "%s", shard);
    }
    if (db_exec(d, "DETACH shard", rc == 0 ? e : NULL) != 0) rc = -1;
    return rc;
}
