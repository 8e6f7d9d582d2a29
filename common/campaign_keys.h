/* Internal to common/campaign*.c: the one table of campaign keys, and how a value gets into its
 * field. */
#ifndef LP_CAMPAIGN_KEYS_H
#define LP_CAMPAIGN_KEYS_H

#include "common/campaign.h"
#include "common/yaml.h"

typedef enum {
    LP_KEY_INT,    /* int64_t */
    LP_KEY_NUM,    /* double */
    LP_KEY_BOOL,   /* bool */
    LP_KEY_NAME,   /* char *: letters, digits, '.', '_', '-' */
    LP_KEY_CHOICE, /* an enum: the number of one of its words */
    LP_KEY_PATHS,  /* lp_strv of file names, left out of the canonical JSON: they differ between
                      machines */
    LP_KEY_MACROS, /* lp_strv of NAME=VALUE */
    LP_KEY_LOCALS  /* lp_int_list: multiples of 32 */
} lp_key_type;

typedef struct lp_key {
    const char *path; /* "launch.shares.idle" */
    lp_key_type type;
    size_t offset;            /* of the field in lp_campaign */
    const char *dflt;         /* as YAML */
    const char *unit;         /* "" when it has none */
    int64_t ilo, ihi;         /* inclusive range of LP_KEY_INT and of list items */
    double lo, hi;            /* inclusive range of LP_KEY_NUM */
    const char *help;         /* one line */
    const char *const *words; /* of LP_KEY_CHOICE, NULL at the end */
} lp_key;

typedef struct lp_section {
    const char *path;
    const char *help;
} lp_section;

extern const lp_key lp_keys[];
extern const size_t lp_n_keys;
extern const lp_section lp_sections[];
extern const size_t lp_n_sections;

/* Index of the key with this path, -1 when there is none. */
int lp_key_find(const char *path);
/* Checks the value and stores it, freeing what the field held. `file` is for messages; a value of
 * line 0 has no position. */
int lp_key_set(const lp_key *k, lp_campaign *c, const char *file, const lp_yaml *v, lp_err *e);
/* "FILE:LINE:COL: message", or "FILE: message" for a node without a position. Returns -1. */
int lp_key_fail(const char *file, const lp_yaml *at, lp_err *e, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* Reads a whole tree over the defaults that *c holds, then checks what keys must hold together. */
int lp_campaign_apply(const char *file, const lp_yaml *root, lp_campaign *c, lp_err *e);

#endif
