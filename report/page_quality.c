/* quality.html: how far the times can be trusted.
 *
 * In: what quality_*.c makes of the campaign. Out: a page. */
#include <math.h>

#include "report/quality.h"

const rep_range rep_ranges[REP_RANGES] = {
    {"below 10 us", 1e4}, {"10 - 30 us", 3e4}, {"30 - 100 us", 1e5}, {"from 100 us", INFINITY}};

int rep_range_of(double ns) {
    int i = 0;
    while (ns >= rep_ranges[i].below_ns) i++;
    return i;
}

int rep_page_quality(rep *r, lp_text *out, lp_err *e) {
    static const struct {
        const char *title;
        int (*add)(rep *r, lp_text *out, lp_err *e);
        bool timed; /* makes sense only where something is timed */
    } parts[] = {
        {"Failures", rep_quality_failures, false},  {"Precision", rep_quality_precision, true},
        {"Repeatability", rep_quality_again, true}, {"Drift", rep_quality_drift, true},
        {"Flags", rep_quality_flags, true},         {"Cold cache", rep_quality_cold, true},
        {"Runs", rep_quality_runs, false}};
    if (r->n_times > 0)
        rep_para(out, "Failures and runs of all devices; timings of %s.", r->devices[0].name);
    else
        rep_absent(out, "There is no word on precision, repeatability and drift: nothing is timed "
                        "yet.");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].timed && r->n_times == 0) continue;
        rep_section(out, parts[i].title);
        if (parts[i].add(r, out, e) != 0) return -1;
    }
    return 0;
}
