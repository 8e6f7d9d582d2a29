/* Writing pages. All text goes through rep_escape: what a database holds comes from strangers.
 * Functions append to an lp_text, which the caller owns. */
#ifndef LLMPERF_REPORT_HTML_H
#define LLMPERF_REPORT_HTML_H

#include <stdbool.h>
#include <stdint.h>

#include "common/text.h"

/* As text or as the value of an attribute in double quotes: the five special characters become
 * entities; control bytes other than line breaks and tabs, and bytes that are no UTF-8, become
 * U+FFFD; characters that change the direction of what follows are shown by number. */
void rep_escape(lp_text *out, const char *s);
/* printf whose result is escaped. */
void rep_escapef(lp_text *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* ---- pages ---- */

typedef struct rep_link {
    const char *file, *title;
} rep_link;

typedef struct rep_head {
    const char *up;       /* from the page to index.html: "" or "../" */
    const char *title;    /* of the page */
    const char *campaign; /* its name */
    const rep_link *nav;  /* the pages of the report */
    size_t n_nav;
    const char *here; /* file of the link that is this page; NULL: none of them */
} rep_head;

/* From the doctype to <main> and its <h1>. */
void rep_page_head(lp_text *out, const rep_head *h);
void rep_page_foot(lp_text *out, const char *tool_version);

/* <p> of a sentence; escaped. */
void rep_para(lp_text *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The sentence that stands where a figure or a table has no data. */
void rep_absent(lp_text *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* <h2> with an id made of its words. */
void rep_section(lp_text *out, const char *title);

/* Figures in big digits: rep_tiles_begin, rep_tile ..., rep_tiles_end. */
void rep_tiles_begin(lp_text *out);
void rep_tile(lp_text *out, const char *value, const char *words);
void rep_tiles_end(lp_text *out);

/* ---- tables: sortable by a click on the header, in a box that scrolls by itself ---- */

typedef struct rep_column {
    const char *title;
    bool number; /* right-aligned, sorted by value */
} rep_column;

/* `caption` may be NULL. */
void rep_table_begin(lp_text *out, const char *caption, const rep_column *columns, size_t n);
void rep_row_begin(lp_text *out);
void rep_row_end(lp_text *out);
void rep_table_end(lp_text *out);
void rep_cell(lp_text *out, const char *text);
void rep_cell_code(lp_text *out, const char *text); /* names, paths, formulas */
void rep_cell_name(lp_text *out, const char *text); /* the same in one line */
void rep_cell_int(lp_text *out, int64_t v);
/* A value that is not finite is shown as a dash and sorted last. */
void rep_cell_num(lp_text *out, double v, int decimals);
void rep_cell_ns(lp_text *out, double ns); /* "12.3 us" */
/* From lo to hi, a dash when one is NaN; sorted by its lower end. */
void rep_cell_interval(lp_text *out, double lo_ns, double hi_ns);
/* A link; `href` is made by us: a generated name. */
void rep_cell_link(lp_text *out, const char *href, const char *text);

/* "12,345": groups of three. */
void rep_format_int(char out[32], int64_t v);

/* ---- figures ---- */

typedef struct rep_figure {
    const char *name;  /* of its file: img/NAME.svg */
    const char *title; /* what it shows */
    const char *alt;   /* what one sees in it, for who cannot see it */
    const char *read;  /* a sentence or two: how to read it */
    int width, height; /* pixels */
} rep_figure;

/* <figure> with title, picture and the sentence; `up` as of the page. */
void rep_figure_html(lp_text *out, const char *up, const rep_figure *f);

#endif
