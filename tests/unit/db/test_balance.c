/* Balance: known cases by hand, and on random campaigns the properties of the design against a slow
 * reference. */
#include <math.h>

#include "campaign.h"
#include "common/pcg.h"

static db_balance_stats balance(db *d) {
    lp_err e;
    db_balance_stats b;
    must(db_balance(d, &campaign, &b, &e), &e);
    return b;
}

/* ---- by hand ------------------------------------------------------------------------------------
 */

/* One kernel, launches of one class with these times. */
static void time_all(db *d, const char *path, const int64_t *ns, int n) {
    int64_t dev = add_device(d, "D", 4), run = add_run(d, dev, path),
            k = add_kernel(d, path, "f", path, path);
    for (int i = 0; i < n; i++) add_timing(d, add_sample(d, k, i, 64), dev, run, "warm", ns[i] - 1);
}

static void flags_outliers_within_a_kernel(void **state) {
    (void)state;
    db *d = temp_db("o.db");
    time_all(d, "a.cl", (const int64_t[]){1000, 1010, 1020, 1030, 1040, 9000}, 6);
    time_all(d, "b.cl", (const int64_t[]){9000, 9010, 9020, 9030}, 4);
    balance(d);
    assert_int_equal(num(d, "SELECT count(*) FROM timing WHERE weight_reason = 'outlier'"), 1);
    assert_int_equal(
        num(d, "SELECT weight = 0 FROM timing JOIN sample s ON s.id = sample_id JOIN kernel k ON"
               " k.id = kernel_id WHERE path = 'a.cl' AND idx = 5"),
        1);
    db_close(d);
}

static void leaves_small_groups_alone(void **state) {
    (void)state;
    db *d = temp_db("small.db");
    time_all(d, "a.cl", (const int64_t[]){1000, 1001, 900000}, 3);
    balance(d);
    assert_int_equal(num(d, "SELECT count(*) FROM timing WHERE weight_reason = 'outlier'"), 0);
    db_close(d);
}

static void caps_full_bins_and_lists_empty_ones(void **state) {
    (void)state;
    db *d = temp_db("cap.db");
    int64_t dev = add_device(d, "D", 4), run = add_run(d, dev, "t");
    /* Bins of 2, 2, 2, 2 and 40 (by decades), each launch a kernel of its own so that nothing is an
     * outlier. */
    const int64_t ns[] = {20, 200, 2000, 20000, 2000000};
    campaign.balance_bins = 1;
    sql(d, "BEGIN");
    for (int b = 0; b < 5; b++) {
        for (int i = 0; i < (b == 2 ? 40 : 2); i++) {
            char path[32];
            snprintf(path, sizeof path, "%d-%d.cl", b, i);
            add_timing(d, add_sample(d, add_kernel(d, path, "f", path, path), 0, 64), dev, run,
                       "warm", ns[b]);
        }
    }
    sql(d, "COMMIT");
    db_balance_stats b = balance(d);
    /* Counts 2 2 2 2 40: Q1 = Q3 = 2, the cap is 2. The decade of 200,000 ns is empty: it is
     * wanted. */
    assert_int_equal(b.capped, 38);
    assert_int_equal(b.kept, 10);
    assert_int_equal(b.wanted, 1);
    assert_int_equal(num(d, "SELECT bin * 100 + have * 10 + want FROM wanted"), 502);
    assert_int_equal(num(d, "SELECT lo_ns = 100000 AND hi_ns = 1000000 FROM wanted"), 1);
    campaign.balance_bins = 10;
    db_close(d);
}

static void leaves_other_policies_alone(void **state) {
    (void)state;
    db *d = temp_db("cold.db");
    int64_t dev = add_device(d, "D", 4), run = add_run(d, dev, "t");
    int64_t s = add_sample(d, add_kernel(d, "a", "f", "h", "h"), 0, 64);
    add_timing(d, s, dev, run, "warm", 100);
    add_timing(d, s, dev, run, "cold", 5000);
    add_timing(d, s, dev, run, "retime", 100);
    balance(d);
    assert_int_equal(num(d, "SELECT count(*) FROM timing WHERE weight IS NULL"), 2);
    assert_int_equal(num(d, "SELECT weight = 1 FROM timing WHERE policy = 'warm'"), 1);
    db_close(d);
}

