/* Planning a campaign in two passes over the kernels, in an order that does not depend on row ids:
 * - compare: plan each kernel, hash it, count how the stored samples differ; nothing is written,
 *   so that refusing costs nothing
 * - store: plan again the kernels that differ and write them, some thousand samples a
 *   transaction, kernels whole
 * Input: database, campaign. Output: sample rows, the campaign row with the plan's hash, a
 * gen_plan. Does not print (summary.c). */
#include "gen/plan.h"

#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/intr.h"
#include "common/log.h"
#include "common/progress.h"
#include "gen/held_out.h"
#include "gen/probe.h"

#define SAMPLES_PER_COMMIT 2000

typedef struct chosen {
    int64_t id;
    uint64_t order; /* seeded: corpus.limit takes the smallest */
    bool held_out;  /* after all others: it must not take their place */
    bool dropped;   /* no longer planned: its samples go */
    bool stale;     /* what is stored differs from the plan */
} chosen;

/* The plan of one kernel. */
typedef struct kernel_plan {
    db_kernel row;
    gen_samples samples, probes;
} kernel_plan;

typedef struct job {
    db *d;
    const lp_campaign *c;
    const char *config_path;
    gen_plan *plan;
    chosen *kernels;
    size_t n, cap;
    lp_strv lines; /* one a kernel, hashed into the plan's hash */
    lp_err *e;
} job;

static int by_order(const void *a, const void *b) {
    const chosen *x = a;
    const chosen *y = b;
    if (x->held_out != y->held_out) return x->held_out ? 1 : -1;
    return x->order != y->order ? (x->order < y->order ? -1 : 1)
                                : (x->id > y->id) - (x->id < y->id);
}

static int list_kernels(job *j) {
    int rc = 0;
    sqlite3_stmt *s = db_stmt(j->d,
                              "SELECT id, hash, " DB_HELD_OUT " FROM kernel WHERE status = 'ok'"
                              " ORDER BY hash, path, name",
                              j->e);
    if (!s) return -1;
    while ((rc = db_step(j->d, s, j->e)) == 1) {
        uint64_t key = 0;
        gen_kernel_key(db_col_text(s, 1), &key);
        j->kernels = lp_grow(j->kernels, &j->cap, j->n + 1, sizeof *j->kernels);
        j->kernels[j->n++] = (chosen){.id = sqlite3_column_int64(s, 0),
                                      .order = gen_kernel_seed(j->c->seed, key),
                                      .held_out = sqlite3_column_int(s, 2) != 0};
    }
    if (rc) return -1;
    j->plan->usable = (int64_t)j->n;
    if (j->c->corpus_limit > 0 && (size_t)j->c->corpus_limit < j->n) {
        qsort(j->kernels, j->n, sizeof *j->kernels, by_order);
        j->n = (size_t)j->c->corpus_limit;
    }
    j->plan->chosen = (int64_t)j->n;
    return db_get_i64(j->d, j->e, &j->plan->found, 0, "SELECT count(*) FROM kernel", "");
}

static int check_kernels(const job *j) {
    const char *path = db_path(j->d);
    if (j->plan->found == 0)
        return lp_fail(j->e, "%s: no kernels yet; run `llmperf analyze --db %s PATH...` first",
                       path, path);
    if (j->n == 0)
        return lp_fail(j->e,
                       "%s: none of its %lld kernels can be used; `llmperf db stats --db %s` "
                       "shows why they were skipped",
                       path, (long long)j->plan->found, path);
    return 0;
}

static void tell(const db_kernel *row, const gen_samples *s, const char *why) {
    for (int r = 0; r < GEN_N_REASONS; r++)
        if (s->counts.left_out[r])
            lp_verbose("%s: %s: %lld samples left out: %s%s%s", row->path, row->name,
                       (long long)s->counts.left_out[r], gen_reason_text((gen_reason)r),
                       *why ? ": " : "", why);
}

static int plan_kernel(job *j, int64_t id, kernel_plan *out, bool verbose) {
    lp_err why = {""};
    gen_kernel k;
    if (db_load_kernel(j->d, id, true, &out->row, j->e)) return -1;
    gen_reason r = gen_kernel_prepare(&out->row, &k, &why);
    if (r == GEN_OK) {
        gen_plan_samples(&k, j->c, &j->plan->limits, &out->samples);
        /* What is never timed needs no probe. */
        if (out->samples.n > 0) gen_plan_probes(&k, j->c, &j->plan->limits, &out->probes);
    } else {
        gen_plan_nothing(j->c, r, &out->samples);
    }
    gen_kernel_free(&k);
    if (verbose) tell(&out->row, &out->samples, why.msg);
    return 0;
}

