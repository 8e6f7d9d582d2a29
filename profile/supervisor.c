/* A profiling run on one device, from opening the database to the table at its end.
 *
 * In: options. Out: rows, progress, a summary on stdout. passes.c loops over the kernels. */
#include "profile/supervisor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/intr.h"
#include "common/log.h"
#include "profile/job.h"
#include "profile/passes.h"
#include "profile/probe.h"
#include "profile/sandbox.h"
#include "profile/select.h"

/* ---- choosing the device ---- */

/* Who lists the devices becomes the worker: loading a GPU's driver takes a third of a second. */
static int choose_device(prof_campaign *c, lp_err *e) {
    bool fallback;
    int rc = prof_child_list(&c->devices, &c->r.session.child, e);
    if (rc != 0) return rc;
    c->r.session.unopened = true;
    int i = prof_select(&c->devices, c->o->device, &fallback, e);
    if (i < 0) return PROF_ERROR;
    c->device = &c->devices.v[i];
    c->row = prof_device_row(c->device);
    c->r.session.device = c->device;
    c->r.session.index = (size_t)i;
    if (fallback) lp_note("no GPU found: using %s '%s'", c->device->type, c->device->name);
    return PROF_DONE;
}

/* ---- setting up ---- */

static int load_campaign(prof_campaign *c, lp_err *e) {
    char *json = NULL;
    lp_campaign_defaults(&c->campaign);
    if (db_get_text(c->d, e, &json, "SELECT config_json FROM campaign WHERE id = 1", "") != 0)
        return PROF_ERROR;
    int rc = 0;
    if (json) {
        lp_campaign_free(&c->campaign);
        rc = lp_campaign_from_json(json, &c->campaign, e);
        if (rc != 0) lp_fail_in(e, "%s: the stored configuration", c->o->db);
    }
    free(json);
    return rc;
}

static void make_runner(prof_campaign *c) {
    prof_runner *r = &c->r;
    r->d = c->d;
    r->campaign = &c->campaign;
    r->isolate = c->o->isolate;
    r->session.burn_in_s = c->campaign.burn_in_s;
    r->session.memory_bytes = prof_memory_limit(&c->campaign);
    r->store = (prof_store){.d = c->d,
                            .device_id = c->row.id,
                            .nsm = c->device->compute_units,
                            .saturation_k = c->campaign.saturation_k,
                            .ci_target = c->campaign.ci_target};
    c->left = c->o->limit;
}

/* In a lane both are the team's. */
static int hold(prof_campaign *c, lp_err *e) {
    if (prof_lock_take(&c->lock, c->o->db, e) != 0) return PROF_ERROR;
    c->scratch = prof_scratch_make(c->o->db, e);
    return c->scratch ? PROF_DONE : PROF_ERROR;
}

/* Before the first worker, which may write only where folders are by then. */
static int open_cache(prof_campaign *c, lp_err *e) {
    if (c->o->isolate) return PROF_DONE;
    if (prof_cache_open(&c->cache, c->campaign.cache_bytes_max, e) != 0) return PROF_ERROR;
    c->r.session.cache = &c->cache;
    return PROF_DONE;
}

static int open_all(prof_campaign *c, lp_err *e) {
    c->d = db_open(c->o->db, DB_WRITE, e);
    if (!c->d || load_campaign(c, e) != 0) return PROF_ERROR;
    if (c->o->lanes == 0 && hold(c, e) != 0) return PROF_ERROR;
    int rc = open_cache(c, e);
    if (rc == PROF_DONE) rc = choose_device(c, e);
    if (rc != PROF_DONE) return rc;
    if (db_put_device(c->d, &c->row, e) != 0 ||
        prof_plan_open(&c->plan, c->d, c->row.id, &c->campaign, &c->o->shard, e) != 0 ||
        prof_plan_todo(&c->plan, c->o->retry_failed, &c->todo, e) != 0)
        return PROF_ERROR;
    if (c->plan.all_samples == 0)
        return lp_fail(e, "%s: no samples are planned; run `llmperf gen` first", c->o->db);
    make_runner(c);
    return PROF_DONE;
}

/* One process a sample is the older way, source and all: it has no builders. */
static void begin_builders(prof_campaign *c) {
    if (c->o->isolate) return;
    c->ahead = (prof_ahead){.plan = &c->plan,
                            .campaign = &c->campaign,
                            .device = c->device,
                            .device_index = c->r.session.index,
                            .cache = &c->cache,
                            .retry_failed = c->o->retry_failed,
                            .lanes = c->o->lanes};
    prof_ahead_begin(&c->ahead);
    c->r.session.farm = c->ahead.farm;
}

static int begin_run(prof_campaign *c, lp_err *e) {
    prof_runner *r = &c->r;
    char shard[64];
    snprintf(shard, sizeof shard, "%lld/%lld", (long long)c->o->shard.index,
             (long long)c->o->shard.count);
    int64_t planned = c->left >= 0 && c->left < c->todo.warm ? c->left : c->todo.warm;
    if (prof_drift_begin(&r->drift, c->campaign.sentinel_every_s, &r->store, e) != 0 ||
        prof_store_run_begin(&r->store, shard, planned, e) != 0)
        return PROF_ERROR;
    lp_progress_begin(&r->progress, "profile", "samples", planned);
    int rc =
        prof_session_ready(&r->session, e); /* before the builders: one opens after the other */
    if (rc == PROF_DONE) begin_builders(c);
    if (rc == PROF_DONE) rc = prof_session_calibrate(&r->session, &c->row, e);
    if (rc != PROF_DONE) return rc;
    lp_verbose("tick %lld ns, empty kernel %lld ns, enqueue to start %lld ns",
               (long long)c->row.tick_ns, (long long)c->row.null_kernel_ns,
               (long long)c->row.enqueue_latency_ns);
    return prof_store_device(&r->store, &c->row, e);
}

