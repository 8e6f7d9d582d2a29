/* Rows of run, timing, failure, sentinel.
 *
 * In: raw times, reasons. Out: rows with their statistics and flags. Reads no plan and talks to no
 * worker. */
#include "profile/store.h"

#include <stdlib.h>
#include <time.h>

#include "common/intr.h"
#include "common/log.h"
#include "common/progress.h"
#include "common/text.h"
#include "profile/flags.h"

static int64_t since_ns(const prof_store *s) {
    return (int64_t)((lp_now_s() - s->began_s) * 1e9);
}

/* Another program may hold the file for long (a backup, a merge): wait for it, a campaign has time.
 */
static int begin(prof_store *s, lp_err *e) {
    const double patience_s = 60;
    double until_s = lp_now_s() + patience_s;
    if (s->open) return 0;
    while (db_begin(s->d, e) != 0) {
        bool busy = (sqlite3_errcode(db_handle(s->d)) & 0xff) == SQLITE_BUSY;
        if (!busy || lp_now_s() > until_s || lp_interrupted()) return -1;
        lp_note("%s is locked by another process; waiting", db_path(s->d));
    }
    s->open = true;
    return 0;
}

int prof_store_commit(prof_store *s, lp_err *e) {
    if (!s->open) return 0;
    if (db_run(s->d, e, "UPDATE run SET wall_ns = ?, busy_ns = ? WHERE id = ?", "iii", since_ns(s),
               s->busy_ns, s->run_id) != 0 ||
        db_commit(s->d, e) != 0) {
        prof_store_rollback(s);
        return -1;
    }
    s->open = false;
    return 0;
}

void prof_store_rollback(prof_store *s) {
    if (s->open) db_rollback(s->d);
    s->open = false;
}

int prof_store_run_begin(prof_store *s, const char *shard, int64_t planned, lp_err *e) {
    if (begin(s, e) != 0) return -1;
    s->began_s = lp_now_s();
    if (db_run(s->d, e,
               "INSERT INTO run (device_id, started, shard, planned)"
               " VALUES (?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?)",
               "iti", s->device_id, shard, planned) != 0)
        return -1;
    s->run_id = sqlite3_last_insert_rowid(db_handle(s->d));
    return prof_store_commit(s, e);
}

int prof_store_run_end(prof_store *s, lp_err *e) {
    if (begin(s, e) != 0) return -1;
    if (db_run(s->d, e, "UPDATE run SET ended = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?",
               "i", s->run_id) != 0)
        return -1;
    return prof_store_commit(s, e);
}

int prof_store_device(prof_store *s, db_device *row, lp_err *e) {
    if (begin(s, e) != 0 || db_put_device(s->d, row, e) != 0) return -1;
    return prof_store_commit(s, e);
}

static char *numbers_text(const int64_t *v, int n) {
    lp_text t = {0};
    for (int i = 0; i < n; i++) lp_text_addf(&t, "%c%lld", i ? ',' : '[', (long long)v[i]);
    lp_text_addc(&t, ']');
    return lp_text_take(&t);
}

/* The same row again, with new times: the run's counts stay, and the weight is no longer true. */
static int replace_timing(prof_store *s, const db_timing *t, lp_err *e) {
    return db_run(s->d, e,
                  "UPDATE timing SET class = ?, median_ns = ?, mean_ns = ?, min_ns = ?, max_ns = ?,"
                  " ci_lo_ns = ?, ci_hi_ns = ?, reps = ?, start_ns = ?, end_ns = ?, flags = ?,"
                  " epoch = ?, weight = NULL, weight_reason = NULL"
                  " WHERE sample_id = ? AND device_id = ? AND policy = ?",
                  "tidiiiiitttiiit", t->class_, t->median_ns, t->mean_ns, t->min_ns, t->max_ns,
                  t->ci_lo_ns, t->ci_hi_ns, t->reps, t->start_ns, t->end_ns, t->flags, t->epoch,
                  t->sample_id, t->device_id, t->policy);
}

