/* Check: is this campaign what it says it is?
 *
 * Input: a database, and the file exported from it. Output: one verdict for each check. Repairs
 * nothing. Most checks are one query each, which selects a sentence about every row that is wrong.
 */
#include "db/check.h"

#include <string.h>

#include "common/intr.h"
#include "db/record.h"

#define CLASS_OF(nsm)                                                                              \
    "CASE WHEN s.global_size / s.local_size < " nsm " THEN 'idle'"                                 \
    " WHEN s.global_size / s.local_size <= ?1 * " nsm " THEN 'under' ELSE 'saturated' END"
#define FAMILY "coalesce(k.family, k.hash, k.path || ':' || k.name)"

/* ?1, where it occurs, is saturation_k. */
static const struct {
    const char *name, *sql;
} queries[] = {
    {"integrity",
     "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'"},
    {"foreign keys",
     "SELECT printf('%s: row %s refers to a missing %s', \"table\", coalesce(rowid, '?'), parent)"
     " FROM pragma_foreign_key_check"},
    {"sample arguments", "SELECT printf('sample %d of %s %s has %d arguments, the kernel %d', idx, "
                         "path, name, have, want)"
                         " FROM (SELECT s.idx, k.path, k.name,"
                         " (SELECT count(*) FROM sample_arg WHERE sample_id = s.id) AS have,"
                         " (SELECT count(*) FROM argument WHERE kernel_id = k.id) AS want"
                         " FROM sample s JOIN kernel k ON k.id = s.kernel_id) WHERE have <> want"},
    {"probe samples",
     "SELECT printf('probe sample %d of %s %s has arguments for a kernel with %d', s.idx, k.path, "
     "k.name, (SELECT count(*) FROM argument WHERE kernel_id = k.id))"
     " FROM probe_sample s JOIN kernel k ON k.id = s.kernel_id"
     " WHERE NOT json_valid(s.args) OR json_array_length(iif(json_valid(s.args), s.args, '0')) <>"
     " (SELECT count(*) FROM argument WHERE kernel_id = k.id)"},
    {"probes",
     "SELECT printf('%s %s is %s on %s though probe launch %d touched elements %d to %d of "
     "argument "
     "%d, which has %d', k.path, k.name, p.status, v.name, r.idx, r.lo, r.hi, r.arg, r.length) FROM"
     " (SELECT x.*, x.elems + coalesce(f.elems, 0) AS length FROM probe_range x LEFT JOIN repair f"
     " ON f.kernel_id = x.kernel_id AND f.arg = x.arg) r"
     " JOIN probe p ON p.kernel_id = r.kernel_id AND p.device_id = r.device_id"
     " JOIN kernel k ON k.id = p.kernel_id JOIN device v ON v.id = p.device_id"
     " WHERE p.status <> 'quarantined' AND (r.lo < 0 OR r.hi < r.lo OR r.hi >= r.length)"},
    {"repairs",
     "SELECT printf('%s %s has a repair of argument %d, which has no length', k.path, k.name, "
     "r.arg)"
     " FROM repair r JOIN kernel k ON k.id = r.kernel_id WHERE NOT EXISTS (SELECT 1 FROM argument a"
     " WHERE a.kernel_id = r.kernel_id AND a.idx = r.arg AND a.kind <> 'scalar')"},
    {"run log",
     "SELECT printf('run %d (%s): the log says %d timed and %d failed, there are %d and %d rows', "
     "id, started, timed,"
     " failed, coalesce(t.n, 0), coalesce(f.n, 0)) FROM run"
     " LEFT JOIN (SELECT run_id, count(*) AS n FROM timing GROUP BY run_id) t ON t.run_id = run.id"
     " LEFT JOIN (SELECT run_id, count(*) AS n FROM failure GROUP BY run_id) f ON f.run_id = run.id"
     " WHERE timed <> coalesce(t.n, 0) OR failed <> coalesce(f.n, 0)"},
    {"planned classes",
     "SELECT printf('sample %d of %s %s is %s, should be %s for %d compute units', s.idx, k.path, "
     "k.name,"
     " s.class, " CLASS_OF(
         "c.nsm") ", c.nsm)"
                  " FROM sample s JOIN kernel k ON k.id = s.kernel_id CROSS JOIN campaign c"
                  " WHERE c.nsm IS NOT NULL AND s.class <> " CLASS_OF("c.nsm")},
    {"timed classes",
     "SELECT printf('sample %d of %s %s is %s, should be %s on %s', s.idx, k.path, k.name, t.class,"
     " " CLASS_OF(
         "v.compute_units") ", v.name)"
                            " FROM timing t JOIN sample s ON s.id = t.sample_id JOIN kernel k ON "
                            "k.id = s.kernel_id"
                            " JOIN device v ON v.id = t.device_id WHERE t.class <> " CLASS_OF(
                                "v.compute_units")},
    {"timed or failed", "SELECT printf('sample %d of %s %s was timed and failed (%s) on one "
                        "device', s.idx, k.path, k.name,"
                        " f.reason) FROM failure f JOIN sample s ON s.id = f.sample_id"
                        " JOIN kernel k ON k.id = s.kernel_id WHERE EXISTS (SELECT 1 FROM timing t"
                        " WHERE t.sample_id = f.sample_id AND t.device_id = f.device_id)"},
    {"weights",
     "SELECT printf('timing %d: weight %s with reason %s; `llmperf db balance` sets both', id,"
     " coalesce(weight, 'none'), coalesce(weight_reason, 'none')) FROM timing t"
     " WHERE policy = 'warm' AND ((weight = 1.0 AND weight_reason IS NULL) OR"
     " (weight = 0.0 AND weight_reason IN ('outlier', 'capped'))) IS NOT 1"
     " AND device_id IN (SELECT device_id FROM timing WHERE weight IS NOT NULL)"},
    {"split covers",
     "SELECT printf('family %s of %s %s has no part; `llmperf db split` gives it one', " FAMILY
     ", k.path,"
     " k.name) FROM kernel k"
     " WHERE (k.status = 'ok' OR EXISTS (SELECT 1 FROM sample WHERE kernel_id = k.id))"
     " AND EXISTS (SELECT 1 FROM split)"
     " AND NOT EXISTS (SELECT 1 FROM split WHERE family = " FAMILY ")"},
    {"split disjoint",
     "SELECT printf('the source of %s %s is in several parts', k.path, k.name)"
     " FROM kernel k JOIN split p ON p.family = " FAMILY " WHERE k.hash IS NOT NULL"
     " AND (k.status = 'ok' OR EXISTS (SELECT 1 FROM sample WHERE kernel_id = k.id))"
     " GROUP BY k.hash HAVING count(DISTINCT p.part) > 1"},
    {"held out",
     "SELECT printf('family %s of %s %s is in part %s, but %s held out; `llmperf db split` puts it "
     "right', f, path, name, part, iif(held, 'is', 'is not')) FROM"
     " (SELECT path, name, " DB_FAMILY " AS f, " DB_HELD_OUT " AS held FROM kernel)"
     " JOIN split ON family = f WHERE (part = 'heldout') <> held ORDER BY f, path, name"},
};

