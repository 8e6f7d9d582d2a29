/* What is wrong with a model, judged by measured launches: checks with evidence and advice. */
#ifndef LLMPERF_MODEL_DOCTOR_H
#define LLMPERF_MODEL_DOCTOR_H

#include "model/validation.h"

typedef enum { MDL_FINE, MDL_TROUBLE, MDL_UNDECIDED } mdl_verdict; /* undecided: too few samples */
extern const char *const mdl_verdict_names[];

/* What a check found. Zero-initialised; free with mdl_finding_free. */
typedef struct mdl_finding {
    const char *name; /* of the check, static */
    mdl_verdict verdict;
    lp_text evidence;  /* figures, one line */
    lp_text advice;    /* what to do; empty when it is fine */
    lp_text campaign;  /* YAML of a campaign that would help; empty when none would */
    const char *about; /* the pattern that it is about, borrowed from the rows; NULL: none */
} mdl_finding;

typedef struct mdl_findings {
    mdl_finding *v;
    size_t n, cap;
} mdl_findings;

/* What the checks look at. d: for the parts of the split that the model was trained on. */
typedef struct mdl_case {
    const mdl_validation *v;
    const mdl_head_config *config;
    db *d;
} mdl_case;

/* Runs every check; some report several findings, one a pattern. Free *out in any case. */
int mdl_doctor(const mdl_case *c, mdl_findings *out, lp_err *e);
void mdl_findings_free(mdl_findings *f);

#endif
