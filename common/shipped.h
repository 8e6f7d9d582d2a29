/* The model that ships with the programs: what predicts when nobody names another. */
#ifndef LP_SHIPPED_H
#define LP_SHIPPED_H

#define LP_SHIPPED_MODEL "h200-small"

/* Its folder, found from the place of the running program: models/ beside it (a build folder) or
 * ../share/llmperf/models (an installed prefix). Caller frees; NULL when there is none. */
char *lp_shipped_model(void);

#endif
