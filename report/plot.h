/* What the plots of several pages are made of: points binned on two axes, medians along one, the
 * regions of saturation. All of it is text for gnuplot, appended; data blocks come before plots. */
#ifndef LLMPERF_REPORT_PLOT_H
#define LLMPERF_REPORT_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/text.h"

/* Points; zero-initialise, free with rep_points_free. */
typedef struct rep_points {
    double *x, *y;
    size_t n, cap_x, cap_y;
} rep_points;
void rep_points_add(rep_points *p, double x, double y);
void rep_points_free(rep_points *p);

/* An axis in cells of equal width, on a linear or a log10 scale. */
typedef struct rep_axis {
    bool log;
    double lo, hi; /* values at its ends; positive when log */
    int cells;
    bool whole; /* whole numbers only: a cell is drawn up to the next that can hold one */
} rep_axis;

/* An axis with so many cells a decade whose ends are multiples of a cell and hold all n values.
 * Values must be positive; without any it runs from 1 to 10. */
rep_axis rep_log_axis(const double *v, size_t n, int cells_a_decade);
/* The cell of a value, -1 outside. */
int rep_axis_cell(const rep_axis *a, double v);
/* Where a cell begins; cell may be a.cells: the end of the axis. */
double rep_axis_at(const rep_axis *a, int cell);

/* A data block "$NAME" with a line for each cell that holds a point: x, y, its four borders as
 * boxxyerror wants them, and the number of points. Returns the largest number; *outside (may be
 * NULL) counts points outside of the axes. */
int64_t rep_density_block(lp_text *out, const char *name, const rep_points *p, const rep_axis *x,
                          const rep_axis *y, size_t *outside);
/* A data block "$NAME" with a line for each cell of x that holds at least `least` points: the
 * middle of the cell, quartile, median, quartile of y, number. Returns the number of lines. */
size_t rep_median_block(lp_text *out, const char *name, const rep_points *p, const rep_axis *x,
                        size_t least);

/* The colours of a density whose fullest cell holds `most`, on a log scale. */
void rep_set_density(lp_text *out, int64_t most, const char *words);

/* Points with their median along x: cells where there are many, points where there are few. */
enum { REP_FEW = 250 };
typedef struct rep_cloud {
    rep_axis x, y;  /* set by the caller */
    int64_t most;   /* points in the fullest cell; 0: drawn as points */
    bool line;      /* some part of x has enough points for a median */
    size_t outside; /* points that the axes do not show */
} rep_cloud;
/* Data blocks; `tag` tells several clouds of one picture apart. Medians are taken over so many
 * cells a decade of x, of those that hold at least `least` points. */
void rep_cloud_blocks(lp_text *out, rep_cloud *c, int tag, const rep_points *p, int median_cells,
                      size_t least);
/* The colours and the plot command; with words: quartiles, a legend, a title of the colours. */
void rep_cloud_plot(lp_text *out, const rep_cloud *c, int tag, bool words);
/* "Each cell counts samples" or "Each point is a sample". */
const char *rep_cloud_words(const rep_cloud *c);

/* Range, log scale and marks of an axis, "x" or "y"; times are in ns. */
typedef enum { REP_TIMES, REP_COUNTS } rep_unit;
void rep_set_log_axis(lp_text *out, const char *axis, const rep_axis *a, rep_unit unit);

/* An axis of whole numbers from 0 to a little beyond `most`. */
void rep_set_number_axis(lp_text *out, const char *axis, int64_t most);

/* Shades idle, under-saturated and saturated along x (work-groups), and marks nsm and k * nsm. With
 * n[3], numbers of values: the regions' names above them (leave a margin of 4 lines). */
void rep_regions(lp_text *out, const rep_axis *x, double nsm, double k, const int64_t *n);

#endif
