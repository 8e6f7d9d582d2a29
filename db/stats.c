/* Statistics of a campaign, as one JSON object (docs/formats.md).
 *
 * Input: the database. Output: counts by reason, class, time bin and part. Prints nothing
 * (stats_print.c). */
#include <stdlib.h>
#include <string.h>

#include "db/internal.h"
#include "db/ops.h"
#include "db/record.h"

enum { MAX_DECADES = 19 }; /* of an int64 */

/* An object {name: count} from a query of two columns; ?1 is `id` where the query has it. NULL on
 * error. */
static json_t *counts(db *d, const char *sql, int64_t id, lp_err *e) {
    sqlite3_stmt *s = db_stmt(d, sql, e);
    json_t *o = json_object();
    int rc = s ? 1 : -1;
    if (s && sqlite3_bind_parameter_count(s) > 0) db_bind(s, "i", id);
    while (rc == 1 && (rc = db_step(d, s, e)) == 1)
        json_object_set_new(o, db_col_text(s, 0), json_integer(sqlite3_column_int64(s, 1)));
    if (rc == 0) return o;
    json_decref(o);
    return NULL;
}

/* The first row of a query as members of `o`: integers, reals, texts and nulls under the names of
 * its columns. */
static int add_row(db *d, json_t *o, const char *sql, int64_t id, lp_err *e) {
    sqlite3_stmt *s = db_stmt(d, sql, e);
    if (!s) return -1;
    if (sqlite3_bind_parameter_count(s) > 0) db_bind(s, "i", id);
    int rc = db_step(d, s, e);
    for (int i = 0; rc == 1 && i < sqlite3_column_count(s); i++) {
        int type = sqlite3_column_type(s, i);
        json_t *v = type == SQLITE_INTEGER ? json_integer(sqlite3_column_int64(s, i))
                    : type == SQLITE_FLOAT ? json_real(sqlite3_column_double(s, i))
                    : type == SQLITE_NULL  ? json_null()
                                           : json_string(db_col_text(s, i));
        json_object_set_new(o, sqlite3_column_name(s, i), v ? v : json_null());
    }
    sqlite3_reset(s);
    return rc < 0 ? -1 : 0;
}

/* Adds a row as the member `key`. */
static int add_object(db *d, json_t *o, const char *key, const char *sql, int64_t id, lp_err *e) {
    json_t *member = json_object();
    int rc = add_row(d, member, sql, id, e);
    json_object_set_new(o, key, member);
    return rc;
}

static int add_counts(db *d, json_t *o, const char *key, const char *sql, int64_t id, lp_err *e) {
    json_t *member = counts(d, sql, id, e);
    if (!member) return -1;
    json_object_set_new(o, key, member);
    return 0;
}

/* ---- the campaign -------------------------------------------------------------------------------
 */

static int add_campaign(db *d, json_t *o, lp_err *e) {
    static const char campaign[] =
        "SELECT name, seed, plan_hash, plan_version, nsm AS compute_units FROM campaign";
    static const char kernels[] =
        "SELECT count(*) AS found, count(*) FILTER (WHERE status = 'ok') AS kept,"
        " count(*) FILTER (WHERE status <> 'ok') AS skipped,"
        " count(DISTINCT CASE WHEN status = 'ok' THEN " DB_FAMILY " END) AS families"
        " FROM kernel";
    static const char reasons[] =
        "SELECT coalesce(reason, 'unknown'), count(*) FROM kernel WHERE status <> 'ok'"
        " GROUP BY 1 ORDER BY 2 DESC, 1";
    static const char patterns[] =
        "SELECT coalesce(pattern, 'unknown'), count(*) FROM kernel WHERE status = 'ok'"
        " GROUP BY 1 ORDER BY 2 DESC, 1";
    static const char planned[] =
        "SELECT count(*) AS planned, count(DISTINCT kernel_id) AS kernels FROM sample";
    if (add_object(d, o, "campaign", campaign, 0, e) != 0 ||
        add_object(d, o, "kernels", kernels, 0, e) != 0)
        return -1;
    json_t *k = json_object_get(o, "kernels");
    if (add_counts(d, k, "skipped_by_reason", reasons, 0, e) != 0) return -1;
    if (add_counts(d, k, "kept_by_pattern", patterns, 0, e) != 0) return -1;
    return add_object(d, o, "samples", planned, 0, e);
}

