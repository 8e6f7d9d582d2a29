/* YAML as a small tree that remembers lines and columns. Only what a campaign file needs: one
 * document of mappings, lists and scalars. Anchors, aliases, tags, several documents, tabs, NUL and
 * control bytes, invalid UTF-8, more than 1 MiB, more than LP_YAML_DEPTH levels, duplicated keys
 * and non-scalar keys are errors of the form "NAME:LINE:COL: message". */
#ifndef LP_YAML_H
#define LP_YAML_H

#include <stdbool.h>
#include <stddef.h>

#include "common/error.h"

#define LP_YAML_BYTES_MAX ((size_t)1 << 20)
#define LP_YAML_DEPTH 8
#define LP_YAML_MAP_MAX 1000
#define LP_YAML_LIST_MAX 10000

typedef enum { LP_YAML_SCALAR, LP_YAML_LIST, LP_YAML_MAP } lp_yaml_kind;

/* A node owns its strings and children; free the root with lp_yaml_free. Lines and columns count
 * from 1. */
typedef struct lp_yaml {
    lp_yaml_kind kind;
    char *key; /* of an entry of a mapping, else NULL */
    int key_line, key_col;
    char *text; /* scalars */
    bool plain; /* scalars: written without quotes, so it may be a number */
    int line, col;
    struct lp_yaml *child; /* first entry or item */
    struct lp_yaml *next;  /* next sibling */
} lp_yaml;

/* NULL and a message on error. `name` stands for the file in messages. */
lp_yaml *lp_yaml_parse(const char *name, const char *bytes, size_t n, lp_err *e);
void lp_yaml_free(lp_yaml *y); /* NULL is fine */
const char *lp_yaml_kind_name(const lp_yaml *y);

#endif