static void nothing_to_balance(void **state) {
    (void)state;
    db *d = temp_db("empty.db");
    assert_int_equal(balance(d).rows, 0);
    add_device(d, "D", 4);
    assert_int_equal(balance(d).rows, 0);
    db_close(d);
}

/* ---- random campaigns ---------------------------------------------------------------------------
 */

enum { KERNELS = 30, SAMPLES = 24 };

/* The same campaign for the same seed, whatever the order in which its rows are stored. */
static db *random_campaign(const char *name, uint64_t seed, bool backwards) {
    db *d = temp_db(name);
    sql(d, "BEGIN");
    for (int device = 0; device < 2; device++) {
        int64_t dev = add_device(d, device ? "D1" : "D0", 4), run = add_run(d, dev, "t");
        for (int i = 0; i < KERNELS; i++) {
            int k = backwards ? KERNELS - 1 - i : i;
            char path[32], hash[40];
            snprintf(path, sizeof path, "k%d.cl", k);
            snprintf(hash, sizeof hash, "%016llx",
                     (unsigned long long)lp_mix64(seed + (uint64_t)(k / 2))); /* pairs share it */
            int64_t id = add_kernel(d, path, "f", hash, hash);
            for (int j = 0; j < SAMPLES; j++) {
                int s = backwards ? SAMPLES - 1 - j : j;
                lp_pcg r;
                lp_pcg_seed(&r, seed, (uint64_t)(k * SAMPLES + s) * 2 + (uint64_t)device);
                const int64_t globals[] = {64, 640, 64000};
                int64_t sample = add_sample(d, id, s, globals[s % 3]);
                int64_t ns = 4000 + lp_pcg_log_range(&r, 1, 1 + 100 * (int64_t)(k + 1) * (k + 1));
                if (lp_pcg_below(&r, 20) == 0) ns *= 1 + lp_pcg_below(&r, 50);
                if (lp_pcg_below(&r, 10) != 0) add_timing(d, sample, dev, run, "warm", ns);
            }
        }
    }
    sql(d, "COMMIT");
    return d;
}

typedef struct seen {
    int64_t device, kernel, ns;
    char class_[12], reason[12];
    double weight;
} seen;

static size_t read_all(db *d, seen *v) {
    sqlite3_stmt *s = NULL;
    size_t n = 0;
    assert_int_equal(
        sqlite3_prepare_v2(
            db_handle(d),
            "SELECT t.device_id, s.kernel_id, t.median_ns, t.class, coalesce(weight_reason, ''),"
            " weight FROM timing t JOIN sample s ON s.id = t.sample_id",
            -1, &s, NULL),
        SQLITE_OK);
    while (sqlite3_step(s) == SQLITE_ROW) {
        seen *x = &v[n++];
        *x = (seen){sqlite3_column_int64(s, 0),
                    sqlite3_column_int64(s, 1),
                    sqlite3_column_int64(s, 2),
                    "",
                    "",
                    sqlite3_column_double(s, 5)};
        snprintf(x->class_, sizeof x->class_, "%s", db_col_text(s, 3));
        snprintf(x->reason, sizeof x->reason, "%s", db_col_text(s, 4));
    }
    sqlite3_finalize(s);
    return n;
}

/* The p-quantile by counting: the value that has `rank` smaller or equal ones before it, twice, and
 * in between. */
static double slow_quantile(const double *v, size_t n, double p) {
    double at = p * (double)(n - 1), lo = 0, hi = 0;
    size_t k = (size_t)at, next = k + 1 < n ? k + 1 : k;
    for (size_t i = 0; i < n; i++) {
        size_t smaller = 0, equal = 0;
        for (size_t j = 0; j < n; j++) {
            smaller += v[j] < v[i];
            equal += v[j] == v[i];
        }
        if (smaller <= k && k < smaller + equal) lo = v[i];
        if (smaller <= next && next < smaller + equal) hi = v[i];
    }
    return lo + (at - (double)k) * (hi - lo);
}

