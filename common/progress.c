/* Progress on stderr: a bar that is redrawn on a terminal, plain lines otherwise.
 *
 * In: steps. Out: text for people, at most ten times a second (terminal) or every 10 s. One
 * progress at a time. */
#include "common/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "common/log.h"
#include "common/text.h"

static const double redraw_every_s = 0.1;
static const double line_every_s = 10.0;
enum { BAR_CELLS = 24, MIN_COLUMNS = 20 };

static lp_progress *active; /* the bar that a message must clear, NULL when there is none */

double lp_now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void hide_active(void) {
    if (active) lp_progress_hide(active);
}

static int is_terminal(void) {
    const char *term = getenv("TERM"); // NOLINT(concurrency-mt-unsafe)
    return isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
}

static size_t columns(void) {
    struct winsize w;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &w) != 0 || w.ws_col < MIN_COLUMNS) return 80;
    return w.ws_col;
}

void lp_progress_begin(lp_progress *p, const char *what, const char *unit, int64_t total) {
    *p = (lp_progress){.what = what, .unit = unit, .total = total, .tty = is_terminal()};
    p->start_s = p->shown_s = lp_now_s();
    if (!p->tty) return;
    active = p;
    lp_log_before(hide_active);
}

static void add_duration(lp_text *t, double s) {
    long long n = (long long)(s + 0.5);
    if (n < 60)
        lp_text_addf(t, "%lld s", n);
    else if (n < 3600)
        lp_text_addf(t, "%lld min %02lld s", n / 60, n % 60);
    else
        lp_text_addf(t, "%lld h %02lld min", n / 3600, n / 60 % 60);
}

static void add_rate(lp_text *t, const lp_progress *p, double elapsed_s) {
    double rate = elapsed_s > 0 ? (double)p->done / elapsed_s : 0;
    lp_text_addf(t, rate < 10 ? "%.1f/s" : "%.0f/s", rate);
}

/* "120/500 samples (24 %), 10/s, 38 s left, NOTE" */
static void add_state(lp_text *t, const lp_progress *p, const char *note) {
    double elapsed_s = lp_now_s() - p->start_s;
    lp_text_addf(t, "%lld", (long long)p->done);
    if (p->total > 0) lp_text_addf(t, "/%lld", (long long)p->total);
    lp_text_addf(t, " %s", p->unit);
    if (p->total > 0) lp_text_addf(t, " (%.0f %%)", 100.0 * (double)p->done / (double)p->total);
    lp_text_add(t, ", ");
    add_rate(t, p, elapsed_s);
    if (p->done > 0 && p->done < p->total) {
        lp_text_add(t, ", ");
        add_duration(t, elapsed_s * (double)(p->total - p->done) / (double)p->done);
        lp_text_add(t, " left");
    }
    if (note && *note) lp_text_addf(t, ", %s", note);
}

static void add_bar(lp_text *t, const lp_progress *p) {
    if (p->total <= 0) return;
    double share = (double)p->done / (double)p->total;
    int full = share >= 1 ? BAR_CELLS : (int)(share * BAR_CELLS);
    lp_text_addc(t, '[');
    for (int i = 0; i < BAR_CELLS; i++) lp_text_addc(t, i < full ? '#' : '.');
    lp_text_add(t, "] ");
}

static void draw(lp_progress *p, const char *note) {
    lp_text t = {0};
    lp_text_addf(&t, "%s ", p->what);
    add_bar(&t, p);
    add_state(&t, p, note);
    size_t width = columns() - 1; /* a full line would wrap and could not be redrawn */
    lp_clean_controls(t.s, "");
    fprintf(stderr, "\r%.*s\033[K", (int)(t.len < width ? t.len : width), t.s);
    fflush(stderr);
    lp_text_free(&t);
    p->drawn = 1;
}

void lp_progress_step(lp_progress *p, int64_t n, const char *note) {
    p->done += n;
    double now_s = lp_now_s();
    if (now_s - p->shown_s < (p->tty ? redraw_every_s : line_every_s)) return;
    if (lp_log_get_level() == LP_LOG_QUIET) return;
    p->shown_s = now_s;
    if (p->tty) {
        draw(p, note);
        return;
    }
    lp_text t = {0};
    add_state(&t, p, note);
    lp_note("%s: %s", p->what, t.s);
    lp_text_free(&t);
}

void lp_progress_hide(lp_progress *p) {
    if (!p->drawn) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    p->drawn = 0;
}

void lp_progress_end(lp_progress *p) {
    lp_progress_hide(p);
    if (active == p) {
        active = NULL;
        lp_log_before(NULL);
    }
    double elapsed_s = lp_now_s() - p->start_s;
    lp_text t = {0};
    lp_text_addf(&t, "%s: %lld", p->what, (long long)p->done);
    if (p->total > 0 && p->done != p->total) lp_text_addf(&t, " of %lld", (long long)p->total);
    lp_text_addf(&t, " %s in ", p->unit);
    if (elapsed_s < 10)
        lp_text_addf(&t, "%.1f s", elapsed_s);
    else
        add_duration(&t, elapsed_s);
    lp_text_add(&t, " (");
    add_rate(&t, p, elapsed_s);
    lp_text_add(&t, ")");
    lp_note("%s", t.s);
    lp_text_free(&t);
}
