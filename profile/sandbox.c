/* Confinement of workers.
 *
 * In: the process as it was started. Out: private protocol streams, limits, a private cache folder.
 * Limits no memory: address-space limits break GPU drivers. */
#include "profile/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/hash.h"
#include "common/text.h"
#include "profile/capture.h"
#include "profile/confine.h"

static const rlim_t file_bytes_max = (rlim_t)8 << 30;
static const uint64_t room_bytes_min = 1 << 20;
static const rlim_t job_cpu_s_max = 3600;

/* How the supervisor tells its processes which folders are theirs. */
static const char scratch_env[] = "LLMPERF_SCRATCH", cache_env[] = "LLMPERF_PROGRAMS",
                  driver_env[] = "CUDA_CACHE_PATH";

static int redirect(const char *path, int flags, int to, lp_err *e) {
    int fd = open(path, flags);
    if (fd < 0 || dup2(fd, to) < 0) return lp_fail(e, "%s: %s", path, strerror(errno));
    if (fd != to) close(fd);
    return 0;
}

static FILE *move_away(int fd, const char *mode) {
    enum { FIRST_PRIVATE = 10 };
    int moved = fcntl(fd, F_DUPFD_CLOEXEC, FIRST_PRIVATE);
    return moved < 0 ? NULL : fdopen(moved, mode);
}

/* Where drivers and builders keep what they compile; nowhere else may a kernel, a compiler or a
 * driver leave files. A system that cannot confine is no reason to fail. */
static void confine(void) {
    static const char *const names[] = {scratch_env, cache_env, "POCL_CACHE_DIR", driver_env};
    const char *folders[sizeof names / sizeof *names];
    lp_err ignored;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        folders[i] = getenv(names[i]);                   // NOLINT(concurrency-mt-unsafe)
        if (folders[i]) lp_mkdirs(folders[i], &ignored); /* or nobody could make it later */
    }
    if (folders[0]) setenv("TMPDIR", folders[0], 1); // NOLINT(concurrency-mt-unsafe)
    if (folders[0]) prof_confine_writes(folders, sizeof folders / sizeof *folders);
}

int prof_sandbox_enter(FILE **jobs, FILE **answers, lp_err *e) {
    *jobs = move_away(STDIN_FILENO, "r");
    *answers = move_away(STDOUT_FILENO, "w");
    if (!*jobs || !*answers) return lp_fail(e, "no descriptors: %s", strerror(errno));
    if (redirect("/dev/null", O_RDONLY, STDIN_FILENO, e) != 0 || prof_capture_begin(e) != 0)
        return -1;
    const struct rlimit core = {0, 0}, size = {file_bytes_max, file_bytes_max};
    setrlimit(RLIMIT_CORE, &core);
    setrlimit(RLIMIT_FSIZE, &size);
    signal(SIGXFSZ, SIG_IGN); /* a file too large is an error of write() */
    confine();
    return 0;
}

void prof_sandbox_allow_job(void) {
    struct timespec used;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0) return;
    rlim_t most = (rlim_t)used.tv_sec + job_cpu_s_max * (rlim_t)(cores > 0 ? cores : 1);
    const struct rlimit cpu = {most, RLIM_INFINITY};
    setrlimit(RLIMIT_CPU, &cpu);
}

static const char *temp_dir(void) {
    const char *dir = getenv("TMPDIR"); // NOLINT(concurrency-mt-unsafe)
    return dir && *dir ? dir : "/tmp";
}

int prof_scratch_room(lp_err *e) {
    struct statvfs v;
    if (statvfs(temp_dir(), &v) != 0 || (uint64_t)v.f_bavail * v.f_frsize >= room_bytes_min)
        return 0;
    return lp_fail(e,
                   "%s: no space left for what drivers compile; free some, or set TMPDIR to "
                   "another folder",
                   temp_dir());
}

int prof_private_dir(const char *path, lp_err *e) {
    struct stat st;
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        return lp_fail(e, "%s: cannot make the folder: %s", path, strerror(errno));
    if (lstat(path, &st) != 0 || !S_ISDIR(st.st_mode) || st.st_uid != geteuid() ||
        (st.st_mode & 077) != 0)
        return lp_fail(e, "%s: is not a private folder of this user; remove it", path);
    return 0;
}

char *prof_scratch_make(const char *db_path, lp_err *e) {
    char *full = realpath(db_path, NULL);
    const char *key = full ? full : db_path;
    lp_text t = {0};
    lp_text_addf(&t, "%s/llmperf-%ld-%016llx", temp_dir(), (long)geteuid(),
                 (unsigned long long)lp_hash64(key, strlen(key), 0));
    free(full);
    if (prof_scratch_room(e) != 0 || prof_private_dir(t.s, e) != 0) {
        lp_text_free(&t);
        return NULL;
    }
    setenv(scratch_env, t.s, 1);      // NOLINT(concurrency-mt-unsafe)
    setenv("POCL_CACHE_DIR", t.s, 0); // NOLINT(concurrency-mt-unsafe)
    setenv(driver_env, t.s, 0);       // NOLINT(concurrency-mt-unsafe)
    return lp_text_take(&t);
}

const char *prof_scratch_path(void) {
    const char *made = getenv(scratch_env); // NOLINT(concurrency-mt-unsafe)
    return made ? made : temp_dir();
}

/* NVIDIA's compiled programs are text that is compiled again when loaded, 28 ms each on an H200,
 * unless the driver's own cache has it. */
static void keep_driver_cache(const char *programs) {
    const char *now = getenv(driver_env);                      // NOLINT(concurrency-mt-unsafe)
    const char *scratch = getenv(scratch_env);                 // NOLINT(concurrency-mt-unsafe)
    if (!now || !scratch || strcmp(now, scratch) != 0) return; /* the user's choice stands */
    char *path = lp_path_join(programs, "driver");
    setenv(driver_env, path, 1); // NOLINT(concurrency-mt-unsafe)
    free(path);
}

void prof_sandbox_allow_folder(const char *path) {
    setenv(cache_env, path, 1); // NOLINT(concurrency-mt-unsafe)
    keep_driver_cache(path);
}

static int remove_entry(const char *path, const struct stat *st, int kind, struct FTW *at) {
    (void)st;
    (void)kind;
    (void)at;
    (void)remove(path); /* what cannot go stays; the next run tries again */
    return 0;
}

void prof_scratch_remove(char *path) {
    if (!path) return;
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
    free(path);
}
