/* PCRE2 as the tokenizers library would match.
 *
 * In: patterns of strangers, text. Out: ranges. Checks first that the pattern means the same to
 * both libraries. Splits nothing. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "model/regex.h"

#include <pcre2.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"

enum {
    MAX_PATTERN_BYTES = 4096,
    MAX_REPEAT = 100,
    MAX_STEPS = 1000000, /* of one search */
    MAX_HEAP_KIB = 64 << 10
};

struct mdl_regex {
    pcre2_code *code;
    bool jit;
};

struct mdl_regex_room {
    pcre2_match_data *data;
    pcre2_match_context *context;
};

/* ---- what both libraries take the same way ------------------------------------------------------
 */

typedef struct scan {
    const char *p;
    bool operand; /* something stands before that a quantifier can repeat */
    lp_err *e;
} scan;

static int refuse(scan *s, size_t n) {
    return lp_fail(s->e, "regular expression: '%.*s' is not supported", (int)n, s->p);
}

/* A shadow might hide such a character. */
static int refuse_wide(scan *s) {
    return lp_fail(s->e, "regular expression: characters beyond ASCII are not supported");
}

/* Names of general categories, as \p{L} or \p{Lu}. */
static bool is_category(const char *p, size_t n) {
    static const char *const seconds[] = {"Lultmo", "Mnce", "Ndlo", "Pcdseifo",
                                          "Smcko",  "Zslp", "Ccfon"};
    for (size_t i = 0; n > 0 && n <= 2 && i < sizeof seconds / sizeof *seconds; i++)
        if (*p == seconds[i][0]) return n == 1 || strchr(seconds[i] + 1, p[1]) != NULL;
    return false;
}

static int scan_escape(scan *s) {
    char c = s->p[1];
    if (c == 'p' || c == 'P') {
        const char *end = s->p[2] == '{' ? strchr(s->p, '}') : NULL;
        if (!end) return refuse(s, 2);
        if (!is_category(s->p + 3, (size_t)(end - s->p) - 3))
            return refuse(s, (size_t)(end - s->p) + 1);
        s->p = end + 1;
        return 0;
    }
    if (c == '\0' || !strchr("sSdDrnt !\"#$%&()*+,-./:;=?@[\\]^_{|}~", c))
        return refuse(s, c ? 2 : 1);
    s->p += 2;
    return 0;
}

static int scan_group(scan *s) {
    static const char *const kinds[] = {"(?:", "(?i:", "(?=", "(?!", "(?<=", "(?<!", "(?>"};
    s->operand = false;
    if (s->p[1] != '?' && s->p[1] != '*') {
        s->p++;
        return 0;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strncmp(s->p, kinds[i], strlen(kinds[i])) == 0) {
            s->p += strlen(kinds[i]);
            return 0;
        }
    return refuse(s, strnlen(s->p, 3));
}

/* A '-' is taken at the ends of a class, escaped, or between two plain characters. */
static int scan_range(scan *s, bool after_plain) {
    if (s->p[1] == ']') return 0;
    return after_plain && s->p[1] != '\\' && s->p[1] != '[' ? 0 : refuse(s, 2);
}

static int scan_class(scan *s) {
    const char *from = s->p++;
    if (*s->p == '^') s->p++;
    const char *first = s->p;
    bool plain = false; /* a character stands before that may begin a range */
    while (*s->p != ']') {
        if (*s->p == '\0')
            return lp_fail(s->e, "regular expression: '%.20s': a ']' is missing", from);
        if (*s->p == '[' || (s->p[0] == '&' && s->p[1] == '&')) return refuse(s, 2);
        if ((unsigned char)*s->p >= 0x80) return refuse_wide(s);
        if (*s->p == '\\') {
            if (scan_escape(s)) return -1;
            plain = false;
            continue;
        }
        bool range = *s->p == '-' && s->p != first;
        if (range && scan_range(s, plain)) return -1;
        plain = !range;
        s->p += range && s->p[1] != ']' ? 2 : 1;
    }
    if (s->p == first) return refuse(s, 1);
    s->p++;
    s->operand = true;
    return 0;
}

/* {n}, {n,} or {n,m}. */
static int scan_repeat(scan *s) {
    const char *from = s->p;
    char *end;
    long lo = strtol(from + 1, &end, 10), hi = lo;
    bool exact = *end == '}', digits = from[1] >= '0' && from[1] <= '9';
    if (digits && *end == ',') {
        const char *second = end + 1;
        hi = *second == '}' ? lo : strtol(second, &end, 10);
        if (*second == '}') end++;
        digits = *second == '}' || (*second >= '0' && *second <= '9');
    }
    if (!digits || *end != '}' || hi < lo || hi > MAX_REPEAT) return refuse(s, strnlen(from, 8));
    /* What follows means another thing to each library. */
    if (end[1] == '+' || (exact && end[1] == '?')) return refuse(s, (size_t)(end - from) + 2);
    s->p = end + 1 + (end[1] == '?');
    return 0;
}

