/* The data card of a campaign: a Markdown page that says what a data set holds, how it was measured
 * and how to make it again.
 *
 * In: the database. Out: text. The counts are those of stats.c; what it adds comes from queries
 * that read one row at a time, but for the samples timed again, of which there are few. Writes no
 * file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/fs.h"
#include "db/ops.h"
#include "db/record.h"

typedef struct card {
    db *d;
    const lp_campaign *c;
    const json_t *stats;
    lp_text *out;
} card;

static long long get(const json_t *o, const char *key) {
    return (long long)lp_json_i64(o, key, 0);
}

/* A text within a line or a cell of a table. */
static void add_cell(lp_text *out, const char *s) {
    char *copy = lp_strdup(s ? s : "-");
    lp_clean_controls(copy, "");
    for (const char *p = copy; *p; p++) {
        if (strchr("|<>`\\", *p)) lp_text_addc(out, '\\');
        lp_text_addc(out, *p);
    }
    free(copy);
}

static double per_cent(long long part, long long whole) {
    return whole > 0 ? 100 * (double)part / (double)whole : 0;
}

/* ---- the corpus ---- */

/* Kernels that are kept, each with what it is a part of. */
#define KEPT                                                                                       \
    "WITH kept AS (SELECT id, " DB_FAMILY " AS fam, coalesce(pattern, 'unknown') AS pattern, CASE" \
    " WHEN " DB_HELD_OUT " THEN 'held out' WHEN template IS NOT NULL THEN 'synthesised'"           \
    " ELSE 'hand-written' END AS origin FROM kernel WHERE status = 'ok') "
#define COUNTED                                                                                    \
    ", count(DISTINCT kept.id), count(DISTINCT fam), count(DISTINCT s.id), count(t.id)"            \
    " FROM kept LEFT JOIN sample s ON s.kernel_id = kept.id"                                       \
    " LEFT JOIN timing t ON t.sample_id = s.id AND t.policy = 'warm' GROUP BY 1"                   \
    " ORDER BY 2 DESC, 1"

static int add_kept(const card *k, const char *head, const char *sql, lp_err *e) {
    sqlite3_stmt *s = db_stmt(k->d, sql, e);
    int rc = s ? 1 : -1;
    if (s)
        lp_text_addf(k->out,
                     "\n| %s | kernels | families | samples planned | timed |\n"
                     "|---|---|---|---|---|\n",
                     head);
    while (rc == 1 && (rc = db_step(k->d, s, e)) == 1) {
        lp_text_add(k->out, "| ");
        add_cell(k->out, db_col_text(s, 0));
        for (int i = 1; i <= 4; i++)
            lp_text_addf(k->out, " | %lld", (long long)sqlite3_column_int64(s, i));
        lp_text_add(k->out, " |\n");
    }
    return rc;
}

/* Lines of an object {name: count}; none when it is empty. */
static void add_counts(const card *k, const char *head, const json_t *counts) {
    const char *name;
    json_t *n;
    if (json_object_size(counts) == 0) return;
    lp_text_addf(k->out, "\n| %s | |\n|---|---|\n", head);
    json_object_foreach((json_t *)counts, name, n) {
        lp_text_add(k->out, "| ");
        add_cell(k->out, name);
        lp_text_addf(k->out, " | %lld |\n", (long long)json_integer_value(n));
    }
}

static int add_corpus(const card *k, lp_err *e) {
    const json_t *kernels = json_object_get(k->stats, "kernels");
    lp_text_addf(k->out,
                 "\n## Corpus\n\n%lld kernels found, %lld kept in %lld families of near-duplicates,"
                 " %lld skipped. Held-out kernels and their families are never trained on.\n",
                 get(kernels, "found"), get(kernels, "kept"), get(kernels, "families"),
                 get(kernels, "skipped"));
    if (add_kept(k, "origin", KEPT "SELECT origin" COUNTED, e) != 0) return -1;
    if (add_kept(k, "access pattern", KEPT "SELECT pattern" COUNTED, e) != 0) return -1;
    add_counts(k, "skipped", json_object_get(kernels, "skipped_by_reason"));
    return 0;
}