static void kernel_plan_free(kernel_plan *p) {
    gen_samples_free(&p->samples);
    gen_samples_free(&p->probes);
    db_kernel_free(&p->row);
}

/* "HASH path name DIGEST": the kernel's share of the plan's hash. */
static void add_line(job *j, const kernel_plan *p) {
    char digest[33];
    lp_text t = {0};
    for (size_t i = 0; i < p->samples.n; i++) gen_sample_line(&p->samples.v[i], &t);
    for (size_t i = 0; i < p->probes.n; i++) gen_sample_line(&p->probes.v[i], &t);
    lp_hash128_hex(lp_text_str(&t), t.len, digest);
    lp_text_clear(&t);
    lp_text_addf(&t, "%s %s %s %s", p->row.hash ? p->row.hash : "", p->row.path, p->row.name,
                 digest);
    lp_strv_add(&j->lines, t.s);
    lp_text_free(&t);
}

static void hash_plan(job *j) {
    lp_text t = {0};
    lp_text_addf(&t, "llmperf plan %d\n", GEN_PLAN_VERSION);
    lp_strv_sort(&j->lines);
    for (size_t i = 0; i < j->lines.n; i++) lp_text_addf(&t, "%s\n", j->lines.v[i]);
    lp_hash128_hex(t.s, t.len, j->plan->hash);
    lp_text_free(&t);
}

/* The lengths that are stored: those of the plan, and what repairs add. */
static int add_repairs(const job *j, kernel_plan *p) {
    int rc = gen_add_repairs(j->d, &p->row, p->samples.v, p->samples.n, j->e);
    return rc ? rc : gen_add_repairs(j->d, &p->row, p->probes.v, p->probes.n, j->e);
}

/* Brings the stored samples and probe samples of a kernel up to its plan, or only counts. */
static int sync_kernel(const job *j, int64_t id, kernel_plan *p, bool apply, gen_changes *changes,
                       bool *stale) {
    bool probes = false;
    int rc = gen_sync_samples(j->d, id, p->samples.v, p->samples.n, apply, changes, j->e);
    if (rc == 0) rc = gen_sync_probes(j->d, id, p->probes.v, p->probes.n, apply, &probes, j->e);
    *stale = probes || changes->added || changes->removed;
    return rc;
}

static void count_kernel(gen_plan *plan, const kernel_plan *p, const lp_campaign *c) {
    gen_counts_add(&plan->counts, &p->samples.counts);
    plan->empty += p->samples.n == 0;
    plan->probes += (int64_t)p->probes.n;
    plan->unprobed += c->probe_samples > 0 && p->samples.n > 0 && p->probes.n == 0;
}

static int compare_kernel(job *j, chosen *k) {
    kernel_plan p = {0};
    gen_changes changes = {0};
    int rc = k->dropped ? 0 : plan_kernel(j, k->id, &p, true);
    if (rc == 0 && !k->dropped) {
        count_kernel(j->plan, &p, j->c);
        add_line(j, &p);
        rc = add_repairs(j, &p);
    }
    if (rc == 0) rc = sync_kernel(j, k->id, &p, false, &changes, &k->stale);
    j->plan->stale += k->stale;
    j->plan->changes.added += changes.added;
    j->plan->changes.removed += changes.removed;
    j->plan->changes.kept += changes.kept;
    j->plan->changes.lost += changes.lost;
    kernel_plan_free(&p);
    return rc;
}

static int by_id(const void *a, const void *b) {
    const int64_t *x = a;
    const int64_t *y = b;
    return (*x > *y) - (*x < *y);
}

/* Appends kernels that have samples but are no longer in the plan: skipped now, or beyond
 * corpus.limit. */
static int find_dropped(job *j) {
    int rc = 0;
    size_t n = j->n;
    int64_t *ids = lp_alloc(n, sizeof *ids);
    for (size_t i = 0; i < n; i++) ids[i] = j->kernels[i].id;
    qsort(ids, n, sizeof *ids, by_id);
    sqlite3_stmt *s = db_stmt(
        j->d, "SELECT kernel_id FROM sample UNION SELECT kernel_id FROM probe_sample", j->e);
    if (!s) rc = -1;
    while (rc == 0 && (rc = db_step(j->d, s, j->e)) == 1) {
        int64_t id = sqlite3_column_int64(s, 0);
        rc = 0;
        if (bsearch(&id, ids, n, sizeof *ids, by_id)) continue;
        j->kernels = lp_grow(j->kernels, &j->cap, j->n + 1, sizeof *j->kernels);
        j->kernels[j->n++] = (chosen){.id = id, .dropped = true};
    }
    free(ids);
    return rc;
}

