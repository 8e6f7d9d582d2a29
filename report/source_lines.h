/* Lines of the original file found again in the normalised source. */
#ifndef LLMPERF_REPORT_SOURCE_LINES_H
#define LLMPERF_REPORT_SOURCE_LINES_H

#include "db/record.h"

/* For each access of the kernel the line of k->source (from 1) that has it, 0 where that is not
 * sure. Sure are subscripts of an argument in the kernel function itself: when its lines in the
 * file and those in the source have, in order, the same numbers of accesses. Caller frees. */
int *rep_match_lines(const db_kernel *k);

#endif
