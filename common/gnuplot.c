/* Pictures by gnuplot.
 *
 * In: scripts. Out: SVG documents. gnuplot reads its commands from a pipe and writes pictures into
 * one; after each it prints a mark, so that one process draws many. Writes no file. */
#include "common/gnuplot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMIT_S = 120, LINE_MAX_BYTES = 1 << 24 };
/* Characters that a picture has room for. */
enum { LONGEST_TEXT = 120, LONGEST_TIC = 32 };

const char *const lp_gnuplot_colour[LP_GNUPLOT_COLOURS] = {
    [LP_GNUPLOT_BLUE] = "#0072B2",   [LP_GNUPLOT_VERMILION] = "#D55E00",
    [LP_GNUPLOT_GREEN] = "#009E73",  [LP_GNUPLOT_PURPLE] = "#CC79A7",
    [LP_GNUPLOT_ORANGE] = "#E69F00", [LP_GNUPLOT_SKY] = "#56B4E9",
    [LP_GNUPLOT_GREY] = "#BBBBBB"};

/* The palette is close to cividis: light is much in print, dark on the screen's white would hide
 * single samples, so it runs from pale to dark. */
static const char style[] =
    "reset\nreset errors\nset encoding utf8\nset border 3 lw 0.8 lc rgb '#444444'\n"
    "set grid lc rgb '#DDDDDD' lw 0.6 lt 1\nset tics nomirror textcolor rgb '#222222'\n"
    "set bmargin 5.4\nset key bmargin center horizontal samplen 2 spacing 1.15 textcolor rgb "
    "'#222222'\n"
    "set palette defined (0 '#E9E3C0', 0.25 '#C3B369', 0.5 '#7F7C75', 0.75 '#3E4C6B', 1 "
    "'#00224E')\n"
    "set style fill solid 1 noborder\nset boxwidth 0.8 relative\n";

int lp_gnuplot_start(lp_gnuplot *g, lp_err *e) {
    char *const argv[] = {"gnuplot", "--default-settings", NULL};
    lp_err why;
    *g = (lp_gnuplot){0};
    if (lp_proc_start(&g->p, argv, true, &why) == 0) return 0;
    return lp_fail(e, "%s; install gnuplot (package gnuplot-nox)", why.msg);
}

/* "'rgb( 10, 20, 255)'" as a colour; *end is behind it. False when it is something else. */
static bool read_colour(const char *s, unsigned *colour, const char **end) {
    char *p = NULL;
    *colour = 0;
    for (int i = 0; i < 3; i++) {
        unsigned long v = strtoul(s, &p, 10);
        if (p == s || v > 255 || strncmp(p, i < 2 ? "," : ")'", i < 2 ? 1 : 2) != 0) return false;
        *colour = *colour << 8 | (unsigned)v;
        s = p + 1;
    }
    *end = s + 1;
    return true;
}

/* Colours of shapes by six digits: half as long, and densities have thousands of them. */
static void add_shape(lp_text *svg, const char *s) {
    static const char mark[] = "'rgb(";
    unsigned colour;
    const char *end;
    for (const char *at; (at = strstr(s, mark)); s = end) {
        bool known = read_colour(at + strlen(mark), &colour, &end);
        if (!known) end = at + strlen(mark);
        lp_text_addn(svg, s, (size_t)((known ? at : end) - s));
        if (known) lp_text_addf(svg, "'#%06x'", colour);
    }
    lp_text_addf(svg, "%s\n", s);
}

static const char *text_of(const lp_text *line) {
    const char *s = lp_text_str(line);
    return s + strspn(s, "\t ");
}

/* A line of the picture; *held is the one before when it begins a group. gnuplot writes many groups
 * with nothing in them: those are left out. */
static void take_line(lp_text *svg, const lp_text *line, lp_text *held) {
    const char *s = text_of(line);
    bool begins = strncmp(s, "<g ", 3) == 0 && line->s[line->len - 1] == '>' && !strstr(s, "</g>");
    if (held->len > 0 && strcmp(s, "</g>") == 0) {
        lp_text_clear(held);
        return;
    }
    lp_text_addn(svg, lp_text_str(held), held->len);
    lp_text_clear(held);
    if (begins)
        lp_text_addf(held, "%s\n", s);
    else if (strncmp(s, "<polygon", 8) == 0 || strncmp(s, "<path", 5) == 0)
        add_shape(svg, s);
    else if (*s)
        lp_text_addf(svg, "%s\n", s);
}

/* The picture's lines up to the mark, and into *said what follows it: 1 when it is complete, 0 when
 * gnuplot ended, else as lp_proc_read_line. */
static int read_picture(lp_gnuplot *g, const char *mark, lp_text *svg, lp_text *said, lp_err *e) {
    lp_text line = {0}, held = {0};
    int rc;
    while ((rc = lp_proc_read_line(&g->p, LIMIT_S, LINE_MAX_BYTES, &line, e)) == 1) {
        if (strncmp(lp_text_str(&line), mark, strlen(mark)) == 0) {
            lp_text_add(said, line.s + strlen(mark));
            break;
        }
        take_line(svg, &line, &held);
    }
    lp_text_addn(svg, lp_text_str(&held), held.len);
    lp_text_free(&held);
    lp_text_free(&line);
    return rc;
}

