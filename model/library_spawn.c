/* libllmperf: runs llmperf-analyze.
 *
 * In: a source file. Out: what the program prints about it. Unlike common/proc.h it is for a
 * process that is somebody else's: signals stay as they are, any thread may call it, and what the
 * program says goes into the error instead of to stderr. Both outputs are files in memory, so
 * nothing has to be read while it runs. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/fs.h"
#include "model/library.h"

#define ANALYZE "llmperf-analyze"

extern char **environ;

/* ---- which program ---- */

/* DIR/PLACE/llmperf-analyze for the places where it may be; NULL: in none. */
static char *find_near(const char *dir) {
    static const char *const places[] = {ANALYZE, "../bin/" ANALYZE, "../../bin/" ANALYZE};
    for (size_t i = 0; dir && i < sizeof places / sizeof *places; i++) {
        char *path = lp_path_join(dir, places[i]);
        if (access(path, X_OK) == 0) return path;
        free(path);
    }
    return NULL;
}

/* Folder of the file that holds this code: the shared library or the program. */
static char *own_dir(void) {
    Dl_info info;
    static const char here = 0;
    if (!dladdr(&here, &info) || !info.dli_fname || !strchr(info.dli_fname, '/')) return NULL;
    char *real = realpath(info.dli_fname, NULL);
    char *dir = real ? lp_path_dir(real) : NULL;
    free(real);
    return dir;
}

static char *find_program(const llmperf_source_options *o) {
    const char *said = o->analyze ? o->analyze : getenv("LLMPERF_ANALYZE");
    if (said && *said) return lp_strdup(said);
    char *dirs[] = {own_dir(), lp_self_dir()}, *path = NULL;
    for (int i = 0; i < 2; i++) {
        if (!path) path = find_near(dirs[i]);
        free(dirs[i]);
    }
    return path ? path : lp_strdup(ANALYZE);
}

static void add_all(lp_strv *words, const char *flag, const char *const *values, size_t n) {
    for (size_t i = 0; i < n; i++) {
        lp_strv_add(words, flag);
        lp_strv_add(words, values[i]);
    }
}

/* NULL-terminated. */
static char **argv_of(const char *path, const llmperf_source_options *o, lp_strv *words) {
    char *program = find_program(o);
    const char *const flags[] = {"--json", "--quiet"};
    lp_strv_add(words, program);
    for (int i = 0; i < 2; i++) lp_strv_add(words, flags[i]);
    add_all(words, "-D", o->defines, o->n_defines);
    add_all(words, "-I", o->include_dirs, o->n_include_dirs);
    lp_strv_add(words, "--");
    lp_strv_add(words, path);
    free(program);
    char **argv = lp_alloc(words->n + 1, sizeof *argv);
    memcpy(argv, words->v, words->n * sizeof *argv);
    return argv;
}

/* ---- running it ---- */

/* The child begins as any program does, whatever this process has made of its signals and files. */
static int spawn(char **argv, int out, int err, pid_t *pid) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    const int reset[] = {SIGPIPE, SIGINT, SIGTERM, SIGCHLD};
    for (size_t i = 0; i < sizeof reset / sizeof *reset; i++) sigaddset(&defaults, reset[i]);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attr);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, out, 1);
    posix_spawn_file_actions_adddup2(&files, err, 2);
    posix_spawn_file_actions_addclosefrom_np(&files, 3);
    posix_spawnattr_setsigmask(&attr, &none);
    posix_spawnattr_setsigdefault(&attr, &defaults);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int rc = posix_spawnp(pid, argv[0], &files, &attr, argv, environ);
    posix_spawnattr_destroy(&attr);
    posix_spawn_file_actions_destroy(&files);
    return rc;
}

/* Waits for its end. A process that ignores SIGCHLD is not told how that was: then only the output
 * can tell. */
static bool ended_well(pid_t pid) {
    int status = 0;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) return errno == ECHILD;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void read_all(int fd, lp_text *out) {
    char buf[1 << 16];
    ssize_t n;
    off_t at = 0;
    while ((n = pread(fd, buf, sizeof buf, at)) > 0) {
        lp_text_addn(out, buf, (size_t)n);
        at += n;
    }
}

/* Its first line, without the program's name before it. */
static int fail_with(int fd, const char *path, lp_err *e) {
    static const char prefix[] = ANALYZE ": ";
    lp_text said = {0};
    read_all(fd, &said);
    const char *s = lp_text_str(&said);
    if (strncmp(s, prefix, sizeof prefix - 1) == 0) s += sizeof prefix - 1;
    int n = (int)strcspn(s, "\n");
    int rc = n > 0 ? lp_fail(e, "%.*s", n, s) : lp_fail(e, "%s: cannot be analysed", path);
    lp_text_free(&said);
    return rc;
}

static int run(char **argv, const char *path, int out, int err, lp_text *to, lp_err *e) {
    pid_t pid;
    int why = spawn(argv, out, err, &pid);
    if (why)
        return lp_fail(e,
                       "%s: cannot start: %s; sources are read by " ANALYZE
                       ": name it in LLMPERF_ANALYZE, or hand its record on",
                       argv[0], strerror(why));
    bool well = ended_well(pid);
    read_all(out, to);
    return well && to->len > 0 ? 0 : fail_with(err, path, e);
}

int mdl_lib_analyze(const char *path, const llmperf_source_options *o, lp_text *out, lp_err *e) {
    lp_strv words = {0};
    char **argv = argv_of(path, o, &words);
    int fds[2] = {memfd_create("llmperf-records", MFD_CLOEXEC),
                  memfd_create("llmperf-messages", MFD_CLOEXEC)};
    int rc = fds[0] < 0 || fds[1] < 0
                 ? lp_fail(e, "cannot make a file in memory: %s", strerror(errno))
                 : run(argv, path, fds[0], fds[1], out, e);
    for (int i = 0; i < 2; i++)
        if (fds[i] >= 0) close(fds[i]);
    free(argv);
    lp_strv_free(&words);
    return rc;
}
