/* Duplicates, and records into the database.
 *
 * Files come in byte order of their key, so of two kernels with the same normalised source the one
 * with the smaller path stays, whatever order the files were named in. */
#ifndef AN_STORE_H
#define AN_STORE_H

#include "analyze/corpus.h"
#include "analyze/import.h"

typedef struct an_store {
    db *d; /* borrowed; NULL: only duplicates are found */
    const an_corpus *corpus;
    void *seen;  /* tree of hashes and who had them first */
    int pending; /* files since the last commit */
} an_store;

/* Begins a transaction. When files were given rather than folders, kernels of other files in the
 * database stay and count as seen; when folders were given, those of files that are gone, and that
 * have no samples, are removed in the end. */
int an_store_begin(an_store *s, db *d, const an_corpus *c, lp_err *e);
/* Marks duplicates among the records of one file, then replaces that file's records in the
 * database. */
int an_store_file(an_store *s, const an_file *f, an_records *r, lp_err *e);
/* Commits; `complete` tells whether every file of the corpus was read, so that it is known what is
 * gone and who belongs together. Frees what begin took, in any case. */
int an_store_end(an_store *s, bool complete, lp_err *e);
/* Rolls back what is not committed and frees: after an error. */
void an_store_abort(an_store *s);

#endif