/* Why there is no picture, after read_picture returned rc. */
static int explain(lp_gnuplot *g, int rc, lp_err *e) {
    if (rc == 0) {
        int status = lp_proc_wait(&g->p);
        return lp_fail(e, "gnuplot failed (status %d)", status);
    }
    lp_proc_kill(&g->p);
    if (rc == -2) return lp_fail(e, "gnuplot did not answer for %d s", LIMIT_S);
    if (rc == -3) return lp_fail(e, "interrupted");
    return lp_fail_in(e, "gnuplot");
}

int lp_gnuplot_draw(lp_gnuplot *g, int width, int height, const lp_text *script, lp_text *svg,
                    lp_err *e) {
    lp_text all = {0}, said = {0};
    char mark[40];
    size_t before = svg->len;
    snprintf(mark, sizeof mark, "end of picture %d:", ++g->n);
    lp_text_addf(&all,
                 "%sset terminal svg size %d,%d noenhanced font 'Helvetica,13' background rgb "
                 "'white'\n",
                 style, width, height);
    lp_text_add(&all, lp_text_str(script));
    /* A command that fails does not end gnuplot. */
    lp_text_addf(&all,
                 "unset multiplot\nset output\nset print '-'\n"
                 "print '%s'.(GPVAL_ERRNO ? GPVAL_ERRMSG : '')\n",
                 mark);
    /* A gnuplot that is gone cannot be written to; its status says more than that. */
    lp_proc_write(&g->p, all.s, all.len, e);
    lp_text_free(&all);
    int rc = read_picture(g, mark, svg, &said, e);
    if (rc == 1 && said.len > 0)
        rc = lp_fail(e, "gnuplot: %s", said.s);
    else if (rc == 1 && svg->len == before)
        rc = lp_fail(e, "gnuplot drew nothing");
    else if (rc != 1)
        rc = explain(g, rc, e);
    lp_text_free(&said);
    return rc == 1 ? 0 : -1;
}

void lp_gnuplot_end(lp_gnuplot *g) {
    lp_proc_kill(&g->p);
}

/* Length of the well-formed character at s, 0 when there is none. */
static size_t character(const char *s) {
    size_t most = strnlen(s, 4);
    for (size_t n = 1; n <= most; n++)
        if (lp_utf8_valid(s, n)) return n;
    return 0;
}

/* Whether XML, and so a picture, may hold the character of n bytes at `at` in s. */
static bool may_draw(const char *s, const char *at, size_t n) {
    if (n == 0 || (unsigned char)*at < ' ' || *at == 0x7f) return false;
    if (*at == '>') return at - s < 2 || at[-1] != ']' || at[-2] != ']'; /* gnuplot leaves it so */
    return n != 3 || (strncmp(at, "\xef\xbf\xbe", n) != 0 && strncmp(at, "\xef\xbf\xbf", n) != 0);
}

/* A quote by number and outside: gnuplot takes '' for one in the middle of a string only. */
static void quote(lp_text *out, const char *s, bool is_format, int most) {
    const char *at = s;
    lp_text_addc(out, '\'');
    for (; *at && most > 0; most--) {
        size_t n = character(at);
        if (!may_draw(s, at, n))
            lp_text_addc(out, '?');
        else if (*at == '\'')
            lp_text_add(out, "'.\"\\047\".'");
        else if (is_format && *at == '%')
            lp_text_add(out, "%%");
        else
            lp_text_addn(out, at, n);
        at += n ? n : 1;
    }
    lp_text_add(out, *at ? "...'" : "'");
}

void lp_gnuplot_quote(lp_text *out, const char *s) {
    quote(out, s, false, LONGEST_TEXT);
}

void lp_gnuplot_quote_tic(lp_text *out, const char *s) {
    quote(out, s, true, LONGEST_TIC);
}

typedef void (*tic_words)(char out[16], int digit, int power);

static void time_words(char out[16], int digit, int power) {
    static const char *const unit[] = {"ns", "us", "ms", "s"};
    int u = power < 0 ? 0 : power / 3 < 3 ? power / 3 : 3;
    snprintf(out, 16, "%.*f %s", power < 0 ? -power : 0, digit * pow(10, power - 3 * u), unit[u]);
}

static void count_words(char out[16], int digit, int power) {
    static const char *const unit[] = {"", " k", " M", " G"};
    int u = power < 0 ? 0 : power / 3 < 3 ? power / 3 : 3;
    snprintf(out, 16, "%.*f%s", power < 0 ? -power : 0, digit * pow(10, power - 3 * u), unit[u]);
}

/* Where there are too few powers of ten to read values by, 2 and 5 are named too. */
static void tics(lp_text *out, const char *axis, double lo, double hi, tic_words words) {
    const char *comma = "";
    bool narrow = hi / lo < 100;
    lp_text_addf(out, "set %stics (", axis);
    for (int p = (int)floor(log10(lo)); p <= (int)ceil(log10(hi)); p++) {
        char shown[16];
        words(shown, 1, p);
        lp_text_addf(out, "%s'%s' 1e%d", comma, shown, p);
        comma = ", ";
        for (int minor = 2; minor < 10; minor++) {
            bool named = narrow && (minor == 2 || minor == 5);
            words(shown, minor, p);
            lp_text_addf(out, ", '%s' %de%d %d", named ? shown : "", minor, p, !named);
        }
    }
    lp_text_add(out, ")\n");
}

void lp_gnuplot_time_tics(lp_text *out, const char *axis, double lo_ns, double hi_ns) {
    tics(out, axis, lo_ns, hi_ns, time_words);
}

void lp_gnuplot_count_tics(lp_text *out, const char *axis, double lo, double hi) {
    tics(out, axis, lo, hi, count_words);
}
