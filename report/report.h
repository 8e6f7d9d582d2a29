/* The report of a campaign: what its pages share. A page is a row of the table in report.c and a
 * function in a page_*.c. Everything is read once (load.c), nothing is written to the campaign. */
#ifndef LLMPERF_REPORT_REPORT_H
#define LLMPERF_REPORT_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/campaign.h"
#include "common/gnuplot.h"
#include "common/json.h"
#include "db/db.h"
#include "report/choice.h"
#include "report/html.h"
#include "report/judged.h"
#include "report/predictions.h"
#include "report/site.h"

#define REP_PROG "llmperf-report"

typedef struct rep_options {
    const char *db, *out;
    const char *model;          /* a model folder, NULL: predictions as stored */
    long long samples, kernels; /* at most: to predict, with a page; 0 = all */
} rep_options;

/* A device with its warm timings. */
typedef struct rep_device {
    int64_t id;
    char *name;
    int64_t compute_units; /* NSM */
    int64_t timed;
} rep_device;

/* A kernel that analyze kept. */
typedef struct rep_kernel {
    int64_t id;
    char *path, *name, *family, *pattern;
    char *part; /* of the split: train val test heldout, "" when not split */
    bool held_out, synthesised;
    size_t first, n;  /* rep.times[first] .. rep.times[first + n - 1] are its own */
    int page;         /* number of its page kernels/NNNN.html, 0: none */
    rep_page_why why; /* it has one */
    double mape;      /* of the model, per cent; NaN: not predicted */
} rep_kernel;

typedef enum { REP_IDLE, REP_UNDER, REP_SATURATED, REP_N_CLASSES } rep_class;
extern const char *const rep_class_names[REP_N_CLASSES];

/* What balancing said. */
typedef enum { REP_KEPT, REP_OUTLIER, REP_CAPPED, REP_UNBALANCED } rep_weight;

/* Bits of rep_time.flags. */
enum { REP_NOISY = 1, REP_OUTLIERS = 2, REP_DRIFT = 4, REP_BIMODAL = 8 };

/* A warm timing of the plotted device. */
typedef struct rep_time {
    int64_t sample_id;
    size_t kernel; /* index into rep.kernels */
    int64_t global_size, local_size;
    int64_t ns, lo_ns, hi_ns; /* median and its 95 % interval */
    int reps;
    rep_class class_;
    rep_weight weight;
    unsigned flags;
} rep_time;

typedef struct rep {
    db *d;
    const lp_campaign *campaign;
    const rep_options *o;
    char *tool_version; /* of the campaign */
    json_t *stats;      /* db_stats() */

    rep_device *devices; /* the one with most timings first: it is plotted */
    size_t n_devices;
    rep_kernel *kernels; /* by path and name */
    size_t n_kernels;
    rep_time *times; /* by kernel, work-groups, local size, sample */
    size_t n_times;

    rep_predictions said; /* by a model; n is 0 when there is none */
    rep_judged judged;    /* rows of times that are predicted */

    rep_site site;
    bool begun; /* the folder is this report's, complete or not */
    lp_gnuplot plot;
} rep;

/* Work-groups of a launch. */
int64_t rep_groups(const rep_time *t);
/* The times of r->times[first] .. [first + n - 1] in ns, the shortest first; free() it. */
double *rep_sorted_ns(const rep *r, size_t first, size_t n);
/* The plotted device's object in the statistics; NULL when there is no device. */
const json_t *rep_device_stats(const rep *r);
/* Name for people: "PATH: NAME"; borrowed parts, appended to out unescaped. */
void rep_kernel_words(const rep_kernel *k, lp_text *out);

/* ---- load.c ---- */

/* Fills everything but site and plot from r->d, which is open. Free with rep_free in any case. */
int rep_load(rep *r, lp_err *e);
void rep_free(rep *r);

/* ---- load_model.c ---- */

/* After rep_load: predictions, rows that judge them, and which kernels get a page. */
int rep_load_model(rep *r, lp_err *e);
void rep_free_model(rep *r);

/* ---- report.c ---- */

/* A page of the report. */
typedef struct rep_page {
    const char *file, *title;
    const char *words;            /* what it shows, for the list on the first page */
    bool (*wanted)(const rep *r); /* NULL: always */
    int (*body)(rep *r, lp_text *out, lp_err *e);
} rep_page;

/* Reads the campaign and writes its report to r->o->out. */
int rep_run(rep *r, lp_err *e);
/* Writes a page: `here` is the file that is marked in the navigation, `up` leads from the page to
 * index.html ("", "../"). */
int rep_write_page(rep *r, const char *file, const char *up, const char *here, const char *title,
                   const lp_text *body, lp_err *e);
/* Draws the figure, writes img/NAME.svg, and appends it to the page. */
int rep_draw(rep *r, lp_text *out, const char *up, const rep_figure *f, const lp_text *script,
             lp_err *e);

/* A list of the other pages with what they show. */
void rep_page_links(const rep *r, lp_text *out);

/* ---- the pages ---- */

int rep_page_index(rep *r, lp_text *out, lp_err *e);
int rep_page_times(rep *r, lp_text *out, lp_err *e);
int rep_page_quality(rep *r, lp_text *out, lp_err *e);
int rep_page_corpus(rep *r, lp_text *out, lp_err *e);
int rep_page_model(rep *r, lp_text *out, lp_err *e);
bool rep_has_model(const rep *r);
int rep_page_kernels(rep *r, lp_text *out, lp_err *e); /* and those of single kernels */

#endif
