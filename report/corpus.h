/* The parts of corpus.html: each appends its section. */
#ifndef LLMPERF_REPORT_CORPUS_H
#define LLMPERF_REPORT_CORPUS_H

#include "report/report.h"

int rep_corpus_coverage(rep *r, lp_text *out, lp_err *e); /* corpus_plane.c */
int rep_corpus_patterns(rep *r, lp_text *out, lp_err *e); /* corpus_groups.c */
int rep_corpus_domains(rep *r, lp_text *out, lp_err *e);  /* corpus_groups.c */
int rep_corpus_families(rep *r, lp_text *out, lp_err *e); /* page_corpus.c */
int rep_corpus_skipped(rep *r, lp_text *out, lp_err *e);  /* page_corpus.c */

#endif