static void add_split(const card *k) {
    const char *name;
    json_t *p;
    long long families = 0;
    const json_t *split = json_object_get(k->stats, "split");
    json_object_foreach((json_t *)split, name, p) families += get(p, "families");
    if (families == 0) return;
    lp_text_add(k->out, "\n| part | families | kernels | samples timed | after balancing |\n"
                        "|---|---|---|---|---|\n");
    json_object_foreach((json_t *)split, name, p) {
        lp_text_addf(k->out, "| %s | %lld | %lld | %lld | %lld |\n", name, get(p, "families"),
                     get(p, "kernels"), get(p, "samples"), get(p, "kept"));
    }
}

/* ---- the times of a device ---- */

static int add_quantiles(const card *k, int64_t device, lp_err *e) {
    static const double share[] = {0, 0.05, 0.25, 0.5, 0.75, 0.95, 1};
    enum { N = sizeof share / sizeof *share };
    int64_t n = 0, at = 0;
    double total = 0; /* times of a stranger's database may be anything */
    if (db_get_i64(k->d, e, &n, 0,
                   "SELECT count(*) FROM timing WHERE device_id = ? AND policy = 'warm'", "i",
                   device) != 0)
        return -1;
    sqlite3_stmt *s = db_stmt(k->d,
                              "SELECT median_ns FROM timing WHERE device_id = ? AND policy ="
                              " 'warm' ORDER BY 1",
                              e);
    int rc = s ? 1 : -1;
    if (s) db_bind(s, "i", device);
    lp_text_add(k->out, "\n| shortest | 5 % | 25 % | median | 75 % | 95 % | longest | sum |\n"
                        "|---|---|---|---|---|---|---|---|\n|");
    for (int next = 0; rc == 1 && (rc = db_step(k->d, s, e)) == 1; at++) {
        int64_t ns = sqlite3_column_int64(s, 0);
        for (; next < N && at >= (int64_t)(share[next] * (double)(n - 1)); next++) {
            lp_text_addc(k->out, ' ');
            db_add_ns(k->out, (double)ns);
            lp_text_add(k->out, " |");
        }
        total += (double)ns;
    }
    lp_text_addc(k->out, ' ');
    db_add_ns(k->out, total);
    lp_text_add(k->out, " |\n");
    return rc;
}

static void add_bin(const card *k, const json_t *first, const json_t *last, long long before,
                    long long after, long long all) {
    lp_text_add(k->out, "| ");
    db_add_ns(k->out, (double)get(first, "lo_ns"));
    lp_text_add(k->out, " - ");
    db_add_ns(k->out, (double)get(last, "hi_ns"));
    lp_text_addf(k->out, " | %lld | %.1f | %lld |\n", before, per_cent(before, all), after);
}

/* One line for each `bins` neighbouring bins that end with a multiple of it: a decade, or less. */
static void add_histogram(const card *k, const json_t *histogram, const char *head, int64_t bins) {
    long long all = 0, before = 0, after = 0;
    size_t n = json_array_size(histogram), first = 0;
    for (size_t i = 0; i < n; i++) all += get(json_array_get(histogram, i), "before");
    lp_text_addf(k->out, "\n| %s | samples | %% | after balancing |\n|---|---|---|---|\n", head);
    for (size_t i = 0; i < n; i++) {
        const json_t *bin = json_array_get(histogram, i);
        before += get(bin, "before");
        after += get(bin, "after");
        if (i + 1 < n && (get(bin, "bin") + 1) % bins != 0) continue;
        add_bin(k, json_array_get(histogram, first), bin, before, after, all);
        before = after = 0;
        first = i + 1;
    }
}

static void add_classes(const card *k, const json_t *device) {
    const char *name;
    json_t *c;
    lp_text_add(k->out, "\n| saturation class | samples | after balancing |\n|---|---|---|\n");
    json_object_foreach(json_object_get(device, "classes"), name, c) {
        lp_text_addf(k->out, "| %s | %lld | %lld |\n", name, get(c, "before"), get(c, "after"));
    }
}

static void add_flags(const card *k, const json_t *device) {
    const char *name;
    json_t *n;
    long long timed = get(json_object_get(device, "samples"), "timed");
    lp_text_add(k->out, "\n| flag | samples | % |\n|---|---|---|\n");
    json_object_foreach(json_object_get(device, "flags"), name, n) {
        long long v = (long long)json_integer_value(n);
        lp_text_addf(k->out, "| %s | %lld | %.2f |\n", name, v, per_cent(v, timed));
    }
}

