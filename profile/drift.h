/* Sentinels during a run: when they are due, what their move means, which samples to time again. */
#ifndef LLMPERF_PROFILE_DRIFT_H
#define LLMPERF_PROFILE_DRIFT_H

#include "profile/epoch.h"
#include "profile/session.h"
#include "profile/store.h"

/* A timing that can be taken again. */
typedef struct prof_mark {
    int64_t kernel, sample;
    const char *policy; /* static */
} prof_mark;

typedef struct prof_marks {
    prof_mark *v;
    size_t n, cap;
} prof_marks;

typedef struct prof_drift {
    double every_s; /* 0: never */
    double due_s;   /* monotonic */
    int64_t epoch, first_epoch;
    bool has_base;
    prof_stats base[PROF_N_SENTINELS]; /* of this epoch */
    prof_marks since;                  /* timed since the sentinels were last seen unmoved */
    prof_marks suspect;                /* timed before a move was seen, to be timed again */
} prof_drift;

/* Starts an epoch that no earlier run used; the first check is due at once. */
int prof_drift_begin(prof_drift *d, double every_s, prof_store *s, lp_err *e);
void prof_drift_free(prof_drift *d);

bool prof_drift_due(const prof_drift *d);
/* Times the sentinels and stores them. A failure to do so is no error: the next check comes in
 * time. */
int prof_drift_check(prof_drift *d, prof_session *session, prof_store *store, lp_err *e);
/* Notes a timing; a bounded number is kept. */
void prof_drift_note(prof_drift *d, int64_t kernel, int64_t sample, const char *policy);
/* Hands out the suspects, sorted by kernel; the caller frees m->v. */
void prof_drift_take(prof_drift *d, prof_marks *m);

#endif
