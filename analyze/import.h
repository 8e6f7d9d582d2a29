/* One source file -> the records of its kernels. Call inside an_with_stack (parse.h). */
#ifndef AN_IMPORT_H
#define AN_IMPORT_H

#include "analyze/corpus.h"
#include "analyze/parse.h"
#include "db/record.h"

typedef struct an_records {
    db_kernel *v;
    size_t n, cap;
} an_records;

/* Appends one record for each kernel function of the file, in their order; or one record without a
 * name when the file as a whole cannot be used. Never fails: every problem is a record with a
 * reason and a detail. */
void an_import(an_parser *p, const an_options *o, const an_file *f, an_records *out);
void an_records_free(an_records *r);

/* Makes `k` a skipped record; `detail` is copied, without the corpus folder in front of its paths.
 */
void an_skip(db_kernel *k, const char *root, const char *code, const char *detail);

#endif