static int compare_all(job *j) {
    lp_progress bar;
    int rc = 0;
    lp_progress_begin(&bar, "planning", "kernels", (int64_t)j->n);
    for (size_t i = 0; i < j->n && rc == 0; i++) {
        rc = lp_interrupted() ? GEN_INTERRUPTED : compare_kernel(j, &j->kernels[i]);
        lp_progress_step(&bar, 1, NULL);
    }
    lp_progress_end(&bar);
    if (rc == 0) hash_plan(j);
    return rc;
}

/* Refuses what would lose results or plan nothing. */
static int check_plan(const job *j) {
    const gen_plan *p = j->plan;
    lp_text why = {0};
    if (p->changes.lost > 0)
        return lp_fail(j->e,
                       "%s: %lld samples that %s would change or drop have results already; use "
                       "another database, or the campaign they were planned with",
                       db_path(j->d), (long long)p->changes.lost, j->config_path);
    if (p->counts.planned > 0) return 0;
    for (int r = 0; r < GEN_N_REASONS; r++)
        if (p->counts.left_out[r])
            lp_text_addf(&why, "; %lld times: %s", (long long)p->counts.left_out[r],
                         gen_reason_text((gen_reason)r));
    lp_fail(j->e, "%s: no sample can be planned%s", j->config_path, lp_text_str(&why));
    lp_text_free(&why);
    return -1;
}

static int store_kernel(job *j, const chosen *k, gen_changes *changes) {
    kernel_plan p = {0};
    gen_changes now = {0};
    bool stale;
    int rc = k->dropped ? 0 : plan_kernel(j, k->id, &p, false);
    if (rc == 0 && !k->dropped) rc = add_repairs(j, &p);
    if (rc == 0) rc = sync_kernel(j, k->id, &p, true, &now, &stale);
    changes->added += now.added;
    kernel_plan_free(&p);
    return rc;
}

static int put_campaign(job *j, const char *hash) {
    return gen_put_campaign(j->d, j->c, j->config_path, &j->plan->limits, hash, j->e);
}

/* Kernels are whole in every committed state; the plan's hash is stored with the last one. */
static int store_all(job *j) {
    lp_progress bar;
    gen_changes done = {0};
    int64_t since_commit = 0;
    lp_progress_begin(&bar, "storing", "samples", j->plan->changes.added);
    int rc = db_begin(j->d, j->e);
    if (rc == 0) rc = put_campaign(j, NULL);
    for (size_t i = 0; i < j->n && rc == 0; i++) {
        if (!j->kernels[i].stale) continue;
        int64_t before = done.added;
        rc = store_kernel(j, &j->kernels[i], &done);
        since_commit += done.added - before;
        lp_progress_step(&bar, done.added - before, NULL);
        if (rc || (since_commit < SAMPLES_PER_COMMIT && !lp_interrupted())) continue;
        since_commit = 0;
        rc = db_commit(j->d, j->e);
        if (rc == 0) rc = lp_interrupted() ? GEN_INTERRUPTED : db_begin(j->d, j->e);
    }
    lp_progress_end(&bar);
    if (rc == 0) rc = put_campaign(j, j->plan->hash);
    if (rc == 0) rc = db_commit(j->d, j->e);
    if (rc) db_rollback(j->d);
    return rc;
}

/* True when the database already holds exactly this plan and campaign. */
static bool up_to_date(const job *j, const gen_stored *stored) {
    char *json = lp_campaign_json(j->c);
    bool same = stored->exists && strcmp(stored->config_json, json) == 0 && stored->plan_hash &&
                strcmp(stored->plan_hash, j->plan->hash) == 0 && j->plan->stale == 0;
    free(json);
    return same;
}

static int run(job *j) {
    gen_stored stored;
    if (gen_load_campaign(j->d, &stored, j->e)) return -1;
    int rc = gen_find_limits(j->d, j->c, j->config_path, &j->plan->limits, &j->plan->device, j->e);
    if (rc == 0) rc = list_kernels(j);
    if (rc == 0) rc = check_kernels(j);
    if (rc == 0) rc = gen_check_held_out(j->d, j->c, j->e);
    if (rc == 0) rc = find_dropped(j);
    if (rc == 0) rc = compare_all(j);
    if (rc == 0) rc = check_plan(j);
    j->plan->changed = rc == 0 && !up_to_date(j, &stored);
    if (j->plan->changed) rc = store_all(j);
    gen_stored_free(&stored);
    return rc;
}

int gen_plan_run(db *d, const lp_campaign *c, const char *config_path, gen_plan *out, lp_err *e) {
    *out = (gen_plan){.hash = ""};
    job j = {.d = d, .c = c, .config_path = config_path, .plan = out, .e = e};
    int rc = run(&j);
    free(j.kernels);
    lp_strv_free(&j.lines);
    return rc;
}

void gen_plan_free(gen_plan *p) {
    free(p->device);
    *p = (gen_plan){.hash = ""};
}
