/* common/progress.c: plain lines without a terminal, a bar on one (a pseudo-terminal here). */
#include "tests/unit/common/test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "common/log.h"
#include "common/progress.h"
#include "tests/unit/common/capture.h"

/* Moves the clock of a progress back, so that no test sleeps. */
static void age(lp_progress *p, double s) {
    p->start_s -= s;
    p->shown_s -= s;
}

static void plain_lines_every_ten_seconds(void **state) {
    (void)state;
    lp_progress p;
    capture c = capture_begin(stderr);
    lp_progress_begin(&p, "timing", "samples", 400);
    lp_progress_step(&p, 10, NULL);
    age(&p, 9);
    lp_progress_step(&p, 10, NULL);
    age(&p, 11);
    lp_progress_step(&p, 80, "3 failed");
    lp_progress_step(&p, 80, NULL);
    age(&p, 80);
    p.done = 400;
    lp_progress_end(&p);
    char *s = capture_end(&c);
    assert_string_equal(
        s, "llmperf-x: timing: 100/400 samples (25 %), 5.0/s, 1 min 00 s left, 3 failed\n"
           "llmperf-x: timing: 400 samples in 1 min 40 s (4.0/s)\n");
    free(s);
}

static void unknown_totals(void **state) {
    (void)state;
    lp_progress p;
    capture c = capture_begin(stderr);
    lp_progress_begin(&p, "reading", "files", 0);
    age(&p, 20);
    lp_progress_step(&p, 4000, NULL);
    age(&p, 7180);
    lp_progress_end(&p);
    char *s = capture_end(&c);
    assert_string_equal(s, "llmperf-x: reading: 4000 files, 200/s\n"
                           "llmperf-x: reading: 4000 files in 2 h 00 min (0.6/s)\n");
    free(s);
}

static void unfinished_work_says_of_how_many(void **state) {
    (void)state;
    lp_progress p;
    capture c = capture_begin(stderr);
    lp_progress_begin(&p, "timing", "samples", 10);
    age(&p, 4);
    lp_progress_step(&p, 2, NULL);
    lp_progress_end(&p);
    char *s = capture_end(&c);
    assert_string_equal(s, "llmperf-x: timing: 2 of 10 samples in 4.0 s (0.5/s)\n");
    free(s);
}

static void quiet_is_silent(void **state) {
    (void)state;
    lp_log_set_level(LP_LOG_QUIET);
    lp_progress p;
    capture c = capture_begin(stderr);
    lp_progress_begin(&p, "timing", "samples", 10);
    age(&p, 20);
    lp_progress_step(&p, 5, NULL);
    lp_progress_end(&p);
    char *s = capture_end(&c);
    lp_log_set_level(LP_LOG_NORMAL);
    assert_string_equal(s, "");
    free(s);
}

/* Makes stderr a pseudo-terminal of 60 columns; returns its other end. */
static int terminal_begin(int *saved) {
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    char name[64];
    assert_int_equal(ptsname_r(master, name, sizeof name), 0);
    int slave = open(name, O_RDWR | O_NOCTTY);
    struct winsize w = {.ws_row = 24, .ws_col = 60};
    assert_int_equal(ioctl(slave, TIOCSWINSZ, &w), 0);
    *saved = dup(2);
    dup2(slave, 2);
    close(slave);
    return master;
}

/* What the terminal got, without carriage returns. */
static void terminal_end(int master, int saved, char *text, size_t size) {
    size_t n = 0;
    ssize_t got;
    dup2(saved, 2); /* the terminal's last descriptor: reading ends behind what was written */
    close(saved);
    while (n < size - 1 && (got = read(master, text + n, size - 1 - n)) > 0) n += (size_t)got;
    close(master);
    assert_true(n > 0);
    text[n] = '\0';
}

static void a_bar_on_a_terminal(void **state) {
    (void)state;
    setenv("TERM", "xterm", 1);
    int saved;
    int master = terminal_begin(&saved);
    lp_progress p;
    lp_progress_begin(&p, "timing", "samples", 400);
    lp_progress_step(&p, 1, NULL); /* too soon to draw */
    age(&p, 20);
    lp_progress_step(&p, 99, "a note that does not fit");
    lp_warn("odd");
    age(&p, 1);
    lp_progress_step(&p, 0, NULL);
    lp_progress_hide(&p);
    lp_progress_hide(&p);
    char text[4096];
    terminal_end(master, saved, text, sizeof text);
    lp_progress_end(&p);
    assert_string_equal(text, "\rtiming [######..................] 100/400 samples (25 %), 5\033[K"
                              "\r\033[Kllmperf-x: warning: odd\r\n"
                              "\rtiming [######..................] 100/400 samples (25 %), 4\033[K"
                              "\r\033[K");
}

int main(void) {
    lp_log_init("llmperf-x");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_lines_every_ten_seconds),
        cmocka_unit_test(unknown_totals),
        cmocka_unit_test(unfinished_work_says_of_how_many),
        cmocka_unit_test(quiet_is_silent),
        cmocka_unit_test(a_bar_on_a_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
