/* The network of a model folder: prompts of launches in, times out. Threads
 * may share it. */
#ifndef LLMPERF_MODEL_NETWORK_H
#define LLMPERF_MODEL_NETWORK_H

#include "model/features.h"
#include "model/head.h"

typedef struct mdl_network mdl_network;

/* Opens tokenizer, weights and head. `root` is the folder's config.json and `c` its perf_head,
 * which must outlive the network. threads: 0 for one a processor. */
mdl_network *mdl_network_open(const char *dir, const json_t *root, const mdl_head_config *c,
                              unsigned threads, lp_err *e);
void mdl_network_close(mdl_network *n); /* NULL is fine */

/* Times of n launches of one kernel. What their prompts have in common is computed once. */
int mdl_network_predict(mdl_network *net, const db_formulas *f, const db_sample *samples, size_t n,
                        mdl_log_time *out, lp_err *e);

/* mdl_prompt_counts of model/prompt.h with the folder's tokenizer and choice of facts. */
int mdl_network_prompt_counts(const mdl_network *n, const db_formulas *f, const db_sample *s,
                              size_t n_tokens[3], lp_err *e);

#endif
