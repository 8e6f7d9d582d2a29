/* cmocka, and one more assertion. */
#ifndef TESTS_PROFILE_CHECK_H
#define TESTS_PROFILE_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* `text` must contain `part`. */
static inline void assert_has(const char *text, const char *part) {
    if (!strstr(text, part)) fail_msg("'%s' does not contain '%s'", text, part);
}

#endif