#define PART(p) "SELECT count(*) AS families FROM split WHERE part = '" p "'"
#define PART_ROWS(p)                                                                               \
    "SELECT count(DISTINCT s.kernel_id) AS kernels, count(*) AS samples, count(*) FILTER (WHERE "  \
    "t.weight > 0) AS kept"                                                                        \
    " FROM timing t JOIN sample s ON s.id = t.sample_id JOIN kernel k ON k.id = s.kernel_id"       \
    " JOIN split p ON p.family = coalesce(k.family, k.hash, k.path || ':' || k.name)"              \
    " WHERE t.policy = 'warm' AND p.part = '" p "'"

static int add_split(db *d, json_t *o, lp_err *e) {
    static const char *const sql[DB_N_PARTS][2] = {{PART("train"), PART_ROWS("train")},
                                                   {PART("val"), PART_ROWS("val")},
                                                   {PART("test"), PART_ROWS("test")},
                                                   {PART("heldout"), PART_ROWS("heldout")}};
    json_t *split = json_object();
    json_object_set_new(o, "split", split);
    for (int p = 0; p < DB_N_PARTS; p++) {
        if (add_object(d, split, db_part_names[p], sql[p][0], 0, e) != 0) return -1;
        if (add_row(d, json_object_get(split, db_part_names[p]), sql[p][1], 0, e) != 0) return -1;
    }
    return 0;
}

/* ---- one device ---------------------------------------------------------------------------------
 */

typedef struct bin {
    int64_t before, after;
} bin;

static int count_bins(db *d, int64_t device, const lp_campaign *c, bin *bins, lp_err *e) {
    sqlite3_stmt *s =
        db_stmt(d,
                "SELECT median_ns, coalesce(weight, 0) FROM timing WHERE device_id = ?"
                " AND policy = 'warm' AND median_ns > 0",
                e);
    int rc;
    if (!s) return -1;
    db_bind(s, "i", device);
    while ((rc = db_step(d, s, e)) == 1) {
        bin *b = &bins[db_bin_of(sqlite3_column_int64(s, 0), c->balance_bins)];
        b->before++;
        if (sqlite3_column_double(s, 1) > 0) b->after++;
    }
    return rc;
}

/* From the first bin that holds anything to the last. */
static int add_histogram(db *d, json_t *o, int64_t device, const lp_campaign *c, lp_err *e) {
    int n = (int)c->balance_bins * MAX_DECADES + 1, first = n, last = -1;
    bin *bins = lp_alloc((size_t)n, sizeof *bins);
    json_t *list = json_array();
    int rc = count_bins(d, device, c, bins, e);
    for (int i = 0; i < n; i++) {
        if (bins[i].before == 0) continue;
        if (first == n) first = i;
        last = i;
    }
    for (int i = first; i <= last; i++)
        json_array_append_new(list, json_pack("{s:i, s:I, s:I, s:I, s:I}", "bin", i, "lo_ns",
                                              (json_int_t)db_bin_lo_ns(i, c->balance_bins), "hi_ns",
                                              (json_int_t)db_bin_lo_ns(i + 1, c->balance_bins),
                                              "before", (json_int_t)bins[i].before, "after",
                                              (json_int_t)bins[i].after));
    json_object_set_new(o, "histogram", list);
    free(bins);
    return rc;
}

#define CLASS(c)                                                                                   \
    {c, "SELECT count(*) AS before, count(*) FILTER (WHERE weight > 0) AS after FROM timing"       \
        " WHERE device_id = ? AND policy = 'warm' AND class = '" c "'"}

static int add_classes(db *d, json_t *o, int64_t device, lp_err *e) {
    static const struct {
        const char *name, *sql;
    } classes[] = {CLASS("idle"), CLASS("under"), CLASS("saturated")};
    json_t *member = json_object();
    json_object_set_new(o, "classes", member);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (add_object(d, member, classes[i].name, classes[i].sql, device, e) != 0) return -1;
    return 0;
}

