/* Reading JSON objects that strangers wrote: every member's type and range is checked, members that
 * nobody knows are refused. A message is one line: the file and the member's path, what is wrong,
 * what is wanted. */
#ifndef LLMPERF_MODEL_STRICT_H
#define LLMPERF_MODEL_STRICT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/error.h"
#include "common/json.h"
#include "common/text.h"

/* An object and what messages call it: "DIR/config.json: perf_head.states". Borrows all three. */
typedef struct mdl_at {
    const json_t *o;
    const char *where;
    lp_err *e;
} mdl_at;

/* What the readers below give back. A member that is null counts as absent; one that is absent
 * leaves *out as it was. */
enum { MDL_BAD = -1, MDL_READ = 0, MDL_ABSENT = 1 };

/* 0 when at->o is an object all of whose members are in the list of names that NULL ends. */
int mdl_only(const mdl_at *at, const char *const *names);
/* Makes MDL_ABSENT an error: rc of a reader in, 0 or -1 out. */
int mdl_need(const mdl_at *at, const char *name, int rc);

int mdl_get_int(const mdl_at *at, const char *name, int64_t lo, int64_t hi, int64_t *out);
/* Whole numbers count as numbers too. */
int mdl_get_num(const mdl_at *at, const char *name, double lo, double hi, double *out);
int mdl_get_bool(const mdl_at *at, const char *name, bool *out);
/* A borrowed text that is not empty. */
int mdl_get_str(const mdl_at *at, const char *name, const char **out);
/* The place in a list of words, which NULL ends, of a text that must be one of them. */
int mdl_get_word(const mdl_at *at, const char *name, const char *const *words, int *out);
/* A borrowed object or array. */
int mdl_get_object(const mdl_at *at, const char *name, const json_t **out);
int mdl_get_array(const mdl_at *at, const char *name, size_t max, const json_t **out);
/* A list of at most `max` different texts that are not empty, appended to *out. */
int mdl_get_strs(const mdl_at *at, const char *name, size_t max, lp_strv *out);
/* A list of exactly n numbers in lo..hi; *out is the caller's to free. */
int mdl_get_nums(const mdl_at *at, const char *name, size_t n, double lo, double hi, double **out);

#endif
