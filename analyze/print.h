/* What the stage prints: one JSON object a kernel, or a table for people, and the summary. */
#ifndef AN_PRINT_H
#define AN_PRINT_H

#include "analyze/eval.h"
#include "analyze/reason.h"
#include "db/record.h"

/* One line of JSON; `eval` may be NULL; with the probe source when `probe`. -1 when stdout cannot
 * take it. */
int an_print_json(const db_kernel *k, an_eval *eval, bool probe);
/* One line of the table, with -v followed by one for each access; the first call prints its head.
 */
int an_print_row(const db_kernel *k);

typedef struct an_tallies {
    int64_t files, kernels, ok, guessed;
    int64_t by_reason[AN_N_REASONS];
} an_tallies;

void an_tally(an_tallies *c, const db_kernel *k);
int an_print_summary(const an_tallies *c);

#endif