/* ---- the whole ---- */

static void tear_down(prof_campaign *c) {
    prof_session_drop(&c->r.session);
    prof_ahead_end(&c->ahead);
    prof_cache_close(&c->cache);
    prof_store_rollback(&c->r.store);
    prof_drift_free(&c->r.drift);
    free(c->probes);
    prof_plan_close(&c->plan);
    prof_devices_free(&c->devices);
    prof_scratch_remove(c->scratch);
    lp_campaign_free(&c->campaign);
    prof_lock_drop(&c->lock);
    db_close(c->d);
}

static void print_summary(prof_campaign *c) {
    prof_runner *r = &c->r;
    double wall_s = lp_now_s() - r->store.began_s;
    r->tally.builds_s = r->session.builds_s;
    r->tally.loads_s = r->session.loads_s;
    r->tally.epochs = r->drift.epoch - r->drift.first_epoch + 1;
    if (lp_log_get_level() == LP_LOG_QUIET) return;
    printf("%s: run %lld on %s '%s'\n", c->o->db, (long long)r->store.run_id, c->device->type,
           c->device->name);
    prof_tally_print(stdout, &r->tally, wall_s,
                     wall_s > 0 ? (double)r->store.busy_ns / (wall_s * 1e9) : 0);
}

/* Even a run that is stopped or fails closes its row. */
static int run(prof_campaign *c, lp_err *e) {
    lp_err ignored;
    int rc = begin_run(c, e);
    if (rc == PROF_DONE) rc = prof_passes_time(c, e);
    if (rc == PROF_DONE) rc = prof_passes_help(c, e);
    lp_progress_end(&c->r.progress);
    if (c->r.store.run_id == 0) return rc;
    int ended = prof_store_run_end(&c->r.store, rc == PROF_DONE ? e : &ignored);
    print_summary(c);
    return rc == PROF_DONE && ended != 0 ? PROF_ERROR : rc;
}

static int run_or_rest(prof_campaign *c, lp_err *e) {
    if (c->todo.warm + c->todo.cold + c->todo.retime > 0 || c->o->n_others > 0) return run(c, e);
    lp_note("nothing to do: all samples of %s are done on '%s'", c->o->db, c->device->name);
    return PROF_DONE;
}

static void print_probes(const prof_campaign *c) {
    if (c->n_probes == 0)
        lp_note("nothing to do: all kernels of %s are probed on '%s'", c->o->db, c->device->name);
    if (c->n_probes == 0 || lp_log_get_level() == LP_LOG_QUIET) return;
    printf("%s: probe on %s '%s'\n", c->o->db, c->device->type, c->device->name);
    prof_tally_print_probes(stdout, &c->r.tally);
}

static int exit_status(int rc, const lp_err *e) {
    if (rc == PROF_DONE) return LP_EXIT_OK;
    if (rc == PROF_STOPPED || lp_interrupted()) {
        lp_error("interrupted; what is finished is stored, the same command goes on");
        return LP_EXIT_INTR;
    }
    lp_error("%s", e->msg);
    return LP_EXIT_FAIL;
}

int prof_run(const prof_options *o) {
    prof_campaign c = {.o = o, .lock = {.fd = -1}};
    lp_err e = {""};
    lp_intr_install();
    int rc = open_all(&c, &e);
    if (rc == PROF_DONE) rc = prof_passes_list_probes(&c, &e);
    if (rc == PROF_DONE) rc = prof_probe_kernels(&c.r, c.probes, c.n_probes, &e);
    if (rc == PROF_DONE && o->probe_only)
        print_probes(&c);
    else if (rc == PROF_DONE)
        rc = run_or_rest(&c, &e);
    tear_down(&c);
    return exit_status(rc, &e);
}

/* The scratch folder of this process, which another one working on the same file must not lose. */
static char *own_scratch(lp_err *e) {
    char key[48];
    snprintf(key, sizeof key, "process %ld", (long)getpid());
    return prof_scratch_make(key, e);
}

int prof_register(const prof_options *o) {
    prof_campaign c = {.o = o, .lock = {.fd = -1}};
    lp_err e = {""};
    lp_intr_install();
    c.d = db_open(o->db, DB_CREATE, &e);
    int rc = c.d ? PROF_DONE : PROF_ERROR;
    if (rc == PROF_DONE) rc = (c.scratch = own_scratch(&e)) ? PROF_DONE : PROF_ERROR;
    if (rc == PROF_DONE) rc = choose_device(&c, &e);
    if (rc == PROF_DONE) rc = db_put_device(c.d, &c.row, &e);
    if (rc == PROF_DONE) lp_verbose("device '%s' is row %lld", c.device->name, (long long)c.row.id);
    tear_down(&c);
    return exit_status(rc, &e);
}

int prof_print_devices(bool json) {
    prof_devices all;
    lp_err e = {""};
    char *scratch;
    lp_intr_install();
    int rc = (scratch = own_scratch(&e)) ? prof_child_list(&all, NULL, &e) : PROF_ERROR;
    prof_scratch_remove(scratch);
    if (rc != PROF_DONE) return exit_status(rc, &e);
    bool fallback;
    if (all.n == 0 && prof_select(&all, NULL, &fallback, &e) < 0)
        return exit_status(PROF_ERROR, &e);
    for (size_t i = 0; i < all.n; i++) {
        if (!json) {
            prof_device_print(stdout, &all.v[i], i);
            continue;
        }
        json_t *j = prof_device_json(&all.v[i], i);
        lp_json_print_line(j);
        json_decref(j);
    }
    prof_devices_free(&all);
    return LP_EXIT_OK;
}
