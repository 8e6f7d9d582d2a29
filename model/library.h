/* What the files of libllmperf share. Its users see llmperf.h only. */
#ifndef LLMPERF_MODEL_LIBRARY_H
#define LLMPERF_MODEL_LIBRARY_H

#include "common/error.h"
#include "common/text.h"
#include "db/record.h"
#include "model/llmperf.h"

/* Copies options that begin with their size; NULL leaves `to` (zeroed) as it is. `what` names them
 * in messages. */
int mdl_lib_options(void *to, size_t known, const void *from, const char *what, lp_err *e);

/* Hands a message to a caller, who may not want it. */
void mdl_lib_tell(llmperf_error *to, const lp_err *e);

/* The record that a handle stands for. */
const db_kernel *mdl_lib_record(const llmperf_kernel *k);

/* library_spawn.c: appends what `llmperf-analyze --json` prints about a file. -1 and its first
 * message when it fails. Starts the program without changing anything of this process. */
int mdl_lib_analyze(const char *path, const llmperf_source_options *o, lp_text *out, lp_err *e);

#endif
