/* From rows of the database to a job for the worker. */
#ifndef LLMPERF_PROFILE_JOB_H
#define LLMPERF_PROFILE_JOB_H

#include "common/campaign.h"
#include "db/record.h"
#include "profile/protocol.h"

/* Texts of *job are borrowed from k and s; free with prof_job_free in any case. k needs its
 * accesses. Refuses (bad-plan) a sample that does not fit the kernel. */
int prof_job_make(const db_kernel *k, const db_sample *s, const lp_campaign *c, bool cold,
                  prof_job *job, prof_fail *f);

/* Resident memory that a worker or builder of this campaign may take, in bytes. */
int64_t prof_memory_limit(const lp_campaign *c);

/* Op "kernel": builds the kernel's source. A new reference, NULL when a text is not UTF-8. */
json_t *prof_kernel_json(const db_kernel *k);
/* The same with an instrumented source, which is to run once. */
json_t *prof_probe_kernel_json(const db_kernel *k, const char *source);

#endif
