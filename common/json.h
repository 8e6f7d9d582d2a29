/* Thin helpers over jansson: compact deterministic output and typed member access. */
#ifndef LP_JSON_H
#define LP_JSON_H

#include <jansson.h>
#include <stdint.h>

#include "common/error.h"
#include "common/text.h"

/* Compact text with sorted keys; caller frees. */
char *lp_json_text(const json_t *j);
/* Prints one compact line (keys in insertion order) and a newline to stdout; -1 when stdout cannot
 * take it. */
int lp_json_print_line(const json_t *j);
/* The same of an object that has members, with a list of n items as its last member: each is made
 * (a new reference), printed and dropped, so that a long list is never whole in memory. */
int lp_json_print_line_with(const json_t *o, const char *key, json_t *(*item)(void *ctx, size_t i),
                            void *ctx, size_t n);
/* Parses one document; depth and size are limited. NULL and a message on error; the caller owns the
 * result. */
json_t *lp_json_parse(const char *s, size_t n, lp_err *e);
/* Members with a default when absent or of another type. Strings are borrowed from j. */
int64_t lp_json_i64(const json_t *j, const char *key, int64_t dflt);
double lp_json_num(const json_t *j, const char *key, double dflt);
const char *lp_json_str(const json_t *j, const char *key, const char *dflt);

#endif
