/* The order of a campaign.
 *
 * In: kernels and samples of the database. Out: kernels in order, samples in order, what is done.
 * Writes nothing. */
#include "profile/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash.h"
#include "common/pcg.h"
#include "common/text.h"

enum { STREAM_COLD = 1, STREAM_RETIME = 2 };

static int class_index(const char *c) {
    return strcmp(c, "idle") == 0 ? 0 : strcmp(c, "under") == 0 ? 1 : 2;
}

bool prof_shard_parse(const char *text, prof_shard *s) {
    char index[24];
    const char *slash = strchr(text, '/');
    if (!slash || (size_t)(slash - text) >= sizeof index) return false;
    memcpy(index, text, (size_t)(slash - text));
    index[slash - text] = '\0';
    long long i, n;
    if (!lp_parse_i64(index, &i) || !lp_parse_i64(slash + 1, &n)) return false;
    *s = (prof_shard){i, n};
    return n >= 1 && i >= 0 && i < n;
}

bool prof_share_takes(double share, double phase, int64_t rank) {
    return floor((double)(rank + 1) * share + phase) > floor((double)rank * share + phase);
}

static double phase_of(int64_t seed, uint64_t stream) {
    lp_pcg r;
    lp_pcg_seed(&r, (uint64_t)seed, stream);
    return lp_pcg_unit(&r);
}

static int by_key(const void *a, const void *b) {
    const prof_plan_kernel *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->id > y->id) - (x->id < y->id);
}

/* By name, not by id: the same order on every machine that analysed the same corpus. */
static uint64_t key_of(int64_t seed, const char *path, const char *name) {
    lp_text t = {0};
    lp_text_addn(&t, path, strlen(path) + 1);
    lp_text_add(&t, name);
    uint64_t key = lp_hash64(t.s, t.len, (uint64_t)seed);
    lp_text_free(&t);
    return key;
}

static int load_kernels(prof_plan *p, lp_err *e) {
    sqlite3_stmt *s = db_stmt(
        p->d,
        "SELECT k.id, k.path, k.name, count(*), sum(s.class = 'idle'), sum(s.class = 'under'),"
        " sum(s.class = 'saturated') FROM kernel k JOIN sample s ON s.kernel_id = k.id"
        " WHERE k.status = 'ok' GROUP BY k.id",
        e);
    size_t cap = 0;
    int rc;
    if (!s) return -1;
    while ((rc = db_step(p->d, s, e)) == 1) {
        p->v = lp_grow(p->v, &cap, p->n + 1, sizeof *p->v);
        prof_plan_kernel *k = &p->v[p->n++];
        *k = (prof_plan_kernel){.id = sqlite3_column_int64(s, 0),
                                .key = key_of(p->seed, db_col_text(s, 1), db_col_text(s, 2)),
                                .n = sqlite3_column_int64(s, 3)};
        for (int c = 0; c < 3; c++) k->class_n[c] = sqlite3_column_int64(s, 4 + c);
    }
    return rc;
}

/* Order first, then ranks over all shards, then this shard's kernels. */
static void arrange(prof_plan *p, const prof_shard *shard) {
    int64_t before[3] = {0}, all = 0;
    if (p->n) qsort(p->v, p->n, sizeof *p->v, by_key);
    size_t kept = 0;
    for (size_t i = 0; i < p->n; i++) {
        prof_plan_kernel k = p->v[i];
        memcpy(k.class_rank, before, sizeof before);
        k.rank = all;
        all += k.n;
        for (int c = 0; c < 3; c++) before[c] += k.class_n[c];
        if ((int64_t)i % shard->count == shard->index) p->v[kept++] = k;
    }
    p->n = kept;
    p->all_samples = all;
}

static int find_heavy(prof_plan *p, lp_err *e) {
    return db_get_i64(p->d, e, &p->heavy_work, INT64_MAX,
                      "SELECT work FROM sample ORDER BY work"
                      " LIMIT 1 OFFSET (SELECT count(*) * 9 / 10 FROM sample)",
                      "");
}

