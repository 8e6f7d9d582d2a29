/* common/intr.c: the first signal sets a flag, the second ends the process with status 130. */
#include "tests/unit/common/test.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/intr.h"

/* Raises the signals (0: none) in a child; its exit status is 10 + lp_interrupted() when it lives
 * on. */
static int status_after(int first, int second) {
    pid_t pid = fork();
    if (pid == 0) {
        lp_intr_install();
        if (first) raise(first);
        if (second) raise(second);
        _exit(10 + lp_interrupted());
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void first_sets_the_flag(void **state) {
    (void)state;
    assert_int_equal(status_after(0, 0), 10);
    assert_int_equal(status_after(SIGINT, 0), 11);
    assert_int_equal(status_after(SIGTERM, 0), 11);
}

static void second_ends_the_process(void **state) {
    (void)state;
    assert_int_equal(status_after(SIGINT, SIGINT), 130);
    assert_int_equal(status_after(SIGTERM, SIGINT), 130);
}

static void works_where_signals_were_ignored(void **state) {
    (void)state;
    signal(SIGINT, SIG_IGN);
    assert_int_equal(status_after(SIGINT, 0), 11);
    signal(SIGINT, SIG_DFL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_sets_the_flag),
        cmocka_unit_test(second_ends_the_process),
        cmocka_unit_test(works_where_signals_were_ignored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
