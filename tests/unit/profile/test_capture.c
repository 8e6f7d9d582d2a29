/* Capture of what kernels print: the beginning is kept, any amount goes through. In a process of
 * its own, because it takes standard output. */
#include "check.h"

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "profile/capture.h"

enum { LOTS = 32 << 20 };

/* Bytes arrive a little later than they are written. */
static int64_t take_all(int64_t want, lp_text *t) {
    const struct timespec nap = {.tv_nsec = 1000000};
    int64_t n = 0;
    for (int i = 0; i < 5000 && n < want; i++) {
        n += prof_capture_take(t);
        nanosleep(&nap, NULL);
    }
    return n;
}

static int child(void) {
    static char block[1 << 16];
    lp_err e;
    lp_text t = {0};
    if (prof_capture_begin(&e) != 0) return 1;
    if (prof_capture_take(&t) != 0 || t.len != 0) return 2;
    if (write(STDOUT_FILENO, "out\n", 4) != 4 || write(STDERR_FILENO, "err\n", 4) != 4) return 3;
    if (take_all(8, &t) != 8 || strcmp(lp_text_str(&t), "out\nerr\n") != 0) return 4;
    lp_text_clear(&t);
    memset(block, 'x', sizeof block);
    for (size_t i = 0; i < LOTS / sizeof block; i++)
        if (write(STDOUT_FILENO, block, sizeof block) != (ssize_t)sizeof block) return 5;
    if (take_all(LOTS, &t) != LOTS || t.len > 8192 || t.len == 0) return 6;
    lp_text_free(&t);
    return 0;
}

static void what_is_printed_is_taken(void **state) {
    (void)state;
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) _exit(child());
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_printed_is_taken)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