int prof_plan_open(prof_plan *p, db *d, int64_t device_id, const lp_campaign *c,
                   const prof_shard *shard, lp_err *e) {
    *p = (prof_plan){.d = d,
                     .device_id = device_id,
                     .seed = c->seed,
                     .cold_share = c->cold_share,
                     .retime_share = c->retime_share};
    if (load_kernels(p, e) != 0 || find_heavy(p, e) != 0) {
        prof_plan_close(p);
        return -1;
    }
    arrange(p, shard);
    return 0;
}

void prof_plan_close(prof_plan *p) {
    free(p->v);
    *p = (prof_plan){.d = NULL};
}

static void shuffle(prof_item *v, int n, int64_t seed, uint64_t key) {
    lp_pcg r;
    lp_pcg_seed(&r, (uint64_t)seed, key);
    for (int i = n - 1; i > 0; i--) {
        int j = (int)lp_pcg_below(&r, (uint32_t)i + 1);
        prof_item t = v[i];
        v[i] = v[j];
        v[j] = t;
    }
}

static prof_item item_of(sqlite3_stmt *s) {
    const char *reason = db_col_text(s, 6);
    return (prof_item){.sample = sqlite3_column_int64(s, 0),
                       .global = sqlite3_column_int64(s, 1),
                       .local = sqlite3_column_int64(s, 7),
                       .warm = sqlite3_column_int(s, 3) != 0,
                       .cold = sqlite3_column_int(s, 4) != 0,
                       .retime = sqlite3_column_int(s, 5) != 0,
                       .failed = *reason != '\0',
                       .timed_out = strcmp(reason, "timeout") == 0};
}

int prof_plan_items(const prof_plan *p, const prof_plan_kernel *k, prof_item **items, int *n,
                    lp_err *e) {
    sqlite3_stmt *s =
        db_stmt(p->d,
                "SELECT s.id, s.global_size, s.class,"
                " EXISTS (SELECT 1 FROM timing WHERE sample_id = s.id AND device_id = ?2 AND "
                "policy = 'warm'),"
                " EXISTS (SELECT 1 FROM timing WHERE sample_id = s.id AND device_id = ?2 AND "
                "policy = 'cold'),"
                " EXISTS (SELECT 1 FROM timing WHERE sample_id = s.id AND device_id = ?2 AND "
                "policy = 'retime'),"
                " (SELECT reason FROM failure WHERE sample_id = s.id AND device_id = ?2),"
                " s.local_size, s.work"
                " FROM sample s WHERE s.kernel_id = ?1 ORDER BY s.idx",
                e);
    double cold_phase = phase_of(p->seed, STREAM_COLD),
           retime_phase = phase_of(p->seed, STREAM_RETIME);
    int64_t rank[3];
    size_t cap = 0;
    int rc;
    *items = NULL;
    *n = 0;
    if (!s) return -1;
    memcpy(rank, k->class_rank, sizeof rank);
    db_bind(s, "ii", k->id, p->device_id);
    while ((rc = db_step(p->d, s, e)) == 1) {
        prof_item it = item_of(s);
        it.heavy = sqlite3_column_int64(s, 8) > p->heavy_work;
        it.want_cold =
            prof_share_takes(p->cold_share, cold_phase, rank[class_index(db_col_text(s, 2))]++);
        it.want_retime = prof_share_takes(p->retime_share, retime_phase, k->rank + *n);
        *items = lp_grow(*items, &cap, (size_t)*n + 1, sizeof **items);
        (*items)[(*n)++] = it;
    }
    if (rc == 0) shuffle(*items, *n, p->seed, k->key);
    return rc;
}

int prof_plan_todo(const prof_plan *p, bool retry_failed, prof_todo *out, lp_err *e) {
    *out = (prof_todo){0};
    for (size_t i = 0; i < p->n; i++) {
        prof_item *items;
        int n, rc = prof_plan_items(p, &p->v[i], &items, &n, e);
        for (int j = 0; j < n && rc == 0; j++) {
            const prof_item *it = &items[j];
            bool now = prof_item_open(it, retry_failed);
            out->warm += now;
            out->cold += (it->warm || now) && it->want_cold && !it->cold;
            out->retime += (it->warm || now) && it->want_retime && !it->retime;
        }
        free(items);
        if (rc != 0) return -1;
    }
    return 0;
}
