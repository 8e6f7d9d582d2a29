/* The summary of a plan on stdout. Input: a gen_plan. Output: a few lines that end with `plan
 * HASH`, or one line of JSON. Does not compute anything. */
#include "gen/summary.h"

#include <string.h>

#include "common/json.h"
#include "common/log.h"
#include "common/text.h"

static void print_left_out(const gen_counts *c) {
    for (int r = 0; r < GEN_N_REASONS; r++)
        if (c->left_out[r])
            printf("            %lld %s: %s\n", (long long)c->left_out[r],
                   gen_reason_code((gen_reason)r), gen_reason_text((gen_reason)r));
}

static void print_kernels(const gen_plan *p) {
    printf("kernels     %lld planned of %lld in the database", (long long)p->chosen,
           (long long)p->found);
    if (p->found > p->usable)
        printf("; %lld skipped by analyze", (long long)(p->found - p->usable));
    if (p->usable > p->chosen)
        printf("; %lld beyond corpus.limit", (long long)(p->usable - p->chosen));
    if (p->empty) printf("; %lld without a sample", (long long)p->empty);
    putchar('\n');
}

static void print_probes(const gen_plan *p, const lp_campaign *c) {
    printf("\nprobes      %lld launches", (long long)p->probes);
    if (c->probe_samples == 0) printf(" (probe.samples is 0)");
    if (p->unprobed)
        printf("; %lld kernels whose conditions allow none under probe.global_max",
               (long long)p->unprobed);
    putchar('\n');
}

static void print_changes(const gen_plan *p) {
    const gen_changes *x = &p->changes;
    if (!p->changed)
        printf("database    up to date, nothing changed\n");
    else
        printf("database    %lld samples added, %lld replaced or dropped, %lld kept\n",
               (long long)x->added, (long long)x->removed, (long long)x->kept);
}

int gen_print_summary(const gen_plan *p, const lp_campaign *c) {
    if (lp_log_get_level() > LP_LOG_QUIET) {
        print_kernels(p);
        printf("samples     %lld (%s)", (long long)p->counts.planned,
               c->strategy == LP_STRATEGY_NAIVE ? "naive" : "memory-analysis");
        int64_t left_out = gen_counts_left_out(&p->counts);
        if (left_out) printf(", %lld left out:", (long long)left_out);
        putchar('\n');
        print_left_out(&p->counts);
        printf("classes     ");
        for (int i = 0; i < GEN_N_CLASSES; i++)
            printf("%s%s %lld", i ? ", " : "", gen_class_names[i], (long long)p->counts.classes[i]);
        if (p->counts.moved)
            printf(" (%lld moved from a class without room)", (long long)p->counts.moved);
        print_probes(p, c);
        printf("target      %lld compute units, work-groups up to %lld, %lld bytes of local "
               "memory (%s)\n",
               (long long)p->limits.nsm, (long long)p->limits.max_work_group,
               (long long)p->limits.local_mem_bytes, p->device ? p->device : "from the campaign");
        print_changes(p);
    }
    printf("plan %s\n", p->hash);
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : -1;
}

static json_t *left_out_json(const gen_counts *c) {
    json_t *o = json_object();
    for (int r = 0; r < GEN_N_REASONS; r++)
        if (c->left_out[r])
            json_object_set_new(o, gen_reason_code((gen_reason)r), json_integer(c->left_out[r]));
    return o;
}

static json_t *classes_json(const gen_counts *c) {
    json_t *o = json_object();
    for (int i = 0; i < GEN_N_CLASSES; i++)
        json_object_set_new(o, gen_class_names[i], json_integer(c->classes[i]));
    return o;
}

int gen_print_json(const gen_plan *p, const lp_campaign *c) {
    /* The name may come out of a damaged database. */
    const char *device =
        p->device && lp_utf8_valid(p->device, strlen(p->device)) ? p->device : NULL;
    json_t *j = json_pack(
        "{s:s, s:i, s:s, s:b, s:{s:I, s:I, s:I, s:I}, s:{s:I, s:I, s:I, s:I, s:I, s:I}, s:o, s:o,"
        " s:{s:I, s:I, s:I, s:s?}, s:{s:I, s:I}}",
        "plan", p->hash, "plan_version", GEN_PLAN_VERSION, "strategy",
        c->strategy == LP_STRATEGY_NAIVE ? "naive" : "memory-analysis", "changed", (int)p->changed,
        "kernels", "found", (json_int_t)p->found, "usable", (json_int_t)p->usable, "planned",
        (json_int_t)p->chosen, "without_samples", (json_int_t)p->empty, "samples", "planned",
        (json_int_t)p->counts.planned, "left_out", (json_int_t)gen_counts_left_out(&p->counts),
        "moved", (json_int_t)p->counts.moved, "added", (json_int_t)p->changes.added, "removed",
        (json_int_t)p->changes.removed, "kept", (json_int_t)p->changes.kept, "classes",
        classes_json(&p->counts), "left_out", left_out_json(&p->counts), "target", "compute_units",
        (json_int_t)p->limits.nsm, "max_work_group", (json_int_t)p->limits.max_work_group,
        "local_mem_bytes", (json_int_t)p->limits.local_mem_bytes, "device", device, "probes",
        "planned", (json_int_t)p->probes, "kernels_without", (json_int_t)p->unprobed);
    if (!j) LP_BUG("the summary cannot be written as JSON");
    int rc = lp_json_print_line(j);
    json_decref(j);
    return rc || fflush(stdout) != 0 ? -1 : 0;
}
