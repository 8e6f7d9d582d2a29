/* llmperf predict KERNEL.cl: one launch or a sweep.
 *
 * In: a source file and launches from the command line. Out: lines on stdout. Predicts nothing
 * itself (predictor.c) and infers nothing (launch.c, llmperf-analyze). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/json.h"
#include "model/cmd.h"
#include "model/kernel.h"

typedef struct launches {
    db_sample *v;
    lp_text *notes; /* one each */
    size_t n, skipped;
} launches;

static void free_launches(launches *l) {
    for (size_t i = 0; i < l->n; i++) {
        db_sample_free(&l->v[i]);
        lp_text_free(&l->notes[i]);
    }
    free(l->v);
    free(l->notes);
}

/* ---- launches ---- */

/* Options and combination i of the sweep as the words of one launch. */
static int words_of(const mdl_request *r, size_t i, int64_t *global, int64_t *local, mdl_args *args,
                    lp_err *e) {
    int rc = 0;
    *global = r->global;
    *local = r->local;
    for (size_t a = 0; rc == 0 && a < r->args.n; a++) {
        const mdl_arg *g = &r->args.v[a];
        lp_text word = {0};
        lp_text_addf(&word, g->is_length ? "%s=[%s]" : "%s=%s", g->name, g->text);
        rc = mdl_args_add(args, word.s, e);
        lp_text_free(&word);
    }
    for (size_t a = 0; rc == 0 && a < r->sweep.n; a++) {
        const char *name = r->sweep.axes[a].name;
        int64_t v = mdl_sweep_value(&r->sweep, i, a);
        lp_text word = {0};
        lp_text_addf(&word, "%s=%lld", name, (long long)v);
        if (strcmp(name, "global") == 0)
            *global = v;
        else if (strcmp(name, "local") == 0)
            *local = v;
        else
            rc = mdl_args_add(args, word.s, e);
        lp_text_free(&word);
    }
    return rc;
}

static int add_launch(const mdl_request *r, const db_kernel *k, size_t i, launches *l, lp_err *e) {
    mdl_args args = {0};
    int64_t global = 0, local = 0;
    int rc = words_of(r, i, &global, &local, &args, e);
    /* A sweep is a grid: what is no launch is left out. A single one is an error. */
    bool possible = rc == 0 && global % local == 0 && (!k->reqd_local || local == k->reqd_local);
    if (rc == 0 && r->sweep.n > 0 && !possible) {
        l->skipped++;
    } else if (rc == 0) {
        size_t at = l->n++;
        rc = mdl_launch_make(k, global, local, &args, &l->v[at], &l->notes[at], e);
    }
    mdl_args_free(&args);
    return rc;
}

static int make_launches(const mdl_request *r, const db_kernel *k, launches *l, lp_err *e) {
    size_t n = mdl_sweep_count(&r->sweep);
    int rc = 0;
    l->v = lp_alloc(n, sizeof *l->v);
    l->notes = lp_alloc(n, sizeof *l->notes);
    for (size_t i = 0; rc == 0 && i < n; i++) rc = add_launch(r, k, i, l, e);
    if (rc == 0 && l->n == 0)
        rc = lp_fail(e, "--sweep: no combination is a launch of kernel %s", k->name);
    return rc;
}

/* ---- JSON ---- */

/* The parts of a text between `separator`s that are not empty. */
static json_t *parts(const char *s, const char *separator) {
    json_t *list = json_array();
    while (s && *s) {
        const char *end = strstr(s, separator);
        size_t n = end ? (size_t)(end - s) : strlen(s);
        if (n > 0) json_array_append_new(list, json_stringn(s, n));
        s += n + (end ? strlen(separator) : 0);
    }
    return list;
}

static json_t *text_or_null(const char *s) {
    return s ? json_string(s) : json_null();
}