/* ---- repeatability ---- */

/* Times measured twice, of samples of a range of times. */
typedef struct range {
    const char *words;
    double below_ns; /* the first time that is too long */
    double *off;     /* |again / first - 1| */
    size_t n, cap;
} range;

static void add_range(const card *k, range *r) {
    size_t close = 0;
    if (r->n == 0) return;
    db_sort_values(r->off, r->n);
    while (close < r->n && r->off[close] <= 0.02) close++;
    lp_text_addf(k->out, "| %s | %zu | %.2f | %.2f | %.1f |\n", r->words, r->n,
                 100 * db_quantile(r->off, r->n, 0.5), 100 * db_quantile(r->off, r->n, 0.95),
                 per_cent((long long)close, (long long)r->n));
}

static int read_ranges(const card *k, int64_t device, range *r, lp_err *e) {
    sqlite3_stmt *s =
        db_stmt(k->d,
                "SELECT w.median_ns, a.median_ns FROM timing a JOIN timing w ON w.sample_id ="
                " a.sample_id AND w.device_id = a.device_id AND w.policy = 'warm'"
                " WHERE a.device_id = ? AND a.policy = 'retime'",
                e);
    int rc = s ? 1 : -1;
    if (s) db_bind(s, "i", device);
    while (rc == 1 && (rc = db_step(k->d, s, e)) == 1) {
        double first = sqlite3_column_double(s, 0), again = sqlite3_column_double(s, 1);
        range *to = r;
        while (first >= to->below_ns) to++;
        to->off = lp_grow(to->off, &to->cap, to->n + 1, sizeof *to->off);
        to->off[to->n++] = fabs(again / first - 1);
    }
    return rc;
}

static int add_repeatability(const card *k, int64_t device, lp_err *e) {
    range ranges[] = {{.words = "below 10 us", .below_ns = 1e4},
                      {.words = "10 - 30 us", .below_ns = 3e4},
                      {.words = "30 - 100 us", .below_ns = 1e5},
                      {.words = "from 100 us", .below_ns = INFINITY}};
    enum { N = sizeof ranges / sizeof *ranges };
    size_t n = 0;
    int rc = read_ranges(k, device, ranges, e);
    for (size_t i = 0; i < N; i++) n += ranges[i].n;
    if (rc == 0 && n > 0) {
        lp_text_addf(k->out,
                     "\n%zu samples were timed again in a fresh process:\n\n"
                     "| time | samples | median difference %% | 95 %% below %% | within 2 %% |\n"
                     "|---|---|---|---|---|\n",
                     n);
        for (size_t i = 0; i < N; i++) add_range(k, &ranges[i]);
    }
    for (size_t i = 0; i < N; i++) free(ranges[i].off);
    return rc;
}

/* ---- a device ---- */

static void add_device_words(const card *k, const json_t *v) {
    const json_t *runs = json_object_get(v, "runs"), *s = json_object_get(v, "samples");
    lp_text_add(k->out, "\n## Measured on ");
    add_cell(k->out, lp_json_str(v, "name", "?"));
    lp_text_addf(k->out, "\n\n- %s, %lld compute units; platform ", lp_json_str(v, "type", "?"),
                 get(v, "compute_units"));
    add_cell(k->out, lp_json_str(v, "platform", "?"));
    lp_text_add(k->out, ", ");
    add_cell(k->out, lp_json_str(v, "version", "?"));
    lp_text_add(k->out, ", driver ");
    add_cell(k->out, lp_json_str(v, "driver", "?"));
    lp_text_addf(k->out,
                 "\n- clock tick %lld ns, empty kernel %lld ns\n"
                 "- %lld samples timed, %lld failed, %lld left\n",
                 get(v, "tick_ns"), get(v, "null_kernel_ns"), get(s, "timed"), get(s, "failed"),
                 get(s, "pending"));
    lp_text_addf(k->out, "- %lld runs, %.0f s, %.0f samples/s, device busy %.0f %% of the time\n",
                 get(runs, "n"), lp_json_num(runs, "wall_s", 0),
                 lp_json_num(runs, "samples_per_s", 0), 100 * lp_json_num(runs, "busy_share", 0));
}

