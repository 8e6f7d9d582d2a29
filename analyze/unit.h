/* A translation unit after our own preprocessing: macro-free OpenCL C text whose every byte range
 * is a real range of the AST, and the map from it back to the user's files. Owned by the caller;
 * free with an_unit_free. */
#ifndef AN_UNIT_H
#define AN_UNIT_H

#include <stddef.h>
#include <stdint.h>

#include "common/error.h"
#include "common/text.h"

/* Where a piece of the unit's text came from; entries are sorted by `offset`. */
typedef struct an_origin {
    uint32_t offset; /* first byte in unit text */
    uint32_t file;   /* index into files */
    uint32_t line, col;
} an_origin;

typedef struct an_unit {
    lp_text text;  /* no comments, no macros of the user's, pragmas kept on their own lines */
    lp_strv files; /* paths as the user named them; [0] is the main file */
    an_origin *origin;
    size_t n_origin, cap_origin;
} an_unit;

/* What stopped the preprocessor, for those who know how to go on (guess.h). */
typedef enum {
    AN_TROUBLE_OTHER,
    AN_TROUBLE_NO_FILE,      /* an include of `name` was not found */
    AN_TROUBLE_INCLUDE_NAME, /* an #include whose name is no file name: `name` is its first word */
    AN_TROUBLE_DIRECTIVE,    /* #error */
} an_trouble_kind;

typedef struct an_trouble {
    an_trouble_kind kind;
    char name[256];
    char file[4096];
    uint32_t line;
} an_trouble;

/* What import may use and must not exceed. */
typedef struct an_options {
    lp_strv defines; /* NAME or NAME=VALUE */
    lp_strv include_dirs;
    lp_strv roots;       /* further folders that an include may lie in, such as the corpus folder */
    lp_strv skips;       /* includes that are left out, as they are spelled */
    lp_strv prelude;     /* files that are read first, as if the main file began with them */
    an_trouble *trouble; /* filled when preprocessing fails; may be NULL */
    const struct pp_marks *marks; /* where the bytes of the main file are in it, when they were
                                     taken out of strings (host.h); NULL: they are the file */
    size_t max_source_bytes;      /* of one file and of all includes together */
    size_t max_unit_bytes;        /* of the expanded text: a macro bomb ends here */
    int max_nesting;              /* of brackets, includes, conditionals */
} an_options;

void an_options_defaults(an_options *o);
void an_options_free(an_options *o);

/* Preprocesses `path` (confined: includes are looked for beside the including file and in
 * include_dirs, then in the folders above the main file as far as they lie in a root; what is found
 * must lie in the folder of `path`, in include_dirs or in roots). Errors: one line FILE:LINE:COL.
 */
int an_preprocess(const char *path, const an_options *o, an_unit *u, lp_err *e);
/* The same from bytes; `path` is used for messages and for finding includes. */
int an_preprocess_bytes(const char *path, const char *bytes, size_t n, const an_options *o,
                        an_unit *u, lp_err *e);
void an_unit_free(an_unit *u);
/* Original position of a byte of the text; *file is borrowed from the unit. */
void an_unit_where(const an_unit *u, uint32_t offset, const char **file, uint32_t *line,
                   uint32_t *col);

#endif
