/* The checks of `llmperf db check` that SQL alone cannot do. Each returns 1 when all is well, 0
 * with what is wrong in `detail`, -1 when it could not look. */
#ifndef LLMPERF_DB_CHECK_H
#define LLMPERF_DB_CHECK_H

#include "db/ops.h"

/* check_times.c: every timing's raw times are positive, and its statistics follow from them. */
int db_check_times(db *d, lp_text *detail, lp_err *e);

/* check_jsonl.c: the file holds exactly the rows that export would write now. */
int db_check_jsonl(db *d, const lp_campaign *c, const char *path, bool balanced, lp_text *detail,
                   lp_err *e);

#endif
