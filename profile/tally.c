/* Counts of a run and their table.
 *
 * In: events. Out: text for people. Reads no database: `llmperf db stats` tells about the whole
 * campaign. */
#include "profile/tally.h"

#include <string.h>

static const char *const class_names[3] = {"idle", "under", "saturated"};
static const char *const flag_names[4] = {"noisy", "outliers", "drift", "bimodal"};

void prof_tally_timed(prof_tally *t, const prof_stored *s) {
    t->timed++;
    for (int i = 0; i < 3; i++) t->classes[i] += strcmp(class_names[i], s->class_) == 0;
    for (int i = 0; i < 4; i++) t->flags[i] += (s->flags >> i) & 1;
}

int64_t prof_tally_failures(const prof_tally *t) {
    int64_t n = 0;
    for (int i = 0; i < PROF_N_REASONS; i++) n += t->failed[i];
    return n;
}

int64_t prof_tally_quarantined(const prof_tally *t) {
    int64_t n = 0;
    for (int i = 0; i < PROF_N_DANGERS; i++) n += t->quarantined[i];
    return n;
}

/* The most frequent reason not yet told, or none. */
static int next_reason(const prof_tally *t, const bool *told) {
    int most = -1;
    for (int i = 0; i < PROF_N_REASONS; i++)
        if (t->failed[i] && !told[i] && (most < 0 || t->failed[i] > t->failed[most])) most = i;
    return most;
}

void prof_tally_note(const prof_tally *t, double busy_share, lp_text *out) {
    enum { REASONS_TOLD = 3 };
    bool told[PROF_N_REASONS] = {false};
    lp_text_addf(out, "busy %.0f %%, %lld failed", 100 * busy_share,
                 (long long)prof_tally_failures(t));
    for (int n = 0, i; n < REASONS_TOLD && (i = next_reason(t, told)) >= 0; n++) {
        told[i] = true;
        lp_text_addf(out, "%s%lld %s", n ? ", " : " (", (long long)t->failed[i],
                     prof_reason_code((prof_reason)i));
    }
    if (next_reason(t, told) >= 0) lp_text_add(out, ", others");
    if (prof_tally_failures(t) > 0) lp_text_add(out, ")");
}

static void row(FILE *out, const char *name, int64_t n, const char *remark) {
    fprintf(out, "%-24s %9lld%s%s\n", name, (long long)n, *remark ? "   " : "", remark);
}

/* Counts that are mostly zero show only when they are not. */
static void row_if(FILE *out, const char *name, int64_t n, const char *remark) {
    if (n) row(out, name, n, remark);
}

void prof_tally_print_probes(FILE *out, const prof_tally *t) {
    char name[64], time[32];
    snprintf(time, sizeof time, "in %.1f s", t->probes_s);
    row_if(out, "not probed", t->unprobed, "no small launches are planned for these kernels");
    if (t->probed == 0) return;
    row(out, "kernels probed", t->probed, time);
    row(out, "  clean", t->clean, "");
    row(out, "  repaired", t->repaired, "longer buffers made them clean");
    row(out, "  quarantined", prof_tally_quarantined(t), "");
    for (int i = 0; i < PROF_N_DANGERS; i++) {
        snprintf(name, sizeof name, "    %s", prof_danger_code((prof_danger)i));
        row_if(out, name, t->quarantined[i], prof_danger_text((prof_danger)i));
    }
    row_if(out, "  by guard zones only", t->probe_plain, "they could not be instrumented");
}

static void share(FILE *out, const char *name, double s, double wall_s) {
    if (s > 0 && wall_s > 0) fprintf(out, "%-24s %8.1f %%\n", name, 100 * s / wall_s);
}

void prof_tally_print(FILE *out, const prof_tally *t, double wall_s, double busy_share) {
    char name[64];
    prof_tally_print_probes(out, t);
    row(out, "timed", t->timed, "");
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "  class %s", class_names[i]);
        row(out, name, t->classes[i], "");
    }
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "  flag %s", flag_names[i]);
        row_if(out, name, t->flags[i], "");
    }
    row(out, "failed", prof_tally_failures(t), "");
    for (int i = 0; i < PROF_N_REASONS; i++) {
        snprintf(name, sizeof name, "  %s", prof_reason_code((prof_reason)i));
        row_if(out, name, t->failed[i], prof_reason_text((prof_reason)i));
    }
    row_if(out, "also timed cold", t->cold, "");
    row_if(out, "timed twice", t->retimed, "in a fresh process");
    row_if(out, "timed again after drift", t->redone, "");
    row_if(out, "epochs", t->epochs > 1 ? t->epochs : 0,
           "a sentinel kernel moved by more than 2 %");
    fprintf(out, "%-24s %9.1f\n", "samples/s", wall_s > 0 ? (double)t->timed / wall_s : 0.0);
    fprintf(out, "%-24s %8.1f %%   of %.1f s in kernels\n", "device busy", 100 * busy_share,
            wall_s);
    share(out, "  waiting for builds", t->builds_s, wall_s);
    share(out, "  loading programs", t->loads_s, wall_s);
    share(out, "  filling buffers", t->fills_s, wall_s);
    share(out, "  between launches", t->launches_s, wall_s);
}
