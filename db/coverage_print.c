/* The coverage report for people.
 *
 * Input: the object of coverage.c. Output: tables and sentences. Computes nothing but widths. */
#include <stdlib.h>
#include <string.h>

#include "db/ops.h"

static const char *const set_names[] = {"handwritten", "synthesised", "imported"};
static const char *const set_words[] = {"hand-written", "synthesised", "imported"};
enum { N_SETS = sizeof set_names / sizeof *set_names };

static long long get(const json_t *o, const char *key) {
    return (long long)lp_json_i64(o, key, 0);
}

static void print_sets(FILE *out, const json_t *sets) {
    for (int i = 0; i < N_SETS; i++) {
        const json_t *s = json_object_get(sets, set_names[i]);
        fprintf(out, "%-13s%lld kernels in %lld families", set_words[i], get(s, "kernels"),
                get(s, "families"));
        if (get(s, "skipped")) fprintf(out, "; %lld more skipped by analyze", get(s, "skipped"));
        if (get(s, "left_out"))
            fprintf(out, "; %lld left out (nothing is accessed, or a feature has no value)",
                    get(s, "left_out"));
        fputc('\n', out);
    }
}

/* At most seven characters: 0.25, 12.5, 65536, 4.2e+09. */
static void print_number(FILE *out, const json_t *v) {
    char text[32];
    double x = json_number_value(v);
    if (json_is_null(v)) {
        fprintf(out, "%9s", "-");
        return;
    }
    snprintf(text, sizeof text,
             x >= 1e6                                ? "%.1e"
             : x == (double)(long long)x || x >= 100 ? "%.0f"
                                                     : "%.3g",
             x);
    fprintf(out, "%9s", text);
}

static void print_quantiles(FILE *out, const json_t *coverage) {
    const json_t *features = json_object_get(coverage, "features");
    const json_t *sets = json_object_get(coverage, "sets");
    const char *const columns[] = {"p10", "median", "p90", "max"};
    fprintf(out, "\n%-34s%9s%9s%9s%9s\n", "features", "10 %", "median", "90 %", "largest");
    for (size_t f = 0; f < json_array_size(features); f++) {
        const json_t *feature = json_array_get(features, f);
        for (int s = 0; s < N_SETS; s++) {
            const json_t *set = json_object_get(sets, set_names[s]);
            const json_t *q = json_object_get(json_object_get(set, "quantiles"),
                                              lp_json_str(feature, "name", ""));
            if (get(set, "kernels") == 0) continue;
            fprintf(out, "%-20s%-14s", s ? "" : lp_json_str(feature, "words", "?"), set_words[s]);
            for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
                print_number(out, json_object_get(q, columns[i]));
            fputc('\n', out);
        }
    }
}

static void print_distances(FILE *out, const json_t *distance) {
    static const struct {
        const char *key, *words;
    } rows[] = {{"imported_to_ours", "imported kernels, to ours"},
                {"imported_to_handwritten", "  to the hand-written ones alone"},
                {"imported_to_synthesised", "  to the synthesised ones alone"},
                {"imported_families_to_ours", "imported families, to ours"},
                {"handwritten_families", "hand-written families, to the next"}};
    fprintf(out, "\n%-43s%9s%9s%9s\n", "distance to the nearest", "median", "90 %", "largest");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const json_t *d = json_object_get(distance, rows[i].key);
        if (json_is_null(json_object_get(d, "median"))) continue;
        fprintf(out, "%-43s", rows[i].words);
        print_number(out, json_object_get(d, "median"));
        print_number(out, json_object_get(d, "p90"));
        print_number(out, json_object_get(d, "max"));
        fputc('\n', out);
    }
}

static const char *words_of(const json_t *features, const char *name) {
    for (size_t i = 0; i < json_array_size(features); i++) {
        const json_t *f = json_array_get(features, i);
        if (strcmp(lp_json_str(f, "name", ""), name) == 0) return lp_json_str(f, "words", name);
    }
    return name;
}

