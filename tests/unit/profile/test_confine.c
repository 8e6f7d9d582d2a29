/* Confinement: files appear in the given folders only. Each case runs in a process of its own. */
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "profile/confine.h"

static char inside[64], outside[64];

static int setup(void **state) {
    (void)state;
    strcpy(inside, "/tmp/llmperf-test-XXXXXX");
    strcpy(outside, "/tmp/llmperf-test-XXXXXX");
    return mkdtemp(inside) && mkdtemp(outside) ? 0 : -1;
}

static int teardown(void **state) {
    (void)state;
    char cmd[192];
    snprintf(cmd, sizeof cmd, "rm -rf '%s' '%s'", inside, outside);
    return system(cmd); // NOLINT(cert-env33-c): a test, on names made here
}

enum { CANNOT = 77 };

/* Exit status of `run` in a confined child. */
static int confined(int (*run)(void)) {
    pid_t pid = fork();
    if (pid == 0) {
        const char *const folders[] = {NULL, inside, "/no/such/folder"};
        _exit(prof_confine_writes(folders, 3) ? run() : CANNOT);
    }
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == CANNOT) skip();
    return WEXITSTATUS(status);
}

static int make(const char *folder) {
    char path[96];
    snprintf(path, sizeof path, "%s/file", folder);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (fd < 0) return errno;
    int rc = write(fd, "x", 1) == 1 ? 0 : errno;
    close(fd);
    return rc;
}

static int make_inside(void) {
    return make(inside);
}

/* From folder to folder, as caches of compiled programs do. */
static int move_inside(void) {
    char from[96], sub[96], to[112];
    snprintf(from, sizeof from, "%s/moved", inside);
    snprintf(sub, sizeof sub, "%s/sub", inside);
    snprintf(to, sizeof to, "%s/moved", sub);
    int fd = open(from, O_WRONLY | O_CREAT, 0600);
    close(fd);
    return fd >= 0 && mkdir(sub, 0700) == 0 && rename(from, to) == 0 ? 0 : errno;
}

static int make_outside(void) {
    return make(outside);
}

static int change_outside(void) {
    char path[96];
    snprintf(path, sizeof path, "%s/there", outside);
    if (open(path, O_RDONLY) < 0) return -1;
    return open(path, O_WRONLY) < 0 ? errno : 0;
}

static int remove_outside(void) {
    char path[96];
    snprintf(path, sizeof path, "%s/there", outside);
    return unlink(path) == 0 ? 0 : errno;
}

static int use_devices(void) {
    int fd = open("/dev/null", O_WRONLY);
    return fd >= 0 && write(fd, "x", 1) == 1 ? 0 : errno;
}

static void inside_is_free(void **state) {
    (void)state;
    assert_int_equal(confined(make_inside), 0);
    assert_int_equal(confined(move_inside), 0);
    assert_int_equal(confined(use_devices), 0);
}

static void outside_is_shut(void **state) {
    (void)state;
    char path[96];
    snprintf(path, sizeof path, "%s/there", outside);
    close(open(path, O_WRONLY | O_CREAT, 0600));
    assert_int_equal(confined(make_outside), EACCES);
    assert_int_equal(confined(change_outside), EACCES);
    assert_int_equal(confined(remove_outside), EACCES);
    assert_int_equal(access(path, F_OK), 0);
    assert_int_equal(make(outside), 0); /* this process never was confined */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inside_is_free),
        cmocka_unit_test(outside_is_shut),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
