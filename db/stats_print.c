/* Statistics of a campaign for people: counts, and bars for the time histogram.
 *
 * Input: the object of stats.c. Output: lines of at most 80 columns. Computes nothing but widths.
 */
#include <string.h>

#include "db/ops.h"

enum { BAR_CELLS = 18, MAX_BARS = 24 };

static long long get(const json_t *o, const char *key) {
    return (long long)lp_json_i64(o, key, 0);
}

static void print_reasons(FILE *out, const json_t *reasons) {
    const char *name;
    json_t *n;
    json_object_foreach((json_t *)reasons, name, n) {
        fprintf(out, "             %6lld %s\n", (long long)json_integer_value(n), name);
    }
}

static void print_campaign(FILE *out, const json_t *stats) {
    const json_t *c = json_object_get(stats, "campaign"), *k = json_object_get(stats, "kernels");
    const char *plan = lp_json_str(c, "plan_hash", NULL);
    if (json_object_size(c) > 0)
        fprintf(out, "campaign     %s, seed %lld, %s%s\n", lp_json_str(c, "name", "?"),
                get(c, "seed"), plan ? "plan " : "not planned yet", plan ? plan : "");
    fprintf(out, "kernels      %lld found, %lld kept in %lld families, %lld skipped\n",
            get(k, "found"), get(k, "kept"), get(k, "families"), get(k, "skipped"));
    print_reasons(out, json_object_get(k, "skipped_by_reason"));
    fprintf(out, "samples      %lld planned\n", get(json_object_get(stats, "samples"), "planned"));
}

void db_format_ns(char out[16], double ns) {
    static const char *const units[] = {"ns", "us", "ms", "s"};
    size_t u = 0;
    while (ns >= 999.5 && u < 3) {
        ns /= 1000;
        u++;
    }
    snprintf(out, 16, "%.*f %s", ns < 9.995 ? 2 : ns < 99.95 ? 1 : 0, ns, units[u]);
}

void db_add_ns(lp_text *out, double ns) {
    char shown[16];
    db_format_ns(shown, ns);
    lp_text_add(out, shown);
}

/* A bar of n cells of `most` times BAR_CELLS, padded; something that is there shows at least one
 * cell. */
static void print_bar(FILE *out, long long n, long long most) {
    int cells = most > 0 ? (int)((double)n * BAR_CELLS / (double)most + 0.5) : 0;
    if (n > 0 && cells == 0) cells = 1;
    for (int i = 0; i < BAR_CELLS; i++) fputc(i < cells ? '#' : ' ', out);
}

typedef struct bar {
    long long lo_ns, hi_ns, before, after;
} bar;

/* Neighbouring bins share a bar where there are more than fit a screen. Returns the number of bars.
 */
static size_t fold(const json_t *bins, bar bars[MAX_BARS]) {
    size_t n = json_array_size(bins), each = (n + MAX_BARS - 1) / MAX_BARS;
    for (size_t i = 0; i < n; i++) {
        const json_t *b = json_array_get(bins, i);
        bar *to = &bars[i / each];
        if (i % each == 0) *to = (bar){.lo_ns = get(b, "lo_ns")};
        to->hi_ns = get(b, "hi_ns");
        to->before += get(b, "before");
        to->after += get(b, "after");
    }
    return n ? (n - 1) / each + 1 : 0;
}

static void print_histogram(FILE *out, const json_t *device) {
    bar bars[MAX_BARS];
    size_t n = fold(json_object_get(device, "histogram"), bars);
    long long most = 0;
    if (n == 0) return;
    for (size_t i = 0; i < n; i++)
        if (bars[i].before > most) most = bars[i].before;
    fprintf(out, "%-24s%-*s after balancing\n", "times", BAR_CELLS + 8, "before");
    for (size_t i = 0; i < n; i++) {
        char lo[16], hi[16];
        db_format_ns(lo, (double)bars[i].lo_ns);
        db_format_ns(hi, (double)bars[i].hi_ns);
        fprintf(out, "%9s - %-9s   ", lo, hi);
        print_bar(out, bars[i].before, most);
        fprintf(out, " %-7lld ", bars[i].before);
        print_bar(out, bars[i].after, most);
        fprintf(out, " %lld\n", bars[i].after);
    }
}

static void print_classes(FILE *out, const json_t *device) {
    const char *name, *comma = "";
    json_t *c;
    fprintf(out, "classes      ");
    json_object_foreach(json_object_get(device, "classes"), name, c) {
        fprintf(out, "%s%s %lld -> %lld", comma, name, get(c, "before"), get(c, "after"));
        comma = ", ";
    }
    fprintf(out, " (balancing)\n");
}

static void print_probes(FILE *out, const json_t *device) {
    const json_t *p = json_object_get(device, "probes");
    if (get(p, "probed") == 0) return;
    fprintf(out, "probes       %lld kernels: %lld clean, %lld repaired, %lld quarantined\n",
            get(p, "probed"), get(p, "clean"), get(p, "repaired"), get(p, "quarantined"));
    print_reasons(out, json_object_get(device, "quarantined_by_reason"));
}

static void print_runs(FILE *out, const json_t *device) {
    const json_t *r = json_object_get(device, "runs");
    if (get(r, "n") == 0) return;
    fprintf(out, "runs         %lld", get(r, "n"));
    if (get(r, "unfinished") > 0) fprintf(out, " (%lld without an end)", get(r, "unfinished"));
    fprintf(out, ": %.1f samples/s in %.1f s, device busy %.1f %%\n",
            lp_json_num(r, "samples_per_s", 0), lp_json_num(r, "wall_s", 0),
            100 * lp_json_num(r, "busy_share", 0));
}

static void print_device(FILE *out, const json_t *v) {
    const json_t *s = json_object_get(v, "samples"), *b = json_object_get(v, "balance");
    fprintf(out, "\ndevice       %s (%s, %lld compute units, driver %s)\n",
            lp_json_str(v, "name", "?"), lp_json_str(v, "type", "?"), get(v, "compute_units"),
            lp_json_str(v, "driver", "?"));
    print_probes(out, v);
    fprintf(out, "samples      %lld timed, %lld failed, %lld to do\n", get(s, "timed"),
            get(s, "failed"), get(s, "pending"));
    print_reasons(out, json_object_get(v, "failed_by_reason"));
    print_runs(out, v);
    if (get(s, "timed") == 0) return;
    print_classes(out, v);
    fprintf(out, "balance      %lld kept, %lld outliers, %lld capped", get(b, "kept"),
            get(b, "outliers"), get(b, "capped"));
    if (get(b, "unbalanced") > 0) fprintf(out, ", %lld not balanced yet", get(b, "unbalanced"));
    fprintf(out, "; %lld time ranges wanted\n", get(b, "wanted_bins"));
    print_histogram(out, v);
}

static void print_split(FILE *out, const json_t *split) {
    const char *name;
    json_t *p;
    long long families = 0;
    json_object_foreach((json_t *)split, name, p) families += get(p, "families");
    if (families == 0) return;
    fprintf(out, "\n");
    json_object_foreach((json_t *)split, name, p) {
        fprintf(out, "%-12s %lld families; %lld samples of %lld kernels, %lld after balancing\n",
                name, get(p, "families"), get(p, "samples"), get(p, "kernels"), get(p, "kept"));
    }
}

void db_stats_print(const json_t *stats, FILE *out) {
    const json_t *devices = json_object_get(stats, "devices");
    print_campaign(out, stats);
    for (size_t i = 0; i < json_array_size(devices); i++)
        print_device(out, json_array_get(devices, i));
    print_split(out, json_object_get(stats, "split"));
}