int prof_store_timing(prof_store *s, const db_sample *sample, const char *policy,
                      const prof_times *t, int64_t epoch, bool redo, prof_stored *out, lp_err *e) {
    int64_t *time = lp_alloc((size_t)t->n, sizeof *time);
    prof_stats st;
    for (int i = 0; i < t->n; i++) time[i] = t->end[i] - t->start[i];
    prof_stats_of(time, t->n, &st);
    out->flags = prof_flags_of(time, t->n, s->ci_target);
    out->class_ = db_class_of(sample->global_size, sample->local_size, s->nsm, s->saturation_k);
    free(time);
    char *start = numbers_text(t->start, t->n), *end = numbers_text(t->end, t->n);
    db_timing row = {.sample_id = sample->id,
                     .device_id = s->device_id,
                     .run_id = s->run_id,
                     .epoch = epoch,
                     .policy = policy,
                     .class_ = out->class_,
                     .flags = prof_flags_text(out->flags),
                     .start_ns = start,
                     .end_ns = end,
                     .median_ns = st.median,
                     .min_ns = st.min,
                     .max_ns = st.max,
                     .ci_lo_ns = st.ci_lo,
                     .ci_hi_ns = st.ci_hi,
                     .reps = t->n,
                     .mean_ns = st.mean};
    int rc = begin(s, e);
    if (rc == 0) rc = redo ? replace_timing(s, &row, e) : db_put_timing(s->d, &row, e);
    s->busy_ns += t->busy_ns;
    free(start);
    free(end);
    return rc;
}

int prof_store_failure(prof_store *s, int64_t sample_id, prof_reason r, const char *detail,
                       lp_err *e) {
    if (begin(s, e) != 0) return -1;
    return db_put_failure(s->d, sample_id, s->device_id, s->run_id, prof_reason_code(r), detail, e);
}

/* Repairs are stored as totals: another device may have found that some elements are missing. */
static int put_repairs(prof_store *s, const db_probe *p, const int64_t *added, int n_args,
                       lp_err *e) {
    int64_t *have = lp_alloc((size_t)n_args, sizeof *have);
    int rc = db_load_repairs(s->d, p->kernel_id, n_args, have, e);
    for (int i = 0; i < n_args && rc == 0; i++) {
        if (added[i] > 0)
            rc = db_put_repair(s->d, p->kernel_id, i, have[i] + added[i], p->device_id, e);
    }
    free(have);
    return rc;
}

int prof_store_probe(prof_store *s, const db_probe *p, const int64_t *added, int n_args,
                     lp_err *e) {
    if (begin(s, e) != 0) return -1;
    if (added && put_repairs(s, p, added, n_args, e) != 0) return -1;
    return db_put_probe(s->d, p, e);
}

int prof_store_sentinel(prof_store *s, prof_sentinel which, int64_t epoch, int64_t time_ns,
                        lp_err *e) {
    if (begin(s, e) != 0) return -1;
    return db_run(s->d, e,
                  "INSERT INTO sentinel (run_id, seq, epoch, name, at_ns, time_ns)"
                  " VALUES (?, ?, ?, ?, ?, ?)",
                  "iiitii", s->run_id, ++s->sentinels, epoch, prof_sentinel_name(which),
                  since_ns(s), time_ns);
}

int prof_store_next_epoch(prof_store *s, int64_t *epoch, lp_err *e) {
    return db_get_i64(
        s->d, e, epoch, 1,
        "SELECT 1 + max(epoch) FROM (SELECT max(epoch) AS epoch FROM timing WHERE device_id = ?1"
        " UNION ALL SELECT max(n.epoch) FROM sentinel n JOIN run r ON r.id = n.run_id"
        " WHERE r.device_id = ?1)",
        "i", s->device_id);
}