static bool slow_is_outlier(const seen *v, size_t n, const seen *x) {
    double logs[SAMPLES];
    size_t m = 0;
    for (size_t i = 0; i < n; i++)
        if (v[i].device == x->device && v[i].kernel == x->kernel &&
            strcmp(v[i].class_, x->class_) == 0)
            logs[m++] = log((double)v[i].ns);
    if (m < 4) return false;
    double q1 = slow_quantile(logs, m, 0.25), q3 = slow_quantile(logs, m, 0.75),
           own = log((double)x->ns);
    return own < q1 - 1.5 * (q3 - q1) || own > q3 + 1.5 * (q3 - q1);
}

static void check_bins(const seen *v, size_t n, int64_t device) {
    int64_t count[200] = {0}, kept[200] = {0};
    double full[200], q1, q3;
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        if (v[i].device != device || strcmp(v[i].reason, "outlier") == 0) continue;
        count[db_bin_of(v[i].ns, 10)]++;
        kept[db_bin_of(v[i].ns, 10)] += v[i].weight > 0;
    }
    for (int b = 0; b < 200; b++)
        if (count[b]) full[m++] = (double)count[b];
    q1 = slow_quantile(full, m, 0.25);
    q3 = slow_quantile(full, m, 0.75);
    int64_t cap = (int64_t)(q3 + 1.5 * (q3 - q1));
    for (int b = 0; b < 200; b++) assert_int_equal(kept[b], count[b] < cap ? count[b] : cap);
}

static void random_data_obeys_the_design(void **state) {
    (void)state;
    static seen v[2 * KERNELS * SAMPLES];
    int64_t outliers = 0, capped = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        db *d = random_campaign("random.db", seed, false);
        db_balance_stats b = balance(d);
        size_t n = read_all(d, v);
        assert_int_equal(b.rows, n);
        for (size_t i = 0; i < n; i++) {
            assert_int_equal(strcmp(v[i].reason, "outlier") == 0, slow_is_outlier(v, n, &v[i]));
            assert_true(v[i].weight == (*v[i].reason ? 0.0 : 1.0));
        }
        check_bins(v, n, 1);
        check_bins(v, n, 2);
        outliers += b.outliers;
        capped += b.capped;
        db_close(d);
    }
    assert_true(outliers > 10 && capped > 10); /* the data exercises both rules */
}

/* A fingerprint of all verdicts by meaning, not by row id. */
static int64_t fingerprint(db *d, char **out) {
    lp_err e;
    must(db_get_text(
             d, &e, out,
             "SELECT group_concat(x, ';') FROM (SELECT v.name || k.path || s.idx || weight ||"
             " coalesce(weight_reason, '') AS x FROM timing t JOIN device v ON v.id = t.device_id"
             " JOIN sample s ON s.id = t.sample_id JOIN kernel k ON k.id = s.kernel_id"
             " ORDER BY v.name, k.path, s.idx)",
             ""),
         &e);
    return num(d, "SELECT count(*) FROM timing");
}

static void same_choice_in_any_order_and_again(void **state) {
    (void)state;
    char *a = NULL, *b = NULL, *again = NULL, *other = NULL;
    db *d = random_campaign("fwd.db", 9, false), *r = random_campaign("bwd.db", 9, true);
    balance(d);
    balance(r);
    assert_int_equal(fingerprint(d, &a), fingerprint(r, &b));
    assert_string_equal(a, b);
    int64_t changes = sqlite3_total_changes64(db_handle(d));
    sql(d, "DELETE FROM wanted"); /* is rewritten */
    balance(d);
    fingerprint(d, &again);
    assert_string_equal(a, again);
    changes = sqlite3_total_changes64(db_handle(d)) - changes;
    assert_true(changes <=
                3 * num(d, "SELECT count(*) FROM wanted")); /* no timing was written again */
    campaign.seed = 77;
    balance(d);
    campaign.seed = 1;
    fingerprint(d, &other);
    assert_string_not_equal(a, other);
    free(a);
    free(b);
    free(again);
    free(other);
    db_close(d);
    db_close(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_outliers_within_a_kernel),
        cmocka_unit_test(leaves_small_groups_alone),
        cmocka_unit_test(caps_full_bins_and_lists_empty_ones),
        cmocka_unit_test(leaves_other_policies_alone),
        cmocka_unit_test(nothing_to_balance),
        cmocka_unit_test(random_data_obeys_the_design),
        cmocka_unit_test(same_choice_in_any_order_and_again),
    };
    return cmocka_run_group_tests(tests, campaign_setup, campaign_teardown);
}