static json_t *args_json(const db_kernel *k, const db_sample *s) {
    json_t *list = json_array();
    for (int i = 0; i < k->n_args; i++) {
        const db_sample_arg *v = &s->args[i];
        json_t *o = json_object();
        json_object_set_new(o, "name", json_string(k->args[i].name));
        json_object_set_new(o, "elems", v->elems >= 0 ? json_integer(v->elems) : json_null());
        json_object_set_new(o, "value", text_or_null(v->value));
        json_object_set_new(o, "recipe", text_or_null(v->recipe));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *calibration_json(const mdl_request *r, const mdl_prediction *p) {
    if (!p->factor || r->calibrate == MDL_CALIBRATE_OFF) return json_null();
    json_t *o = json_object();
    json_object_set_new(o, "factor", json_real(p->factor->factor));
    json_object_set_new(o, "applied", json_boolean(r->calibrate == MDL_CALIBRATE_APPLY));
    json_object_set_new(o, "pattern", text_or_null(p->factor->pattern));
    json_object_set_new(o, "class", text_or_null(p->factor->class_));
    json_object_set_new(o, "source", json_string(p->factor->by_hand ? "hand" : "fitted"));
    return o;
}

static int print_json(const mdl_request *r, const mdl_head_config *c, const db_kernel *k,
                      const db_sample *s, const lp_text *notes, const mdl_prediction *p) {
    json_t *o = json_object();
    json_object_set_new(o, "kernel", json_string(k->name));
    json_object_set_new(o, "path", json_string(r->file));
    json_object_set_new(o, "pattern", text_or_null(k->pattern));
    json_object_set_new(o, "global", json_integer(s->global_size));
    json_object_set_new(o, "local", json_integer(s->local_size));
    json_object_set_new(o, "args", args_json(k, s));
    json_object_set_new(o, "median_us", json_real(p->median_us));
    json_object_set_new(o, "lo_us", c->interval > 0 ? json_real(p->lo_us) : json_null());
    json_object_set_new(o, "hi_us", c->interval > 0 ? json_real(p->hi_us) : json_null());
    json_object_set_new(o, "interval", c->interval > 0 ? json_real(c->interval) : json_null());
    json_object_set_new(o, "class", text_or_null(p->class_));
    json_object_set_new(o, "calibration", calibration_json(r, p));
    json_object_set_new(o, "unlike", parts(p->unlike, "; "));
    json_object_set_new(o, "notes", parts(notes->s, "\n"));
    int rc = lp_json_print_line(o);
    json_decref(o);
    return rc;
}

/* ---- text ---- */

static void print_factor(const mdl_request *r, const mdl_prediction *p) {
    const mdl_factor *f = p->factor;
    if (!f || r->calibrate == MDL_CALIBRATE_OFF) return;
    printf("  calibration  %.4g for %s, %s, %s: %s\n", f->factor,
           f->pattern ? f->pattern : "any pattern", f->class_ ? f->class_ : "any class",
           f->by_hand ? "set by hand" : "fitted",
           r->calibrate == MDL_CALIBRATE_APPLY ? "applied" : "not applied (--calibration apply)");
}

static void print_lines(const char *name, const char *lines, char end) {
    if (!lines) return;
    while (*lines) {
        size_t n = strcspn(lines, (char[]){end, 0});
        if (n > 0) printf("  %-11s  %.*s\n", name, (int)n, lines);
        lines += n + (lines[n] != 0);
        while (*lines == ' ') lines++;
        name = "";
    }
}

static void print_one(const mdl_request *r, const mdl_head_config *c, const db_kernel *k,
                      const db_sample *s, const lp_text *notes, const mdl_prediction *p) {
    printf("%s: kernel %s, global %lld, local %lld\n", r->file, k->name, (long long)s->global_size,
           (long long)s->local_size);
    printf("  time         %.4g us\n", p->median_us);
    if (c->interval > 0)
        printf("  interval     %.4g us to %.4g us (%.3g %%)\n", p->lo_us, p->hi_us,
               100 * c->interval);
    printf("  pattern      %s%s%s\n", k->pattern ? k->pattern : "-", p->class_ ? ", " : "",
           p->class_ ? p->class_ : "");
    print_factor(r, p);
    print_lines("unlike", p->unlike, ';');
    print_lines("note", notes->s, '\n');
}

static void print_heading(const mdl_request *r, const mdl_head_config *c) {
    printf("%12s %6s", "GLOBAL", "LOCAL");
    for (size_t a = 0; a < r->sweep.n; a++)
        if (strcmp(r->sweep.axes[a].name, "global") != 0 &&
            strcmp(r->sweep.axes[a].name, "local") != 0)
            printf(" %12s", r->sweep.axes[a].name);
    printf(" %12s", "TIME_US");
    if (c->interval > 0) printf(" %12s %12s", "LO_US", "HI_US");
    printf("\n");
}

static void print_row(const mdl_request *r, const mdl_head_config *c, const db_kernel *k,
                      const db_sample *s, const mdl_prediction *p) {
    printf("%12lld %6lld", (long long)s->global_size, (long long)s->local_size);
    for (size_t a = 0; a < r->sweep.n; a++)
        for (int i = 0; i < k->n_args; i++)
            if (strcmp(k->args[i].name, r->sweep.axes[a].name) == 0)
                printf(" %12s", s->args[i].value ? s->args[i].value : "-");
    printf(" %12.4g", p->median_us);
    if (c->interval > 0) printf(" %12.4g %12.4g", p->lo_us, p->hi_us);
    printf("%s\n", p->n_unlike ? "  unlike the training data" : "");
}

static int print_all(const mdl_request *r, const mdl_head_config *c, const db_kernel *k,
                     const launches *l, mdl_prediction *p, lp_err *e) {
    if (!r->json && r->sweep.n > 0) print_heading(r, c);
    for (size_t i = 0; i < l->n; i++) {
        if (r->calibrate == MDL_CALIBRATE_APPLY) mdl_prediction_calibrate(&p[i]);
        if (r->json && print_json(r, c, k, &l->v[i], &l->notes[i], &p[i]))
            return lp_fail(e, "standard output: %s", strerror(errno));
        if (!r->json && r->sweep.n > 0) print_row(r, c, k, &l->v[i], &p[i]);
        if (!r->json && r->sweep.n == 0) print_one(r, c, k, &l->v[i], &l->notes[i], &p[i]);
    }
    if (!r->json && l->skipped)
        printf("%zu combinations are left out: no launches of this kernel\n", l->skipped);
    return 0;
}

int mdl_predict_source(const mdl_request *r, const mdl_predictor *p, lp_err *e) {
    mdl_kernels kernels = {0};
    launches l = {0};
    mdl_prediction *out = NULL;
    int rc = mdl_kernels_read(r->file, &r->defines, &r->include_dirs, &kernels, e);
    const db_kernel *k = rc == 0 ? mdl_kernels_pick(&kernels, r->file, r->kernel, e) : NULL;
    if (!k) rc = -1;
    if (rc == 0) rc = make_launches(r, k, &l, e);
    if (rc == 0) {
        mdl_predictor_tell_prompt(p, k, &l.v[0]);
        out = lp_alloc(l.n, sizeof *out);
        rc = mdl_predict(p, k, l.v, l.n, r->compute_units, out, e);
    }
    if (rc == 0) rc = print_all(r, mdl_predictor_config(p), k, &l, out, e);
    if (out) mdl_predictions_free(out, l.n);
    free(out);
    free_launches(&l);
    mdl_kernels_free(&kernels);
    return rc;
}
