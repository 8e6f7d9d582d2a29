/* llmperf-profile: options to modes.
 *
 * In: the command line. Out: an exit status. The program is also its own worker: see worker.h. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "common/error.h"
#include "common/log.h"
#include "common/opt.h"
#include "profile/query.h"
#include "profile/supervisor.h"
#include "profile/team.h"
#include "profile/worker.h"

#define DEVICES_FLAG "--devices"

/* What the command line said, before it is checked. */
typedef struct parsed {
    const char *db, *device, *shard, *isolate;
    long long limit;
    bool retry_failed, devices, json, register_only, probe_only;
} parsed;

static int check(const lp_cmd *cmd, const parsed *p, prof_options *o) {
    *o = (prof_options){.db = p->db,
                        .device = p->device,
                        .shard = {0, 1},
                        .limit = p->limit == LLONG_MAX ? -1 : p->limit,
                        .retry_failed = p->retry_failed,
                        .probe_only = p->probe_only};
    if (p->json && !p->devices) return lp_usage_error(cmd, "--json goes with --devices");
    if (!p->devices && !p->db) return lp_usage_error(cmd, "--db FILE is missing");
    if (p->shard && !prof_shard_parse(p->shard, &o->shard))
        return lp_usage_error(cmd, "--shard %s: I/N wanted, with 0 <= I < N", p->shard);
    if (p->limit < 1) return lp_usage_error(cmd, "--limit must be a whole number of at least 1");
    if (p->register_only && prof_team_asked(p->device))
        return lp_usage_error(cmd, "--register takes one device");
    if (p->probe_only && (p->register_only || p->limit != LLONG_MAX))
        return lp_usage_error(cmd, "--probe-only goes neither with --register nor with --limit");
    if (!p->isolate || strcmp(p->isolate, "worker") == 0) return -1;
    o->isolate = strcmp(p->isolate, "sample") == 0;
    if (o->isolate) return -1;
    return lp_usage_error(cmd, "--isolate %s: worker or sample wanted", p->isolate);
}

/* The end of the program: all of standard output was written, or that is the failure. */
static int done(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    lp_error("standard output: %s", strerror(errno));
    return status == LP_EXIT_OK ? LP_EXIT_FAIL : status;
}

/* `llmperf devices`, which begins with --devices. */
static int devices(int argc, char **argv) {
    bool json = false;
    const lp_opt opts[] = {
        {"json", 0, LP_OPT_FLAG, &json, NULL, "print one JSON object a device"},
    };
    const lp_cmd cmd = {
        .prog = "llmperf-profile",
        .name = "llmperf devices",
        .usage = "[--json]",
        .summary = "Lists the OpenCL devices.",
        .details = "The index in the first column is one of the words that `--device` takes.\n"
                   "\n"
                   "$ llmperf devices",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    return status == -1 ? prof_print_devices(json) : status;
}

static void set_libraries(void) {
    static const lp_library libraries[] = {{"OpenCL loader", prof_loader_version},
                                           {"SQLite", sqlite3_libversion}};
    lp_set_libraries(libraries, sizeof libraries / sizeof *libraries);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], PROF_WORKER_FLAG) == 0) prof_worker_main();
    set_libraries();
    if (argc > 1 && strcmp(argv[1], DEVICES_FLAG) == 0) return done(devices(argc - 1, argv + 1));
    parsed p = {.limit = LLONG_MAX};
    const lp_opt opts[] = {
        {"db", 0, LP_OPT_STR, &p.db, "FILE", "the campaign database"},
        {"device", 0, LP_OPT_STR, &p.device, "gpu|gpus|cpu|INDEX|NAME",
         "the first GPU, all of them, a CPU, one of the list, or a part of a name; several with "
         "commas between (the first GPU, else a CPU)"},
        {"shard", 0, LP_OPT_STR, &p.shard, "I/N", "only the kernels of shard I of N, from 0"},
        {"isolate", 0, LP_OPT_STR, &p.isolate, "worker|sample",
         "one worker for all samples, or a fresh one for each"},
        {"limit", 0, LP_OPT_I64, &p.limit, "N", "stop after N samples"},
        {"retry-failed", 0, LP_OPT_FLAG, &p.retry_failed, NULL,
         "time failed samples again, probe quarantined kernels again"},
        {"probe-only", 0, LP_OPT_FLAG, &p.probe_only, NULL, "probe the kernels, time nothing"},
        {"devices", 0, LP_OPT_FLAG, &p.devices, NULL, "list the OpenCL devices"},
        {"json", 0, LP_OPT_FLAG, &p.json, NULL, "one JSON object a device"},
        {"register", 0, LP_OPT_FLAG, &p.register_only, NULL,
         "store the device, so that gen knows its limits, and time nothing"},
    };
    const lp_cmd cmd = {
        .prog = "llmperf-profile",
        .name = "llmperf profile",
        .usage = "--db FILE [--device SEL] [--shard I/N] [--limit N] [--retry-failed] [options]\n"
                 "--db FILE --probe-only [--device SEL] [--shard I/N]\n"
                 "--db FILE --register [--device SEL]\n"
                 "--devices [--json]",
        .summary = "Times the planned samples of a campaign on an OpenCL device. Run again, it "
                   "goes on where it stopped.",
        .details = "Small launches probe each kernel first: a kernel that would leave its buffers "
                   "is repaired or quarantined, and never timed blind. Whatever is finished is "
                   "stored at once: after Ctrl-C, a crash or `kill -9` the same command goes on. A "
                   "sample that fails is a row with a reason, not a failure of the command. "
                   "Without `--device` it takes the first GPU, else the CPU.\n"
                   "\n"
                   "$ llmperf profile --db plan.db --limit 5",
        .opts = opts,
        .n_opts = sizeof opts / sizeof *opts};
    prof_options o;
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status == -1) status = check(&cmd, &p, &o);
    if (status != -1) return status;
    if (p.devices)
        status = prof_print_devices(p.json);
    else
        status = p.register_only             ? prof_register(&o)
                 : prof_team_asked(o.device) ? prof_team_run(&o)
                                             : prof_run(&o);
    return done(status);
}