static int scan_quantifier(scan *s) {
    if (!s->operand) return refuse(s, 1);
    s->operand = false;
    if (*s->p == '{') return scan_repeat(s);
    s->p++;
    if (*s->p == '?' || *s->p == '+') s->p++;
    return 0;
}

static int scan_one(scan *s) {
    switch (*s->p) {
    case '\\':
        s->operand = true;
        return scan_escape(s);
    case '(':
        return scan_group(s);
    case '[':
        return scan_class(s);
    case '?':
    case '*':
    case '+':
    case '{':
        return scan_quantifier(s);
    case '^':
    case '$':
    case ']':
    case '}':
        return refuse(s, 1);
    case '|':
        s->operand = false;
        break;
    default:
        if ((unsigned char)*s->p >= 0x80) return refuse_wide(s);
        s->operand = true;
    }
    s->p++;
    return 0;
}

static int check(const char *pattern, lp_err *e) {
    scan s = {pattern, false, e};
    if (strlen(pattern) > MAX_PATTERN_BYTES)
        return lp_fail(e, "regular expression: longer than %d bytes", MAX_PATTERN_BYTES);
    if (*pattern == '\0') return lp_fail(e, "regular expression: is empty");
    while (*s.p)
        if (scan_one(&s)) return -1;
    return 0;
}

/* ---- compiling ----------------------------------------------------------------------------------
 */

static mdl_regex *compile(const char *pattern, uint32_t options, lp_err *e) {
    int code;
    size_t at;
    pcre2_compile_context *context = pcre2_compile_context_create(NULL);
    pcre2_set_newline(context, PCRE2_NEWLINE_LF);
    pcre2_code *re = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, PCRE2_UTF | options,
                                   &code, &at, context);
    pcre2_compile_context_free(context);
    if (!re) {
        PCRE2_UCHAR why[160];
        pcre2_get_error_message(code, why, sizeof why);
        lp_fail(e, "regular expression: at character %zu: %s", at + 1, (const char *)why);
        return NULL;
    }
    mdl_regex *r = lp_alloc(1, sizeof *r);
    r->code = re;
    /* Where memory may not be made executable, matching is slower and the same. */
    r->jit = pcre2_jit_compile(re, PCRE2_JIT_COMPLETE) == 0;
    return r;
}

mdl_regex *mdl_regex_new(const char *pattern, lp_err *e) {
    return check(pattern, e) ? NULL : compile(pattern, PCRE2_UCP, e);
}

mdl_regex *mdl_regex_literal(const char *text, lp_err *e) {
    if (*text != '\0' && strlen(text) <= MAX_PATTERN_BYTES) return compile(text, PCRE2_LITERAL, e);
    lp_fail(e, "a separator is empty or longer than %d bytes", MAX_PATTERN_BYTES);
    return NULL;
}

mdl_regex *mdl_regex_trusted(const char *pattern) {
    lp_err e = {""};
    mdl_regex *r = compile(pattern, PCRE2_UCP, &e);
    if (!r) LP_BUG("%s: %s", pattern, e.msg);
    return r;
}

void mdl_regex_free(mdl_regex *r) {
    if (!r) return;
    pcre2_code_free(r->code);
    free(r);
}

/* ---- matching -----------------------------------------------------------------------------------
 */

const char *mdl_regex_version(void) {
    static char text[64]; /* PCRE2 says: at least 24 */
    pcre2_config(PCRE2_CONFIG_VERSION, text);
    return text;
}

mdl_regex_room *mdl_regex_room_new(void) {
    mdl_regex_room *room = lp_alloc(1, sizeof *room);
    room->data = pcre2_match_data_create(1, NULL);
    room->context = pcre2_match_context_create(NULL);
    pcre2_set_match_limit(room->context, MAX_STEPS);
    pcre2_set_heap_limit(room->context, MAX_HEAP_KIB);
    return room;
}

void mdl_regex_room_free(mdl_regex_room *room) {
    if (!room) return;
    pcre2_match_data_free(room->data);
    pcre2_match_context_free(room->context);
    free(room);
}

int mdl_regex_find(const mdl_regex *r, mdl_regex_room *room, const char *s, size_t n, size_t from,
                   size_t *lo, size_t *hi, lp_err *e) {
    PCRE2_SPTR subject = (PCRE2_SPTR)s;
    int rc = PCRE2_ERROR_JIT_STACKLIMIT;
    if (r->jit) rc = pcre2_jit_match(r->code, subject, n, from, 0, room->data, room->context);
    if (rc == PCRE2_ERROR_JIT_STACKLIMIT) /* without JIT the limits are in `context` */
        rc = pcre2_match(r->code, subject, n, from, PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, room->data,
                         room->context);
    if (rc == PCRE2_ERROR_NOMATCH) return 0;
    if (rc < 0) {
        PCRE2_UCHAR why[160];
        pcre2_get_error_message(rc, why, sizeof why);
        return lp_fail(e, "a regular expression gives up on this text: %s", (const char *)why);
    }
    const size_t *range = pcre2_get_ovector_pointer(room->data);
    *lo = range[0];
    *hi = range[1];
    return 1;
}