/* Features that make a twentieth of the distances or more. */
static void print_made_of(FILE *out, const json_t *coverage) {
    const json_t *made_of = json_object_get(json_object_get(coverage, "distance"), "made_of");
    const char *name, *comma = "";
    json_t *share;
    fprintf(out, "what the distances of imported kernels are made of: ");
    json_object_foreach((json_t *)made_of, name, share) {
        if (json_number_value(share) < 0.05) continue;
        fprintf(out, "%s%s %.0f %%", comma, words_of(json_object_get(coverage, "features"), name),
                100 * json_number_value(share));
        comma = "; ";
    }
    fputc('\n', out);
}

static void print_farthest(FILE *out, const json_t *coverage) {
    const json_t *list = json_object_get(coverage, "farthest");
    if (json_array_size(list) == 0) return;
    fprintf(out, "\nfarthest imported kernels\n");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *k = json_array_get(list, i), *near = json_object_get(k, "nearest");
        const json_t *why = json_object_get(k, "why");
        fprintf(out, "%6.2f  %s:%s\n        nearest %s:%s\n        ", lp_json_num(k, "distance", 0),
                lp_json_str(k, "path", "?"), lp_json_str(k, "kernel", "?"),
                lp_json_str(near, "path", "?"), lp_json_str(near, "kernel", "?"));
        for (size_t j = 0; j < json_array_size(why); j++) {
            const json_t *w = json_array_get(why, j);
            fprintf(out, "%s%s %.4g (nearest: %.4g)", j ? "; " : "",
                    words_of(json_object_get(coverage, "features"), lp_json_str(w, "feature", "?")),
                    lp_json_num(w, "value", 0), lp_json_num(w, "nearest", 0));
        }
        fputc('\n', out);
    }
}

static void print_regions(FILE *out, const json_t *coverage) {
    const json_t *list = json_object_get(coverage, "missing");
    fprintf(
        out,
        "\n%lld imported kernels are farther from ours than hand-written families are from each "
        "other (%.2f)\n",
        get(coverage, "far"), lp_json_num(coverage, "far_beyond", 0));
    if (json_array_size(list)) fprintf(out, "regions that are missing\n");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *r = json_array_get(list, i), *k = json_object_get(r, "example");
        char ours[32] = "none of ours";
        if (get(r, "ours")) snprintf(ours, sizeof ours, "%lld of ours", get(r, "ours"));
        fprintf(out, "  %s: %lld imported, %s\n        such as %s:%s\n",
                lp_json_str(r, "words", "?"), get(r, "imported"), ours, lp_json_str(k, "path", "?"),
                lp_json_str(k, "kernel", "?"));
    }
    if (get(coverage, "far_elsewhere"))
        fprintf(out, "%lld of the far ones lie in no region that three conditions describe\n",
                get(coverage, "far_elsewhere"));
}

void db_coverage_print(const json_t *coverage, FILE *out) {
    const json_t *sets = json_object_get(coverage, "sets"),
                 *launch = json_object_get(coverage, "launch");
    print_sets(out, sets);
    if (get(coverage, "held_out"))
        fprintf(out, "held out     %lld kernels: never trained on, so they cover nothing\n",
                get(coverage, "held_out"));
    fprintf(out,
            "counts are a work-item's, at %lld work-items in groups of %lld, scalars in the "
            "middle of their ranges\n",
            get(launch, "global"), get(launch, "local"));
    print_quantiles(out, coverage);
    print_distances(out, json_object_get(coverage, "distance"));
    if (get(json_object_get(sets, "imported"), "kernels") == 0) {
        fprintf(out, "\nnothing is imported: --imported FROM compares other kernels with these\n");
        return;
    }
    print_made_of(out, coverage);
    print_farthest(out, coverage);
    print_regions(out, coverage);
}