/* The query's first sentence and the number of others. 1 when there is none. */
static int run_query(db *d, const lp_campaign *c, const char *sql, lp_text *detail, lp_err *e) {
    sqlite3_stmt *s = db_stmt(d, sql, e);
    int64_t n = 0;
    int rc = s ? 1 : -1;
    if (s && sqlite3_bind_parameter_count(s) > 0) db_bind(s, "d", c->saturation_k);
    while (rc == 1 && (rc = db_step(d, s, e)) == 1)
        if (n++ == 0) lp_text_add(detail, db_col_text(s, 0));
    if (rc < 0) return -1;
    if (n > 1) lp_text_addf(detail, " (and %lld more)", (long long)n - 1);
    return n == 0;
}

typedef struct checker {
    db *d;
    db_check_report report;
    void *ctx;
    int failed;
} checker;

/* In a damaged file a check may end in an error of SQLite: that is its verdict. 0, or -1 when
 * somebody else's lock or an interruption says nothing about the data. */
static int conclude(checker *k, const char *name, int rc, lp_text *detail, const lp_err *e) {
    int code = sqlite3_errcode(db_handle(k->d)) & 0xff;
    if (rc < 0 && (code == SQLITE_BUSY || lp_interrupted())) return -1;
    if (rc < 0) {
        lp_text_clear(detail);
        lp_text_add(detail, e->msg);
    }
    if (rc != 1) k->failed++;
    k->report(k->ctx, name, rc == 1, lp_text_str(detail));
    lp_text_clear(detail);
    return 0;
}

static int run_checks(checker *k, const lp_campaign *c, const char *jsonl, bool balanced,
                      lp_err *e) {
    lp_text detail = {0};
    int rc = 0;
    for (size_t i = 0; i < sizeof queries / sizeof *queries && rc == 0; i++)
        rc = conclude(k, queries[i].name, run_query(k->d, c, queries[i].sql, &detail, e), &detail,
                      e);
    if (rc == 0) rc = conclude(k, "times", db_check_times(k->d, &detail, e), &detail, e);
    if (rc == 0 && jsonl)
        rc = conclude(k, "jsonl", db_check_jsonl(k->d, c, jsonl, balanced, &detail, e), &detail, e);
    lp_text_free(&detail);
    return rc;
}

int db_check(db *d, const lp_campaign *c, const char *jsonl, bool balanced, db_check_report report,
             void *ctx, int *failed, lp_err *e) {
    lp_err own = {""};
    checker k = {d, report, ctx, 0};
    if (!e) e = &own;                   /* verdicts quote it */
    if (db_begin(d, e) != 0) return -1; /* one state of the data for all checks */
    int rc = run_checks(&k, c, jsonl, balanced, e);
    db_rollback(d);
    *failed = k.failed;
    return rc;
}
