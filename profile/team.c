/* Lanes: one process a device.
 *
 * In: options, the list of devices. Out: an exit status; rows are the lanes' own. The processes are
 * forks, not new programs: nothing here has touched OpenCL or the database by then. */
#include "profile/team.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/intr.h"
#include "common/log.h"
#include "common/text.h"
#include "profile/child.h"
#include "profile/lock.h"
#include "profile/sandbox.h"
#include "profile/select.h"
#include "profile/session.h"

static const char all_gpus[] = "gpus";

typedef struct lane {
    size_t index; /* of the device */
    prof_shard shard;
    prof_shard *others;
    int n_others;
    pid_t pid; /* 0 once it has ended */
    int status;
} lane;

typedef struct team {
    const prof_options *o;
    prof_devices devices;
    lane *v;
    int n;
} team;

bool prof_team_asked(const char *sel) {
    return sel && (strcmp(sel, all_gpus) == 0 || strchr(sel, ','));
}

/* ---- who ---- */

static int add(team *t, size_t index, const char *sel, lp_err *e) {
    for (int i = 0; i < t->n; i++) {
        if (t->v[i].index == index)
            return lp_fail(e, "--device %s: names device %zu twice", sel, index);
    }
    t->v[t->n++] = (lane){.index = index};
    return 0;
}

static int choose_listed(team *t, const char *sel, lp_err *e) {
    char *copy = lp_strdup(sel), *rest = copy, *part;
    bool fallback;
    int rc = 0;
    while (rc == 0 && (part = strsep(&rest, ","))) {
        int i = prof_select(&t->devices, part, &fallback, e);
        rc = i < 0 ? -1 : add(t, (size_t)i, sel, e);
    }
    free(copy);
    return rc;
}

/* As many lanes as parts of SEL at the most. */
static int choose(team *t, lp_err *e) {
    const char *sel = t->o->device;
    size_t most = t->devices.n;
    for (const char *s = sel; *s; s++) most += *s == ',';
    t->v = lp_alloc(most + 1, sizeof *t->v);
    if (strcmp(sel, all_gpus) != 0) return choose_listed(t, sel, e);
    for (size_t i = 0; i < t->devices.n; i++) {
        if (strcmp(t->devices.v[i].type, "gpu") == 0 && add(t, i, sel, e) != 0) return -1;
    }
    return t->n ? 0 : lp_fail(e, "--device %s: no GPU found", sel);
}

/* ---- who does what ---- */

static bool alike(const prof_device *a, const prof_device *b) {
    return strcmp(a->platform, b->platform) == 0 && strcmp(a->name, b->name) == 0 &&
           strcmp(a->version, b->version) == 0 && strcmp(a->driver, b->driver) == 0;
}

/* Shard I of N, parted among m lanes: shards I, I + N, I + 2N ... of N * m hold the same kernels.
 */
static prof_shard part_of(const prof_shard *whole, int64_t k, int64_t m) {
    return (prof_shard){.index = whole->index + k * whole->count, .count = whole->count * m};
}

static void part(team *t) {
    for (int i = 0; i < t->n; i++) {
        const prof_device *d = &t->devices.v[t->v[i].index];
        int rank = 0, m = 0;
        for (int j = 0; j < t->n; j++) {
            if (!alike(d, &t->devices.v[t->v[j].index])) continue;
            if (j < i) rank++;
            m++;
        }
        t->v[i].shard = part_of(&t->o->shard, rank, m);
        t->v[i].others = lp_alloc((size_t)m, sizeof *t->v[i].others);
        for (int k = 1; k < m; k++)
            t->v[i].others[t->v[i].n_others++] = part_of(&t->o->shard, (rank + k) % m, m);
    }
}

/* ---- the lanes ---- */

static int lane_main(const team *t, const lane *l) {
    char index[32];
    prof_options o = *t->o;
    snprintf(index, sizeof index, "%zu", l->index);
    o.device = index;
    o.shard = l->shard;
    o.others = l->others;
    o.n_others = o.limit >= 0 ? 0 : l->n_others;
    o.lanes = t->n;
    if (o.limit >= 0) o.limit = (o.limit + t->n - 1) / t->n;
    int status = prof_run(&o);
    fflush(NULL);
    return status;
}

static int start(team *t, lp_err *e) {
    pid_t parent = getpid();
    fflush(NULL);
    for (int i = 0; i < t->n; i++) {
        lane *l = &t->v[i];
        l->pid = fork();
        if (l->pid < 0) {
            l->pid = 0;
            return lp_fail(e, "cannot start a process: %s", strerror(errno));
        }
        if (l->pid > 0) continue;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        _exit(getppid() == parent ? lane_main(t, l) : LP_EXIT_FAIL);
    }
    return 0;
}

static int running(team *t) {
    int n = 0;
    for (int i = 0; i < t->n; i++) {
        lane *l = &t->v[i];
        if (l->pid && waitpid(l->pid, &l->status, WNOHANG) == l->pid) l->pid = 0;
        n += l->pid != 0;
    }
    return n;
}

static void stop(const team *t, int signal) {
    for (int i = 0; i < t->n; i++)
        if (t->v[i].pid) kill(t->v[i].pid, signal);
}

/* A lane that fails does not end the others: what they time is of use. */
static void watch(team *t) {
    const struct timespec nap = {.tv_nsec = 50000000};
    bool told = false;
    while (running(t)) {
        if (lp_interrupted() && !told) {
            stop(t, SIGTERM);
            told = true;
        }
        nanosleep(&nap, NULL);
    }
}

/* The worst of the lanes' ends; a lane that was killed has failed. */
static int status_of(const team *t) {
    int worst = LP_EXIT_OK;
    for (int i = 0; i < t->n; i++) {
        int s = t->v[i].status;
        if (WIFSIGNALED(s))
            lp_error("the process for device %zu was killed by signal %d; the same command goes on",
                     t->v[i].index, WTERMSIG(s));
        int status = WIFEXITED(s) ? WEXITSTATUS(s) : LP_EXIT_FAIL;
        if (status > worst) worst = status;
    }
    return worst;
}

static int work(team *t, lp_err *e) {
    int rc = prof_child_list(&t->devices, NULL, e);
    if (rc == PROF_STOPPED) return LP_EXIT_INTR;
    if (rc != 0 || choose(t, e) != 0) return -1;
    part(t);
    if (start(t, e) != 0) {
        stop(t, SIGKILL);
        watch(t);
        return -1;
    }
    watch(t);
    return status_of(t);
}

int prof_team_run(const prof_options *o) {
    team t = {.o = o};
    lp_err e = {""};
    prof_lock lock = {.fd = -1};
    char *scratch = NULL;
    lp_intr_install();
    int status = prof_lock_take(&lock, o->db, &e);
    if (status == 0) status = (scratch = prof_scratch_make(o->db, &e)) ? work(&t, &e) : -1;
    if (status < 0) {
        lp_error("%s", e.msg);
        status = LP_EXIT_FAIL;
    }
    for (int i = 0; i < t.n; i++) free(t.v[i].others);
    free(t.v);
    prof_devices_free(&t.devices);
    prof_scratch_remove(scratch);
    prof_lock_drop(&lock);
    return status;
}
