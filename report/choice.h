/* Which kernels get a page of their own. */
#ifndef LLMPERF_REPORT_CHOICE_H
#define LLMPERF_REPORT_CHOICE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    REP_NO_PAGE,
    REP_PAGE_WORST,    /* the model is far off */
    REP_PAGE_HELD_OUT, /* never trained on */
    REP_PAGE_EVEN,     /* evenly over patterns */
    REP_PAGE_N
} rep_page_why;

typedef struct rep_candidate {
    const char *pattern;
    bool held_out, seen; /* seen: in a part that a model is trained on */
    double mape;         /* per cent; NaN: not predicted */
    bool timed;
    rep_page_why why; /* out */
} rep_candidate;

/* Sets `why` of n candidates, at most `most` of them to other than REP_NO_PAGE (0: all). A third
 * for the worst, kernels that were not trained on first, a third for those that are held out, the
 * rest in turns over the patterns; what one does not need the next gets. Where all fit there is
 * nothing to choose: REP_PAGE_EVEN. Depends on nothing but the candidates and their order. */
void rep_choose(rep_candidate *c, size_t n, size_t most);

#endif
