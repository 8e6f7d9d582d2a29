/* The passes of a run over the kernels of its plan: what is to be probed, timed, timed cold, timed
 * again.
 */
#ifndef LLMPERF_PROFILE_PASSES_H
#define LLMPERF_PROFILE_PASSES_H

#include "profile/ahead.h"
#include "profile/lock.h"
#include "profile/runner.h"
#include "profile/supervisor.h"

/* A run on one device. What prof_run sets up and tears down; zero-initialised. */
typedef struct prof_campaign {
    const prof_options *o;
    prof_lock lock;
    db *d;
    lp_campaign campaign;
    char *scratch;
    prof_devices devices;
    prof_device *device; /* in devices */
    db_device row;       /* its texts borrowed from device */
    prof_plan plan;
    prof_todo todo;
    prof_cache cache;
    prof_ahead ahead;
    prof_runner r;
    int64_t left;    /* of --limit, -1 for no limit */
    double redone_s; /* spent on timing again */
    int64_t *probes; /* kernels to be probed, in order */
    size_t n_probes, cap_probes;
} prof_campaign;

/* Fills c->probes with the kernels that have anything to be timed and no outcome yet. */
int prof_passes_list_probes(prof_campaign *c, lp_err *e);
/* Times what is open: PROF_DONE, PROF_ERROR, PROF_STOPPED. */
int prof_passes_time(prof_campaign *c, lp_err *e);
/* Times what other lanes on devices like this one have not begun, from the end of their plans. */
int prof_passes_help(prof_campaign *c, lp_err *e);

#endif
