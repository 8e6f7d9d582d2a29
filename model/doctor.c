/* What is wrong with a model, judged by measured launches.
 *
 * In: rows of a validation, the campaign's counts of training data. Out: findings. The limits are
 * rules of thumb, each beside the check that has it; prints nothing and changes nothing. */
#include "model/doctor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/groups.h"

#define MIN_ROWS ((size_t)10) /* fewer decide nothing */

const char *const mdl_verdict_names[] = {"fine", "trouble", "undecided"};

static mdl_finding *add(mdl_findings *f, const char *name, mdl_verdict verdict) {
    f->v = lp_grow(f->v, &f->cap, f->n + 1, sizeof *f->v);
    f->v[f->n] = (mdl_finding){.name = name, .verdict = verdict};
    return &f->v[f->n++];
}

/* ---- figures ---- */

/* Mean and standard deviation of n >= 1 values. */
typedef struct moments {
    double mean, deviation;
} moments;

static moments moments_of(const double *v, size_t n) {
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++) sum += v[i];
    double mean = sum / (double)n;
    for (size_t i = 0; i < n; i++) squares += (v[i] - mean) * (v[i] - mean);
    return (moments){mean, sqrt(squares / (double)n)};
}

/* log2 of measured and predicted times. */
static void logs_of(const mdl_validation *v, double *measured, double *predicted) {
    for (size_t i = 0; i < v->n; i++) {
        measured[i] = log2(v->rows[i].measured_us);
        predicted[i] = log2(v->rows[i].median_us);
    }
}

/* Timed samples that training saw, of a pattern and of a class (NULL: any); where the campaign is
 * not split, all of them. */
static int count_trained(const mdl_case *c, const char *pattern, const char *class_, int64_t *n,
                         lp_err *e) {
    return db_get_i64(c->d, e, n, 0,
                      "SELECT count(*) FROM timing t JOIN sample s ON s.id = t.sample_id"
                      " JOIN kernel k ON k.id = s.kernel_id WHERE t.policy = 'warm'"
                      " AND (?1 IS NULL OR k.pattern = ?1) AND (?2 IS NULL OR t.class = ?2)"
                      " AND (NOT EXISTS (SELECT 1 FROM split) OR k.id IN"
                      " (SELECT id FROM kernel WHERE " DB_FAMILY " IN"
                      " (SELECT family FROM split WHERE part = 'train')))",
                      "tt", pattern, class_);
}

/* ---- campaigns that would help ---- */

/* Keys of synthesis.shares, and the patterns that they make. */
static const struct {
    const char *key, *pattern;
} shares[] = {
    {"direct", "direct"},
    {"bounds_check", "bounds-check"},
    {"grid_stride", "grid-stride"},
    {"tiling", "tiling"},
    {"offset_stride", "offset-stride"},
    {"indirect", "indirect"},
    {"reduction", "reduction"},
    {"stencil", "stencil"},
    {"composite", "composite"},
};
enum { N_SHARES = sizeof shares / sizeof *shares };

/* Nothing for a pattern that the grammar does not make. */
static void pattern_campaign(lp_text *t, const char *pattern) {
    int which = 0;
    while (which < N_SHARES && strcmp(shares[which].pattern, pattern) != 0) which++;
    if (which == N_SHARES) return;
    lp_text_addf(t,
                 "# Kernels with the access pattern %s, which a model predicts badly.\n"
                 "name: more-%s\n\nsynthesis:\n  count: 300\n  seed: 2\n"
                 "  shares:\n",
                 pattern, pattern);
    for (int i = 0; i < N_SHARES; i++) lp_text_addf(t, "    %s: %d\n", shares[i].key, i == which);
    lp_text_add(t, "\nlaunch:\n  per_kernel: 12\n");
}

static void saturated_campaign(lp_text *t) {
    lp_text_add(t, "# Large launches: more than 40 work-groups a compute unit, long times.\n"
                   "name: more-saturated\n\nsynthesis:\n  count: 200\n"
                   "  seed: 3\n  shares:\n    long_loops: 60\n\nlaunch:\n  per_kernel: 12\n"
                   "  shares: {idle: 0.05, under: 0.15, saturated: 0.8}\n");
}

/* ---- checks ---- */

