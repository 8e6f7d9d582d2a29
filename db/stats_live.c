/* llmperf db stats --live: one line a look about what is being profiled at this moment.
 *
 * In: the run log, the supervisor's lock. Out: lines, until nobody is at work on the file any more.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "common/intr.h"
#include "common/progress.h"
#include "db/ops.h"

static const double look_s = 1, line_s = 10;

/* The supervisor holds a lock on FILE-lock while it works. */
static bool at_work(const db *d) {
    lp_text t = {0};
    char *full = realpath(db_path(d), NULL);
    lp_text_addf(&t, "%s-lock", full ? full : db_path(d));
    free(full);
    int fd = open(t.s, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    lp_text_free(&t);
    if (fd < 0) return false;
    bool held = flock(fd, LOCK_SH | LOCK_NB) != 0;
    close(fd);
    return held;
}

static int add_failures(db *d, int64_t run, lp_text *t, lp_err *e) {
    sqlite3_stmt *s = db_stmt(d,
                              "SELECT reason, count(*) FROM failure WHERE run_id = ?"
                              " GROUP BY reason ORDER BY count(*) DESC, reason",
                              e);
    int rc = -1, n = 0;
    if (!s) return -1;
    db_bind(s, "i", run);
    while ((rc = db_step(d, s, e)) == 1)
        lp_text_addf(t, "%s%s %lld", n++ ? ", " : " (", db_col_text(s, 0),
                     (long long)sqlite3_column_int64(s, 1));
    if (n) lp_text_addc(t, ')');
    return rc;
}

static void add_run(lp_text *t, sqlite3_stmt *s, int64_t failed) {
    double wall_s = (double)sqlite3_column_int64(s, 5) / 1e9;
    double busy_s = (double)sqlite3_column_int64(s, 6) / 1e9;
    int64_t planned = sqlite3_column_int64(s, 3), done = sqlite3_column_int64(s, 4) + failed;
    double rate = wall_s > 0 ? (double)done / wall_s : 0;
    lp_text_addf(t, "run %lld on '%s'", (long long)sqlite3_column_int64(s, 0), db_col_text(s, 1));
    if (sqlite3_column_int(s, 8) > 1) lp_text_addf(t, " (%s)", db_col_text(s, 2));
    lp_text_addf(t, ": %lld/%lld samples, %.0f/s, busy %.0f %%", (long long)done,
                 (long long)planned, rate, wall_s > 0 ? 100 * busy_s / wall_s : 0);
    if (rate > 0 && done < planned)
        lp_text_addf(t, ", %.0f s left", (double)(planned - done) / rate);
    lp_text_addf(t, ", %lld failed", (long long)failed);
}

/* The runs under way, a line each: the newest of each device and shard, as long as it has not
 * ended. */
int db_stats_live_text(db *d, lp_text *out, lp_err *e) {
    sqlite3_stmt *s = db_stmt(
        d,
        "SELECT r.id, v.name, r.shard, r.planned, r.timed, r.wall_ns, r.busy_ns, r.failed,"
        " count(*) OVER () FROM run r JOIN device v ON v.id = r.device_id"
        " WHERE r.ended IS NULL AND r.id IN (SELECT max(id) FROM run GROUP BY device_id, shard)"
        " ORDER BY r.id",
        e);
    int rc = -1;
    if (!s) return -1;
    while ((rc = db_step(d, s, e)) == 1) {
        int64_t failed = sqlite3_column_int64(s, 7);
        add_run(out, s, failed);
        if (failed > 0 && add_failures(d, sqlite3_column_int64(s, 0), out, e) != 0) return -1;
        lp_text_addc(out, '\n');
    }
    return rc;
}

static int lines_of(const lp_text *t) {
    int n = 0;
    for (size_t i = 0; i < t->len; i++) n += t->s[i] == '\n';
    return n;
}

/* On a terminal the lines of the last look are written over. */
static void show(const lp_text *t, bool tty, int *drawn) {
    if (tty && *drawn) printf("\033[%dA\033[J", *drawn);
    fputs(lp_text_str(t), stdout);
    fflush(stdout);
    *drawn = lines_of(t);
}

static void nap(double s) {
    double until_s = lp_now_s() + s;
    const struct timespec slice = {.tv_nsec = 50000000};
    while (lp_now_s() < until_s && !lp_interrupted()) nanosleep(&slice, NULL);
}

int db_stats_live(db *d, lp_err *e) {
    bool tty = isatty(STDOUT_FILENO) == 1;
    int rc = 0, drawn = 0;
    if (!at_work(d)) {
        printf("nobody is at work on %s\n", db_path(d));
        return 0;
    }
    while (rc == 0 && !lp_interrupted() && at_work(d)) {
        lp_text t = {0};
        rc = db_stats_live_text(d, &t, e);
        if (rc == 0 && t.len == 0) lp_text_add(&t, "probing, or between runs\n");
        if (rc == 0) show(&t, tty, &drawn);
        lp_text_free(&t);
        nap(tty ? look_s : line_s);
    }
    return rc;
}
