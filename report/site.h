/* The folder that a report is written to. Files have generated names: a page, a picture, a style
 * sheet; nothing of a database becomes a name. */
#ifndef LLMPERF_REPORT_SITE_H
#define LLMPERF_REPORT_SITE_H

#include <stdbool.h>

#include "common/error.h"
#include "common/text.h"

/* Present in every folder that is a report. */
#define REP_SITE_MARK ".llmperf-report"

typedef struct rep_site {
    char *dir;       /* NULL when not open */
    lp_strv written; /* names, in the order of writing */
} rep_site;

/* Makes `dir` a report: creates it with its folders, or takes over an older report, whose index
 * goes at once: without it a report is incomplete. Refuses a folder that is neither empty nor a
 * report, and what is no folder. Free with rep_site_close in any case. */
int rep_site_open(rep_site *s, const char *dir, lp_err *e);
/* "times.html", "kernels/0001.html", "img/times.svg", "report.css". */
bool rep_site_is_name(const char *name);
/* Writes a file; a name that is not one of those is a bug. A file that holds these bytes already
 * is left alone. */
int rep_site_write(rep_site *s, const char *name, const lp_text *bytes, lp_err *e);
/* Writes the style sheet and the script, removes what an older report left and this one did not
 * write. What a user has put there under names of his own stays. */
int rep_site_finish(rep_site *s, lp_err *e);
void rep_site_close(rep_site *s);

#endif