/* All predictions are alike: the model does not see what it was trained on. */
static int check_spread(const mdl_case *c, mdl_findings *out, lp_err *e) {
    const double least = 0.25, share = 0.15; /* in log2; of the measured spread */
    size_t n = c->v->n;
    double *m = lp_alloc(n, sizeof *m), *p = lp_alloc(n, sizeof *p);
    (void)e;
    logs_of(c->v, m, p);
    moments measured = moments_of(m, n), predicted = moments_of(p, n);
    free(m);
    free(p);
    bool decided = n >= MIN_ROWS && measured.deviation >= least;
    bool alike = predicted.deviation < share * measured.deviation;
    mdl_finding *f = add(out, "predictions differ",
                         !decided ? MDL_UNDECIDED
                         : alike  ? MDL_TROUBLE
                                  : MDL_FINE);
    lp_text_addf(&f->evidence, "%zu times spread by %.2f in log2, their predictions by %.2f", n,
                 measured.deviation, predicted.deviation);
    if (f->verdict == MDL_TROUBLE)
        lp_text_addf(&f->advice,
                     "all predictions are about %.3g us: the prompt is not the one that the model "
                     "was trained on (perf_head.prompt, tokenizer.json, the version that exported "
                     "the data set), or training has failed",
                     exp2(predicted.mean));
    return 0;
}

/* Whether predictions follow the launch within a kernel. */
static int check_order(const mdl_case *c, mdl_findings *out, lp_err *e) {
    const double least = 0.5;
    lp_metrics m;
    (void)e;
    mdl_metrics_above(c->v, 0, &m);
    bool decided = m.n_ranked >= 3;
    bool disorder = m.rank < least;
    mdl_finding *f = add(out, "order within kernels",
                         !decided   ? MDL_UNDECIDED
                         : disorder ? MDL_TROUBLE
                                    : MDL_FINE);
    lp_text_addf(&f->evidence, "rank correlation %.2f over %zu kernels", m.n_ranked ? m.rank : 0,
                 m.n_ranked);
    if (f->verdict == MDL_TROUBLE)
        lp_text_add(&f->advice,
                    "predictions do not follow sizes and launches: are features and "
                    "number embedding on, does training have several launches a kernel?");
    return 0;
}

/* Log errors of the rows of a pattern, or of all others. */
static size_t errors_of(const mdl_validation *v, const char *pattern, bool others, double *out) {
    size_t n = 0;
    for (size_t i = 0; i < v->n; i++)
        if ((strcmp(v->rows[i].pattern, pattern) == 0) != others)
            out[n++] = lp_log_ratio_of(&v->rows[i]);
    return n;
}

static int report_pattern(const mdl_case *c, const char *pattern, moments own, moments rest,
                          size_t n, mdl_findings *out, lp_err *e) {
    int64_t trained = 0;
    mdl_finding *f = add(out, "errors of a pattern", MDL_TROUBLE);
    f->about = pattern;
    if (count_trained(c, pattern, NULL, &trained, e)) return -1;
    lp_text_addf(&f->evidence,
                 "%s: errors spread by %.2f in log2 over %zu samples, those of other patterns by "
                 "%.2f; %lld samples of it in the training part",
                 pattern, own.deviation, n, rest.deviation, (long long)trained);
    lp_text_addf(&f->advice, "add kernels of this pattern to the training data and train again");
    pattern_campaign(&f->campaign, pattern);
    return 0;
}

/* A pattern whose errors spread far more than those of others: the model has not seen it. */
static int check_patterns(const mdl_case *c, mdl_findings *out, lp_err *e) {
    const double times = 1.75, least = 0.5;
    mdl_groups g = mdl_groups_of(c->v, MDL_BY_PATTERN);
    double *own = lp_alloc(c->v->n, sizeof *own), *rest = lp_alloc(c->v->n, sizeof *rest);
    size_t decided = 0, before = out->n;
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < g.n; i++) {
        size_t n = errors_of(c->v, g.v[i].name, false, own);
        size_t others = errors_of(c->v, g.v[i].name, true, rest);
        if (n < MIN_ROWS || others < MIN_ROWS) continue;
        moments a = moments_of(own, n), b = moments_of(rest, others);
        decided++;
        if (a.deviation > least && a.deviation > times * b.deviation)
            rc = report_pattern(c, g.v[i].name, a, b, n, out, e);
    }
    if (rc == 0 && out->n == before) {
        mdl_finding *f = add(out, "errors of a pattern", decided ? MDL_FINE : MDL_UNDECIDED);
        lp_text_addf(&f->evidence, "%zu of %zu patterns have %zu samples or more", decided, g.n,
                     MIN_ROWS);
    }
    free(own);
    free(rest);
    mdl_groups_free(&g);
    return rc;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The longest tenth is underestimated, more than the rest: training has too few large launches. */
