/* Messages to stderr, one write each, so that lines of several processes do not mix.
 *
 * In: printf formats. Out: `PROG: message` lines. Keeps no file and no time stamps. */
#include "common/log.h"

#include <stdarg.h>
#include <stdio.h>

#include "common/text.h"

static const char *log_prog = "llmperf";
static lp_log_level log_level = LP_LOG_NORMAL;
static void (*log_before)(void);

void lp_log_init(const char *prog) {
    log_prog = prog;
}

const char *lp_log_prog(void) {
    return log_prog;
}

void lp_log_set_level(lp_log_level level) {
    log_level = level;
}

lp_log_level lp_log_get_level(void) {
    return log_level;
}

void lp_log_before(void (*fn)(void)) {
    log_before = fn;
}

__attribute__((format(printf, 2, 0))) static void print_line(const char *kind, const char *fmt,
                                                             va_list ap) {
    if (log_before) log_before();
    lp_text t = {0};
    lp_text_addf(&t, "%s: %s", log_prog, kind);
    lp_text_vaddf(&t, fmt, ap);
    /* Compilers answer in several lines; escape sequences out of file names must not reach the
     * terminal. */
    lp_clean_controls(t.s, "\n\t");
    lp_text_addc(&t, '\n');
    fwrite(t.s, 1, t.len, stderr);
    fflush(stderr);
    lp_text_free(&t);
}

void lp_error(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    print_line("", fmt, ap);
    va_end(ap);
}

void lp_warn(const char *fmt, ...) {
    if (log_level < LP_LOG_NORMAL) return;
    va_list ap;
    va_start(ap, fmt);
    print_line("warning: ", fmt, ap);
    va_end(ap);
}

void lp_note(const char *fmt, ...) {
    if (log_level < LP_LOG_NORMAL) return;
    va_list ap;
    va_start(ap, fmt);
    print_line("", fmt, ap);
    va_end(ap);
}

void lp_verbose(const char *fmt, ...) {
    if (log_level < LP_LOG_VERBOSE) return;
    va_list ap;
    va_start(ap, fmt);
    print_line("", fmt, ap);
    va_end(ap);
}
