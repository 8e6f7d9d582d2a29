/* Why a sample of the plan was left out. Codes are shown in the summary and in --json. */
#ifndef LLMPERF_GEN_REASON_H
#define LLMPERF_GEN_REASON_H

typedef enum gen_reason {
    GEN_OK,
    GEN_RECORD,
    GEN_ARGUMENT,
    GEN_LOCAL_SIZE,
    GEN_LAUNCH,
    GEN_DOMAIN,
    GEN_CONSTRAINT,
    GEN_OVERFLOW,
    GEN_EXTENT,
    GEN_MEMORY,
    GEN_CONSTANT_MEMORY,
    GEN_LOCAL_MEMORY,
    GEN_WORK,
    GEN_DUPLICATE,
    GEN_N_REASONS
} gen_reason;

const char *gen_reason_code(gen_reason r);
const char *gen_reason_text(gen_reason r);

#endif
