/* common/proc.c: talking, time-outs, ends, kills, inheritance. Shells appear only as children to
 * talk to. */
#include "tests/unit/common/test.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/intr.h"
#include "common/proc.h"
#include "common/progress.h"

static void start_sh(lp_proc *p, const char *script) {
    char *const argv[] = {(char *)"sh", (char *)"-c", (char *)script, NULL};
    lp_err e;
    if (lp_proc_start(p, argv, true, &e)) fail_msg("%s", e.msg);
}

static int run_status(const char *script) {
    lp_proc p;
    start_sh(&p, script);
    return lp_proc_wait(&p);
}

static void check_line(lp_proc *p, const char *want) {
    lp_text t = {0};
    lp_err e;
    assert_int_equal(lp_proc_read_line(p, 10, 1000, &t, &e), 1);
    assert_string_equal(t.s, want);
    lp_text_free(&t);
}

static void talks_in_lines(void **state) {
    (void)state;
    lp_proc p;
    char *const argv[] = {(char *)"cat", NULL};
    lp_err e;
    assert_int_equal(lp_proc_start(&p, argv, true, &e), 0);
    assert_int_equal(lp_proc_write(&p, "one\n\nthree\nfo", 13, &e), 0);
    check_line(&p, "one");
    check_line(&p, "");
    check_line(&p, "three");
    assert_int_equal(lp_proc_write(&p, "ur\n", 3, &e), 0);
    check_line(&p, "four");
    assert_int_equal(lp_proc_wait(&p), 0);
    assert_int_equal(lp_proc_wait(&p), 0);
    lp_proc_kill(&p);
}

static void end_of_file_drops_half_a_line(void **state) {
    (void)state;
    lp_proc p;
    start_sh(&p, "printf 'whole\\nhalf'");
    check_line(&p, "whole");
    lp_text t = {0};
    assert_int_equal(lp_proc_read_line(&p, 10, 1000, &t, NULL), 0);
    assert_int_equal(lp_proc_read_line(&p, 10, 1000, &t, NULL), 0);
    assert_int_equal(t.len, 0);
    lp_text_free(&t);
    assert_int_equal(lp_proc_wait(&p), 0);
}

static void long_lines_are_an_error(void **state) {
    (void)state;
    lp_text t = {0};
    lp_err e;
    lp_proc p;
    start_sh(&p, "echo 12345; echo 123456; head -c 100000 /dev/zero; sleep 100");
    assert_int_equal(lp_proc_read_line(&p, 10, 5, &t, &e), 1);
    assert_int_equal(lp_proc_read_line(&p, 10, 5, &t, &e), -1);
    assert_string_equal(e.msg, "the child sent a line longer than 5 bytes");
    lp_proc_kill(&p);
    start_sh(&p, "head -c 100000 /dev/zero; sleep 100");
    assert_int_equal(lp_proc_read_line(&p, 10, 50000, &t, &e), -1);
    assert_true(p.line.len < 100000);
    lp_proc_kill(&p);
    lp_text_free(&t);
}

static void reading_times_out(void **state) {
    (void)state;
    lp_proc p;
    start_sh(&p, "printf part; sleep 100");
    lp_text t = {0};
    double from_s = lp_now_s();
    assert_int_equal(lp_proc_read_line(&p, 0.2, 1000, &t, NULL), -2);
    double took_s = lp_now_s() - from_s;
    assert_true(took_s >= 0.2 && took_s < 5);
    assert_int_equal(lp_proc_read_line(&p, 0, 1000, &t, NULL), -2);
    lp_proc_kill(&p);
    assert_int_equal(p.pid, 0);
    assert_true(WIFSIGNALED(p.status));
    lp_text_free(&t);
}

static void large_messages_pass(void **state) {
    (void)state;
    enum { BYTES = 3000000 };
    char *big = malloc(BYTES);
    memset(big, 'x', BYTES);
    big[BYTES - 1] = '\n';
    lp_proc p;
    start_sh(&p, "wc -c");
    assert_int_equal(lp_proc_write(&p, big, BYTES, NULL), 0);
    close(p.to);
    p.to = -1;
    check_line(&p, "3000000");
    assert_int_equal(lp_proc_wait(&p), 0);
    start_sh(&p, "head -c 3000000 /dev/zero | tr '\\0' y; echo");
    lp_text t = {0};
    assert_int_equal(lp_proc_read_line(&p, 20, BYTES, &t, NULL), 1);
    assert_int_equal(t.len, BYTES);
    lp_text_free(&t);
    assert_int_equal(lp_proc_wait(&p), 0);
    free(big);
}

static void statuses(void **state) {
    (void)state;
    assert_int_equal(run_status("exit 7"), 7);
    assert_int_equal(run_status("kill -9 $$"), 128 + 9);
    /* Output that nobody reads must not hold the end up. */
    assert_int_equal(run_status("head -c 300000 /dev/zero && exit 3"), 3);
    /* Waiting closes the child's stdin. */
    assert_int_equal(run_status("cat >/dev/null; exit 4"), 4);
}

