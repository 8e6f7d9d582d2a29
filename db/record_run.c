/* Devices, timings and failures: what profile learns.
 *
 * Input: db_device, db_timing, failure reasons. Output: rows of device, timing, failure, and the
 * counts in the run's row, which change in the same transaction, so that they are right even after
 * `kill -9`. */
#include <stdlib.h>
#include <string.h>

#include "db/internal.h"
#include "db/record.h"

/* A value that was not measured this time (0) does not wipe out an older measurement. */
int db_put_device(db *d, db_device *v, lp_err *e) {
    static const char upsert[] =
        "INSERT INTO device (platform, name, vendor, version, driver, type, compute_units, "
        "max_work_group,"
        " local_mem_bytes, global_mem_bytes, max_alloc_bytes, clock_mhz, fp64, "
        "advertised_resolution_ns, tick_ns,"
        " null_kernel_ns, enqueue_latency_ns)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, nullif(?15, 0), "
        "nullif(?16, 0),"
        " nullif(?17, 0))"
        " ON CONFLICT (platform, name, version, driver) DO UPDATE SET vendor = ?3, type = ?6, "
        "compute_units = ?7,"
        " max_work_group = ?8, local_mem_bytes = ?9, global_mem_bytes = ?10, max_alloc_bytes = "
        "?11, clock_mhz = ?12,"
        " fp64 = ?13, advertised_resolution_ns = ?14, tick_ns = coalesce(nullif(?15, 0), tick_ns),"
        " null_kernel_ns = coalesce(nullif(?16, 0), null_kernel_ns),"
        " enqueue_latency_ns = coalesce(nullif(?17, 0), enqueue_latency_ns)";
    if (db_run(d, e, upsert, "ttttttiiiiiiiiiii", v->platform, v->name, v->vendor, v->version,
               v->driver, v->type, v->compute_units, v->max_work_group, v->local_mem_bytes,
               v->global_mem_bytes, v->max_alloc_bytes, v->clock_mhz, (int64_t)v->fp64,
               v->advertised_resolution_ns, v->tick_ns, v->null_kernel_ns,
               v->enqueue_latency_ns) != 0)
        return -1;
    return db_get_i64(
        d, e, &v->id, 0,
        "SELECT id FROM device WHERE platform = ? AND name = ? AND version = ? AND driver = ?",
        "tttt", v->platform, v->name, v->version, v->driver);
}

static void take_device(sqlite3_stmt *s, void *to) {
    db_device *v = to;
    char **texts[] = {&v->platform, &v->name, &v->vendor, &v->version, &v->driver, &v->type};
    int64_t *numbers[] = {&v->compute_units,    &v->max_work_group,  &v->local_mem_bytes,
                          &v->global_mem_bytes, &v->max_alloc_bytes, &v->clock_mhz};
    int64_t *clocks[] = {&v->advertised_resolution_ns, &v->tick_ns, &v->null_kernel_ns,
                         &v->enqueue_latency_ns};
    for (int i = 0; i < 6; i++) *texts[i] = db_col_dup(s, i);
    for (int i = 0; i < 6; i++) *numbers[i] = sqlite3_column_int64(s, 6 + i);
    v->fp64 = sqlite3_column_int(s, 12) != 0;
    for (int i = 0; i < 4; i++) *clocks[i] = sqlite3_column_int64(s, 13 + i);
}

int db_load_device(db *d, int64_t id, db_device *v, lp_err *e) {
    static const char sql[] =
        "SELECT platform, name, vendor, version, driver, type, compute_units, max_work_group,"
        " local_mem_bytes, global_mem_bytes, max_alloc_bytes, clock_mhz, fp64,"
        " advertised_resolution_ns, tick_ns, null_kernel_ns, enqueue_latency_ns"
        " FROM device WHERE id = ?";
    *v = (db_device){.id = id};
    return db_load_one(d, sql, "device", id, take_device, v, e);
}

void db_device_free(db_device *v) {
    free(v->platform);
    free(v->name);
    free(v->vendor);
    free(v->version);
    free(v->driver);
    free(v->type);
    *v = (db_device){0};
}

/* An older failure of the sample leaves the record, and the count of the run that noted it. */
static int drop_failure(db *d, int64_t sample_id, int64_t device_id, lp_err *e) {
    int64_t run = 0;
    if (db_get_i64(d, e, &run, 0,
                   "SELECT run_id FROM failure WHERE sample_id = ? AND device_id = ?", "ii",
                   sample_id, device_id) != 0)
        return -1;
    if (run == 0) return 0;
    if (db_run(d, e, "DELETE FROM failure WHERE sample_id = ? AND device_id = ?", "ii", sample_id,
               device_id) != 0)
        return -1;
    return db_run(d, e, "UPDATE run SET failed = failed - 1 WHERE id = ?", "i", run);
}

static int write_timing(db *d, const db_timing *t, lp_err *e) {
    if (db_run(d, e,
               "INSERT INTO timing (sample_id, device_id, policy, class, median_ns, mean_ns, "
               "min_ns, max_ns, ci_lo_ns,"
               " ci_hi_ns, reps, start_ns, end_ns, flags, epoch, run_id)"
               " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, coalesce(?14, "
               "''), ?15, ?16)"
               " ON CONFLICT (sample_id, device_id, policy) DO NOTHING",
               "iittidiiiiitttii", t->sample_id, t->device_id, t->policy, t->class_, t->median_ns,
               t->mean_ns, t->min_ns, t->max_ns, t->ci_lo_ns, t->ci_hi_ns, t->reps, t->start_ns,
               t->end_ns, t->flags, t->epoch, t->run_id) != 0)
        return -1;
    if (sqlite3_changes(d->handle) == 0) return 0;
    if (drop_failure(d, t->sample_id, t->device_id, e) != 0) return -1;
    return db_run(d, e, "UPDATE run SET timed = timed + 1 WHERE id = ?", "i", t->run_id);
}

int db_put_timing(db *d, const db_timing *t, lp_err *e) {
    db_group g;
    if (db_group_begin(d, &g, e) != 0) return -1;
    return db_group_end(d, &g, write_timing(d, t, e), e);
}

static int write_failure(db *d, int64_t sample_id, int64_t device_id, int64_t run_id,
                         const char *reason, const char *detail, lp_err *e) {
    if (db_run(d, e,
               "INSERT INTO failure (sample_id, device_id, run_id, reason, detail)"
               " SELECT ?1, ?2, ?3, ?4, coalesce(?5, '')"
               " WHERE NOT EXISTS (SELECT 1 FROM timing WHERE sample_id = ?1 AND device_id = ?2)"
               " ON CONFLICT (sample_id, device_id) DO NOTHING",
               "iiitt", sample_id, device_id, run_id, reason, detail) != 0)
        return -1;
    if (sqlite3_changes(d->handle) == 0) return 0;
    return db_run(d, e, "UPDATE run SET failed = failed + 1 WHERE id = ?", "i", run_id);
}

int db_put_failure(db *d, int64_t sample_id, int64_t device_id, int64_t run_id, const char *reason,
                   const char *detail, lp_err *e) {
    db_group g;
    if (db_group_begin(d, &g, e) != 0) return -1;
    return db_group_end(d, &g, write_failure(d, sample_id, device_id, run_id, reason, detail, e),
                        e);
}
