/* The files that the stage was asked to read, each with the path it is stored under, in byte order
 * of that path. */
#ifndef AN_CORPUS_H
#define AN_CORPUS_H

#include <stdbool.h>

#include "common/error.h"
#include "common/text.h"

typedef struct an_file {
    char *path; /* to open and for messages */
    char *key;  /* stored: relative to the folder given, the same on any machine */
    char *root; /* the folder given, NULL for a file that was given itself */
    char *real; /* resolved path */
    bool held_out;
    bool reference; /* held out and no part of the corpus: only near-duplicates of it are looked for
                     */
} an_file;

typedef struct an_corpus {
    an_file *v;
    size_t n, cap;
    lp_strv roots; /* the folders given */
} an_corpus;

/* Files are taken whatever their name; of folders, everything that ends in .cl or .ocl, and what
 * holds programs in strings (host.h) and is no longer than max_bytes. Fails with one line for a
 * path that is not there and for two files that would get the same key. *c is filled here and freed
 * with an_corpus_free in any case. */
int an_corpus_find(const lp_strv *paths, size_t max_bytes, an_corpus *c, lp_err *e);
void an_corpus_free(an_corpus *c);
/* Marks the files that are one of these or lie in one, wherever they were given, and adds those
 * that were not given, as `held-out/N/FILE` for the N-th path, so that their near-duplicates are
 * found (not with max_bytes 0). Fails with one line for a path that is not there: what it should
 * have held out would be trained on. */
int an_corpus_hold_out(an_corpus *c, const lp_strv *paths, size_t max_bytes, lp_err *e);
/* Is a record of this path (a key, or KEY#2 of a second kernel of one name) of one of the corpus'
 * files? */
bool an_corpus_has(const an_corpus *c, const char *path);

#endif