static void unpiped_children_inherit(void **state) {
    (void)state;
    lp_proc p;
    char *const argv[] = {(char *)"true", NULL};
    assert_int_equal(lp_proc_start(&p, argv, false, NULL), 0);
    assert_int_equal(p.to, -1);
    assert_int_equal(p.from, -1);
    lp_text t = {0};
    lp_err e;
    assert_int_equal(lp_proc_read_line(&p, 1, 10, &t, &e), 0);
    assert_int_equal(lp_proc_write(&p, "x", 1, &e), -1);
    assert_int_equal(lp_proc_wait(&p), 0);
}

static void missing_programs_are_an_error(void **state) {
    (void)state;
    lp_proc p;
    lp_err e;
    char *const argv[] = {(char *)"./no-such-program", NULL};
    assert_int_equal(lp_proc_start(&p, argv, true, &e), -1);
    assert_string_equal(e.msg, "./no-such-program: cannot start: No such file or directory");
    assert_int_equal(p.pid, 0);
    lp_proc_kill(&p);
}

static void writing_to_the_dead_is_an_error(void **state) {
    (void)state;
    lp_proc p;
    start_sh(&p, "exit 0");
    siginfo_t info;
    assert_int_equal(waitid(P_PID, (id_t)p.pid, &info, WEXITED | WNOWAIT), 0);
    lp_err e;
    assert_int_equal(lp_proc_write(&p, "x", 1, &e), -1);
    assert_string_equal(e.msg, "the child is gone");
    assert_int_equal(lp_proc_wait(&p), 0);
}

static void other_descriptors_are_closed(void **state) {
    (void)state;
    assert_int_equal(dup2(2, 57), 57);
    lp_proc p;
    start_sh(
        &p, "[ -e /proc/$$/fd/57 ] && echo open || echo closed; [ -e /proc/$$/fd/2 ] && echo open");
    check_line(&p, "closed");
    check_line(&p, "open");
    assert_int_equal(lp_proc_wait(&p), 0);
    close(57);
}

static bool is_gone(pid_t pid) {
    for (int i = 0; i < 500; i++) {
        if (waitpid(pid, NULL, WNOHANG) == pid || (kill(pid, 0) != 0 && errno == ESRCH))
            return true;
        usleep(10000);
    }
    return false;
}

static void kill_takes_the_whole_group(void **state) {
    (void)state;
    lp_proc p;
    start_sh(&p, "sleep 100 & echo $!; wait");
    lp_text t = {0};
    assert_int_equal(lp_proc_read_line(&p, 10, 100, &t, NULL), 1);
    pid_t grandchild = (pid_t)strtol(t.s, NULL, 10);
    lp_proc_kill(&p);
    assert_true(is_gone(grandchild));
    lp_text_free(&t);
}

static void children_die_with_their_parent(void **state) {
    (void)state;
    int tell[2];
    assert_int_equal(pipe(tell), 0);
    pid_t middle = fork();
    if (middle == 0) {
        lp_proc p;
        start_sh(&p, "exec sleep 100");
        ssize_t n = write(tell[1], &p.pid, sizeof p.pid);
        raise(n > 0 ? SIGKILL : SIGABRT);
    }
    pid_t orphan = 0;
    assert_int_equal(read(tell[0], &orphan, sizeof orphan), sizeof orphan);
    assert_int_equal(waitpid(middle, NULL, 0), middle);
    assert_true(is_gone(orphan));
    close(tell[0]);
    close(tell[1]);
}

/* Last: an interruption cannot be taken back. */
static void interruption_ends_waiting(void **state) {
    (void)state;
    lp_proc p, q;
    start_sh(&p, "sleep 100");
    start_sh(&q, "trap 'exit 130' INT; echo ready; sleep 100 & wait");
    check_line(&q, "ready");
    lp_intr_install();
    raise(SIGINT);
    lp_text t = {0};
    lp_err e;
    assert_int_equal(lp_proc_read_line(&p, 10, 1000, &t, NULL), -3);
    char big[100000] = {0};
    assert_int_equal(lp_proc_write(&p, big, sizeof big, &e), -1);
    assert_string_equal(e.msg, "interrupted");
    lp_proc_kill(&p);
    assert_int_equal(lp_proc_wait(&q), 130); /* the child's group gets SIGINT */
    lp_text_free(&t);
}

int main(void) {
    /* Orphans of the tests become children of this program, so that it can see their end. */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(talks_in_lines),
        cmocka_unit_test(end_of_file_drops_half_a_line),
        cmocka_unit_test(long_lines_are_an_error),
        cmocka_unit_test(reading_times_out),
        cmocka_unit_test(large_messages_pass),
        cmocka_unit_test(statuses),
        cmocka_unit_test(unpiped_children_inherit),
        cmocka_unit_test(missing_programs_are_an_error),
        cmocka_unit_test(writing_to_the_dead_is_an_error),
        cmocka_unit_test(other_descriptors_are_closed),
        cmocka_unit_test(kill_takes_the_whole_group),
        cmocka_unit_test(children_die_with_their_parent),
        cmocka_unit_test(interruption_ends_waiting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