static void add_balance(const card *k, const json_t *v) {
    const json_t *b = json_object_get(v, "balance");
    if (get(b, "unbalanced") > 0) {
        lp_text_addf(k->out, "\n%lld samples are not balanced yet (`llmperf db balance`).\n",
                     get(b, "unbalanced"));
        return;
    }
    lp_text_addf(k->out,
                 "\nBalancing keeps %lld samples, flags %lld as outliers of their kernel and class"
                 " and leaves out %lld of over-full time ranges; %lld time ranges want more.\n",
                 get(b, "kept"), get(b, "outliers"), get(b, "capped"), get(b, "wanted_bins"));
}

static int add_device(const card *k, const json_t *v, int64_t id, lp_err *e) {
    const json_t *probes = json_object_get(v, "probes"), *h = json_object_get(v, "histogram");
    add_device_words(k, v);
    if (get(probes, "probed") > 0)
        lp_text_addf(k->out,
                     "- kernels probed for accesses out of bounds: %lld clean, %lld repaired, %lld"
                     " quarantined\n",
                     get(probes, "clean"), get(probes, "repaired"), get(probes, "quarantined"));
    add_counts(k, "kernels quarantined", json_object_get(v, "quarantined_by_reason"));
    add_counts(k, "samples failed", json_object_get(v, "failed_by_reason"));
    if (get(json_object_get(v, "samples"), "timed") == 0) return 0;
    add_counts(k, "timings by cache policy", json_object_get(v, "policies"));
    add_balance(k, v);
    add_classes(k, v);
    if (add_quantiles(k, id, e) != 0) return -1;
    add_histogram(k, h, "time, by decade", k->c->balance_bins);
    add_histogram(k, h, "time, by bin", 1);
    add_flags(k, v);
    return add_repeatability(k, id, e);
}

/* In the order of the statistics. */
static int add_devices(const card *k, lp_err *e) {
    const json_t *devices = json_object_get(k->stats, "devices");
    int64_t id = 0;
    for (size_t i = 0; i < json_array_size(devices); i++) {
        if (db_get_i64(k->d, e, &id, 0, "SELECT min(id) FROM device WHERE id > ?", "i", id) != 0)
            return -1;
        if (add_device(k, json_array_get(devices, i), id, e) != 0) return -1;
    }
    return 0;
}

/* ---- the whole ---- */

static int add_head(const card *k, lp_err *e) {
    const json_t *c = json_object_get(k->stats, "campaign");
    char *version = NULL, *config = NULL;
    if (db_get_text(k->d, e, &version, "SELECT tool_version FROM campaign", "") != 0) return -1;
    if (db_get_text(k->d, e, &config, "SELECT config_path FROM campaign", "") != 0) {
        free(version);
        return -1;
    }
    const char *path = config ? *config == '/' ? lp_path_base(config) : config : "CONFIG";
    lp_text_add(k->out, "# Data card: ");
    add_cell(k->out, lp_json_str(c, "name", "no campaign"));
    lp_text_add(k->out, "\n\n- llmperf ");
    add_cell(k->out, version ? version : "?");
    lp_text_addf(k->out, "\n- plan %s, version %lld, seed %lld, for %lld compute units\n",
                 lp_json_str(c, "plan_hash", "none"), get(c, "plan_version"), get(c, "seed"),
                 get(c, "compute_units"));
    lp_text_addf(k->out, "- %lld samples planned\n",
                 get(json_object_get(k->stats, "samples"), "planned"));
    lp_text_add(k->out, "\nTo make it again, and this page of it:\n\n    llmperf run '");
    for (const char *p = path; *p; p++) /* one line, and what a shell takes for one word */
        lp_text_addc(k->out, (unsigned char)*p < ' ' || *p == '\'' ? '?' : *p);
    lp_text_add(k->out, "' --db campaign.db\n    llmperf db card --db campaign.db --out card.md\n");
    free(version);
    free(config);
    return 0;
}

int db_card(db *d, const lp_campaign *c, lp_text *out, lp_err *e) {
    json_t *stats = db_stats(d, c, e);
    const card k = {d, c, stats, out};
    if (!stats) return -1;
    int rc = add_head(&k, e);
    if (rc == 0) rc = add_corpus(&k, e);
    if (rc == 0) add_split(&k);
    if (rc == 0) rc = add_devices(&k, e);
    json_decref(stats);
    return rc;
}
