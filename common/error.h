/* Error values with messages.
 *
 * Library functions that can fail take an `lp_err *` last, fill it and return -1 (or NULL); 0 (or a
 * pointer) means success and leaves it untouched. A message is one line: where, what, what to do.
 * The caller owns the lp_err; it holds no memory. `e` may be NULL when the caller only needs to
 * know that something failed. */
#ifndef LP_ERROR_H
#define LP_ERROR_H

typedef struct lp_err {
    char msg[1024];
} lp_err;

/* Exit statuses of every program (the command-line contract). */
enum { LP_EXIT_OK = 0, LP_EXIT_FAIL = 1, LP_EXIT_USAGE = 2, LP_EXIT_INTR = 130 };

/* Formats the message into `e`; always returns -1 so that callers can `return lp_fail(e, ...)`. */
int lp_fail(lp_err *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Puts "prefix: " before the message already in `e`; always returns -1. */
int lp_fail_in(lp_err *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A broken invariant of this program: prints FILE:LINE and aborts. Never for a user's fault. */
#define LP_BUG(...) lp_bug(__FILE__, __LINE__, __VA_ARGS__)
void lp_bug(const char *file, int line, const char *fmt, ...)
    __attribute__((noreturn, format(printf, 3, 4)));

#endif
