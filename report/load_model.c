/* What a model says, beside what was measured; which kernels get pages.
 *
 * In: the loaded campaign. Out: predictions, rows that judge them, page numbers. Draws nothing. */
#include <math.h>
#include <stdlib.h>

#include "report/report.h"

static int load_predictions(rep *r, lp_err *e) {
    if (r->n_times == 0) return 0;
    if (!r->o->model) return rep_predictions_stored(r->d, &r->said, e);
    return rep_predictions_ask(r->o->model, r->o->db, r->o->samples, &r->said, e);
}

static const char *keep(lp_strv *texts, const char *s) {
    lp_strv_add(texts, s);
    return texts->v[texts->n - 1];
}

static void judge(rep *r) {
    rep_judged *j = &r->judged;
    size_t last = SIZE_MAX;
    lp_predicted like = {.device = r->devices[0].name};
    j->rows = lp_alloc(r->n_times, sizeof *j->rows);
    j->kernel = lp_alloc(r->n_times, sizeof *j->kernel);
    j->intervals = true;
    for (size_t i = 0; i < r->n_times; i++) {
        const rep_time *t = &r->times[i];
        const rep_prediction *p = rep_predictions_find(&r->said, t->sample_id);
        if (!p) continue;
        const rep_kernel *k = &r->kernels[t->kernel];
        if (t->kernel != last) {
            lp_text name = {0};
            lp_text_addf(&name, "%s:%s", k->path, k->name);
            like.kernel = keep(&j->texts, name.s);
            lp_text_free(&name);
            last = t->kernel;
        }
        lp_predicted row = like;
        row.family = k->family;
        row.pattern = k->pattern;
        row.part = *k->part ? k->part : rep_part_names[REP_NO_PART];
        row.class_ = rep_class_names[t->class_];
        row.sample_id = t->sample_id;
        row.global_size = t->global_size;
        row.local_size = t->local_size;
        row.measured_us = (double)t->ns / 1000;
        row.median_us = p->median_us;
        row.lo_us = p->lo_us;
        row.hi_us = p->hi_us;
        row.unlike = p->unlike;
        if (isnan(p->lo_us)) j->intervals = false;
        j->kernel[j->n] = t->kernel;
        j->rows[j->n++] = row;
    }
}

/* The mean error of each kernel, NaN where it is not known. */
static void set_errors(rep *r) {
    const rep_judged *j = &r->judged;
    for (size_t i = 0; i < r->n_kernels; i++) r->kernels[i].mape = NAN;
    for (size_t i = 0; i < j->n;) {
        size_t end = i;
        double sum = 0;
        for (; end < j->n && j->kernel[end] == j->kernel[i]; end++) sum += lp_ape_of(&j->rows[end]);
        r->kernels[j->kernel[i]].mape = sum / (double)(end - i);
        i = end;
    }
}

static void choose_pages(rep *r) {
    rep_candidate *c = lp_alloc(r->n_kernels + 1, sizeof *c);
    int page = 0;
    for (size_t i = 0; i < r->n_kernels; i++) {
        const rep_kernel *k = &r->kernels[i];
        c[i] = (rep_candidate){.pattern = k->pattern,
                               .held_out = k->held_out,
                               .seen = rep_part_is_seen(rep_part_of(k->part)),
                               .mape = k->mape,
                               .timed = k->n > 0};
    }
    rep_choose(c, r->n_kernels, (size_t)r->o->kernels);
    for (size_t i = 0; i < r->n_kernels; i++) {
        r->kernels[i].why = c[i].why;
        r->kernels[i].page = c[i].why == REP_NO_PAGE ? 0 : ++page;
    }
    free(c);
}

int rep_load_model(rep *r, lp_err *e) {
    if (load_predictions(r, e) != 0) return -1;
    if (r->said.n > 0) judge(r);
    set_errors(r);
    choose_pages(r);
    return 0;
}

void rep_free_model(rep *r) {
    rep_judged_free(&r->judged);
    rep_predictions_free(&r->said);
}
