/* Pictures by gnuplot: one process, fed through a pipe, that draws any number of SVG pictures.
 *
 * Scripts are text made by the caller; no file name and no shell reaches gnuplot. Everything is
 * drawn in one style: white ground, thin grid, colours that colour-blind people tell apart.
 * Use from the main thread only (lp_proc_start). */
#ifndef LP_GNUPLOT_H
#define LP_GNUPLOT_H

#include "common/error.h"
#include "common/proc.h"
#include "common/text.h"

typedef struct lp_gnuplot {
    lp_proc p;
    int n; /* pictures drawn so far */
} lp_gnuplot;

/* Okabe and Ito's colours without yellow and black, and a grey for what is only context. Lines need
 * another dash, points another shape beside the colour: print may be grey. */
enum {
    LP_GNUPLOT_BLUE,
    LP_GNUPLOT_VERMILION,
    LP_GNUPLOT_GREEN,
    LP_GNUPLOT_PURPLE,
    LP_GNUPLOT_ORANGE,
    LP_GNUPLOT_SKY,
    LP_GNUPLOT_GREY,
    LP_GNUPLOT_COLOURS
};
extern const char *const lp_gnuplot_colour[LP_GNUPLOT_COLOURS]; /* "#0072B2" */

/* Starts gnuplot. The message says which package is missing when there is none. End with
 * lp_gnuplot_end, also after a failed draw. */
int lp_gnuplot_start(lp_gnuplot *g, lp_err *e);
/* Draws one picture of width x height pixels: `script` sets titles and plots, after the style has
 * been set and everything of the picture before has been forgotten. *svg gets the document
 * appended. Waits 2 minutes at most. What follows the
 * first plot command of a script must fit into a pipe (put data blocks before it). */
int lp_gnuplot_draw(lp_gnuplot *g, int width, int height, const lp_text *script, lp_text *svg,
                    lp_err *e);
/* Ends the process, in whatever state. */
void lp_gnuplot_end(lp_gnuplot *g);

/* Appends `s` as an expression of gnuplot that is a string; what a picture cannot hold (control
 * bytes, bytes that are no UTF-8, "]]>") becomes '?', and what is too long for one ends in "...".
 * Text is not interpreted any further: the style switches gnuplot's markup off. */
void lp_gnuplot_quote(lp_text *out, const char *s);
/* The same as the label of a tic, where gnuplot takes per cent signs for a format. */
void lp_gnuplot_quote_tic(lp_text *out, const char *s);
/* Appends the command that marks axis "x", "y", "cb" ... with times at the powers of ten from lo_ns
 * to hi_ns ("1 us", "10 us", "1 ms"), where these are less than a factor 100 apart also at 2 and 5
 * times them; the axis is in ns and logarithmic. */
void lp_gnuplot_time_tics(lp_text *out, const char *axis, double lo_ns, double hi_ns);
/* The same for counts: 1, 10, 100, 1 k, 10 k, 1 M. */
void lp_gnuplot_count_tics(lp_text *out, const char *axis, double lo, double hi);

#endif
