/* Progress: a bar with rate and remaining time on a terminal, one plain line every 10 s otherwise;
 * silent with -q. */
#ifndef LP_PROGRESS_H
#define LP_PROGRESS_H

#include <stdint.h>

typedef struct lp_progress {
    const char *what; /* borrowed: "timing" */
    const char *unit; /* borrowed: "samples" */
    int64_t total;    /* 0 when unknown */
    int64_t done;
    double start_s;
    double shown_s;
    int tty;
    int drawn;
} lp_progress;

void lp_progress_begin(lp_progress *p, const char *what, const char *unit, int64_t total);
/* `note` (may be NULL) is appended to the line, e.g. "3 failed". */
void lp_progress_step(lp_progress *p, int64_t n, const char *note);
/* Clears the bar so that another message can be printed; the next step draws it again. */
void lp_progress_hide(lp_progress *p);
void lp_progress_end(lp_progress *p);

double lp_now_s(void); /* monotonic seconds */

#endif