static int add_device(db *d, json_t *o, int64_t id, const lp_campaign *c, lp_err *e) {
    static const char device[] =
        "SELECT name, platform, version, driver, type, compute_units, tick_ns, null_kernel_ns"
        " FROM device WHERE id = ?";
    static const char done[] =
        "SELECT timed, failed, max(0, planned - timed - failed) AS pending FROM"
        " (SELECT (SELECT count(*) FROM sample) AS planned,"
        " (SELECT count(*) FROM timing WHERE device_id = ?1 AND policy = 'warm') AS timed,"
        " (SELECT count(*) FROM failure WHERE device_id = ?1) AS failed)";
    static const char failures[] = "SELECT reason, count(*) FROM failure WHERE device_id = ? GROUP "
                                   "BY reason ORDER BY 2 DESC, 1";
    static const char probes[] =
        "SELECT count(*) AS probed, count(*) FILTER (WHERE status = 'clean') AS clean,"
        " count(*) FILTER (WHERE status = 'repaired') AS repaired,"
        " count(*) FILTER (WHERE status = 'quarantined') AS quarantined"
        " FROM probe WHERE device_id = ?";
    static const char quarantines[] = "SELECT reason, count(*) FROM probe WHERE device_id = ? AND"
                                      " reason IS NOT NULL GROUP BY reason ORDER BY 2 DESC, 1";
    static const char policies[] =
        "SELECT policy, count(*) FROM timing WHERE device_id = ? GROUP BY policy ORDER BY 1";
    static const char balance[] =
        "SELECT count(*) FILTER (WHERE weight > 0) AS kept,"
        " count(*) FILTER (WHERE weight_reason = 'outlier') AS outliers,"
        " count(*) FILTER (WHERE weight_reason = 'capped') AS capped,"
        " count(*) FILTER (WHERE weight IS NULL) AS unbalanced,"
        " (SELECT count(*) FROM wanted WHERE device_id = ?1) AS wanted_bins"
        " FROM timing WHERE device_id = ?1 AND policy = 'warm'";
    static const char flags[] = "SELECT count(*) FILTER (WHERE instr(flags, 'noisy')) AS noisy,"
                                " count(*) FILTER (WHERE instr(flags, 'outliers')) AS outliers,"
                                " count(*) FILTER (WHERE instr(flags, 'drift')) AS drift,"
                                " count(*) FILTER (WHERE instr(flags, 'bimodal')) AS bimodal"
                                " FROM timing WHERE device_id = ?1 AND policy = 'warm'";
    static const char runs[] =
        "SELECT count(*) AS n, count(*) FILTER (WHERE ended IS NULL) AS unfinished, "
        "coalesce(sum(timed), 0) AS timed,"
        " total(wall_ns) / 1e9 AS wall_s, total(busy_ns) / 1e9 AS busy_s,"
        " iif(total(wall_ns) > 0, (SELECT count(*) FROM timing WHERE device_id = ?1 AND policy ="
        " 'warm') / (total(wall_ns) / 1e9), NULL) AS samples_per_s,"
        " iif(total(wall_ns) > 0, total(busy_ns) / total(wall_ns), NULL) AS busy_share FROM run "
        "WHERE device_id = ?1";
    if (add_row(d, o, device, id, e) != 0 || add_object(d, o, "samples", done, id, e) != 0)
        return -1;
    if (add_counts(d, o, "failed_by_reason", failures, id, e) != 0) return -1;
    if (add_object(d, o, "probes", probes, id, e) != 0) return -1;
    if (add_counts(d, o, "quarantined_by_reason", quarantines, id, e) != 0) return -1;
    if (add_counts(d, o, "policies", policies, id, e) != 0) return -1;
    if (add_classes(d, o, id, e) != 0 || add_object(d, o, "balance", balance, id, e) != 0)
        return -1;
    if (add_object(d, o, "flags", flags, id, e) != 0 || add_object(d, o, "runs", runs, id, e) != 0)
        return -1;
    return add_histogram(d, o, id, c, e);
}

static int add_devices(db *d, json_t *o, const lp_campaign *c, lp_err *e) {
    json_t *list = json_array();
    int64_t id = 0;
    json_object_set_new(o, "devices", list);
    for (;;) {
        if (db_get_i64(d, e, &id, 0, "SELECT min(id) FROM device WHERE id > ?", "i", id) != 0)
            return -1;
        if (id == 0) return 0;
        json_t *device = json_object();
        int rc = add_device(d, device, id, c, e);
        json_array_append_new(list, device);
        if (rc != 0) return -1;
    }
}

json_t *db_stats(db *d, const lp_campaign *c, lp_err *e) {
    json_t *o = json_object();
    if (db_begin(d, e) == 0) { /* one state of the data for all figures */
        int rc = add_campaign(d, o, e);
        if (rc == 0) rc = add_devices(d, o, c, e);
        if (rc == 0) rc = add_split(d, o, e);
        db_rollback(d);
        if (rc == 0) return o;
    }
    json_decref(o);
    return NULL;
}