static int check_peaks(const mdl_case *c, mdl_findings *out, lp_err *e) {
    const double low = -0.4, beyond_rest = 0.25; /* log2 */
    const mdl_validation *v = c->v;
    double *m = lp_alloc(v->n, sizeof *m);
    double peaks = 0, rest = 0;
    size_t n_peaks = 0;
    int64_t saturated = 0, all = 0;
    for (size_t i = 0; i < v->n; i++) m[i] = v->rows[i].measured_us;
    qsort(m, v->n, sizeof *m, ascending);
    double limit = m[v->n - 1 - v->n / 10];
    free(m);
    for (size_t i = 0; i < v->n; i++) {
        bool peak = v->rows[i].measured_us >= limit;
        n_peaks += peak;
        *(peak ? &peaks : &rest) += lp_log_ratio_of(&v->rows[i]);
    }
    peaks /= (double)n_peaks;
    rest = v->n > n_peaks ? rest / (double)(v->n - n_peaks) : 0;
    if (count_trained(c, NULL, "saturated", &saturated, e) || count_trained(c, NULL, NULL, &all, e))
        return -1;
    bool decided = n_peaks >= MIN_ROWS, under = peaks < low && peaks < rest - beyond_rest;
    mdl_finding *f = add(out, "long times",
                         !decided ? MDL_UNDECIDED
                         : under  ? MDL_TROUBLE
                                  : MDL_FINE);
    lp_text_addf(&f->evidence,
                 "the longest %zu, from %.4g us, are off by %+.2f in log2, the others by %+.2f; "
                 "%lld of %lld training samples are saturated",
                 n_peaks, limit, peaks, rest, (long long)saturated, (long long)all);
    if (f->verdict != MDL_TROUBLE) return 0;
    lp_text_add(&f->advice, "peaks are underestimated: add saturated launches to the training data "
                            "and train again");
    saturated_campaign(&f->campaign);
    return 0;
}

/* Intervals cover what they are meant to. */
static int check_coverage(const mdl_case *c, mdl_findings *out, lp_err *e) {
    const double off = 0.1;
    lp_metrics m;
    (void)e;
    if (!c->v->intervals) return 0;
    mdl_metrics_above(c->v, 0, &m);
    double want = c->config->interval;
    bool narrow = m.coverage < want - off;
    bool decided = m.n >= 2 * MIN_ROWS;
    mdl_finding *f = add(out, "intervals",
                         !decided ? MDL_UNDECIDED
                         : narrow ? MDL_TROUBLE
                                  : MDL_FINE);
    lp_text_addf(&f->evidence, "%.1f %% of %zu times are within, meant are %.3g %%",
                 100 * m.coverage, m.n, 100 * want);
    if (f->verdict == MDL_TROUBLE)
        lp_text_add(&f->advice, "intervals are too narrow: calibrate (llmperf validate "
                                "--fit-calibration), or train their quantiles on unseen families");
    return 0;
}

/* Everything is off in one direction: what calibration is for. */
static int check_bias(const mdl_case *c, mdl_findings *out, lp_err *e) {
    const double off = 0.2;
    lp_metrics m;
    (void)e;
    mdl_metrics_above(c->v, 0, &m);
    bool biased = fabs(m.bias) > off;
    mdl_finding *f = add(out, "bias",
                         m.n < 2 * MIN_ROWS ? MDL_UNDECIDED
                         : biased           ? MDL_TROUBLE
                                            : MDL_FINE);
    lp_text_addf(&f->evidence, "predictions are %.3g times the measured times in the (log) mean",
                 exp2(m.bias));
    if (f->verdict == MDL_TROUBLE)
        lp_text_add(&f->advice, "is this the device that the model was trained for? If so, llmperf "
                                "validate --fit-calibration");
    return 0;
}

/* Launches outside of what training has seen. */
static int check_unlike(const mdl_case *c, mdl_findings *out, lp_err *e) {
    const double share = 0.2;
    size_t n = 0;
    const char *first = NULL;
    (void)e;
    if (!c->config->feature_lo) return 0;
    for (size_t i = 0; i < c->v->n; i++) {
        if (!c->v->rows[i].unlike) continue;
        if (!first) first = c->v->rows[i].unlike;
        n++;
    }
    bool many = (double)n > share * (double)c->v->n;
    mdl_finding *f = add(out, "like the training data",
                         c->v->n < MIN_ROWS ? MDL_UNDECIDED
                         : many             ? MDL_TROUBLE
                                            : MDL_FINE);
    lp_text_addf(&f->evidence, "%zu of %zu samples are outside of its ranges%s%s", n, c->v->n,
                 first ? ", the first: " : "", first ? first : "");
    if (f->verdict == MDL_TROUBLE)
        lp_text_add(&f->advice, "train on a campaign that covers these launches");
    return 0;
}

int mdl_doctor(const mdl_case *c, mdl_findings *out, lp_err *e) {
    static int (*const checks[])(const mdl_case *c, mdl_findings *out, lp_err *e) = {
        check_spread, check_order,    check_patterns, check_peaks,
        check_bias,   check_coverage, check_unlike,
    };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (checks[i](c, out, e)) return -1;
    return 0;
}

void mdl_findings_free(mdl_findings *f) {
    for (size_t i = 0; i < f->n; i++) {
        lp_text_free(&f->v[i].evidence);
        lp_text_free(&f->v[i].advice);
        lp_text_free(&f->v[i].campaign);
    }
    free(f->v);
    *f = (mdl_findings){0};
}
