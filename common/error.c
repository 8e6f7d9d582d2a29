/* Error values: formats one-line messages into an lp_err, and aborts on broken invariants.
 *
 * In: printf formats. Out: the caller's lp_err. Prints nothing itself (but for LP_BUG): whoever
 * handles the error does. */
#include "common/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"

/* One line: no control bytes, no trailing blanks, no half of a UTF-8 sequence where it was cut. */
static void tidy(char *s, bool cut) {
    size_t n = strlen(s);
    if (cut) {
        while (n > 0 && ((unsigned char)s[n - 1] & 0xC0) == 0x80) n--;
        if (n > 0 && ((unsigned char)s[n - 1] & 0x80)) n--;
        s[n] = '\0';
    }
    lp_clean_controls(s, "");
    while (n > 0 && s[n - 1] == ' ') s[--n] = '\0';
}

int lp_fail(lp_err *e, const char *fmt, ...) {
    if (!e) return -1;
    lp_err made; /* an argument may point into e->msg */
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(made.msg, sizeof made.msg, fmt, ap);
    va_end(ap);
    if (n < 0) made.msg[0] = '\0';
    tidy(made.msg, n >= (int)sizeof made.msg);
    *e = made;
    return -1;
}

int lp_fail_in(lp_err *e, const char *fmt, ...) {
    if (!e) return -1;
    char prefix[sizeof e->msg];
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(prefix, sizeof prefix, fmt, ap);
    va_end(ap);
    if (n < 0) prefix[0] = '\0';
    return lp_fail(e, "%s: %s", prefix, e->msg);
}

void lp_bug(const char *file, int line, const char *fmt, ...) {
    fprintf(stderr, "BUG: %s:%d: ", file, line);
    va_list ap;
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    abort();
}
