/* Parsing a unit with libclang.
 *
 * Deep sources need a deep stack: call an_parse, and whatever walks its tree, inside an_with_stack
 * (the stage program does so once around everything). A crash inside libclang is caught and costs
 * one file. */
#ifndef AN_PARSE_H
#define AN_PARSE_H

#include <clang-c/Index.h>

#include "analyze/unit.h"

/* The name under which libclang sees the unit's text. */
#define AN_UNIT_NAME "unit.cl"

typedef struct an_parser an_parser;

an_parser *an_parser_new(void);
void an_parser_free(
    an_parser *p); /* after every translation unit of it was disposed of; NULL is fine */

/* libclang's version, as its distributor words it. */
const char *an_parser_version(void);

/* Parses the unit as OpenCL C 1.2, then 2.0, then 3.0. The result is disposed of with
 * clang_disposeTranslationUnit and borrows the unit's text meanwhile; *std is a static string
 * ("CL1.2"). NULL and the first error as FILE:LINE:COL of the user's file. */
CXTranslationUnit an_parse(an_parser *p, const an_unit *u, const char **std, lp_err *e);

/* An error of a parse: where in the unit's text, and what libclang says. */
typedef struct an_fault {
    uint32_t offset;
    char *text;
} an_fault;

typedef struct an_faults {
    an_fault *v;
    size_t n, cap;
    bool crashed; /* the parser did: asking again is of no use */
} an_faults;

/* OpenCL C 1.2, 2.0 and 3.0. */
enum { AN_STDS = 3 };
/* Parses as one of the versions only (0 is 1.2). On errors NULL, and all of them (the first 200) in
 * `faults`, which the caller has zeroed and frees. */
CXTranslationUnit an_parse_as(an_parser *p, const an_unit *u, int version, const char **std,
                              an_faults *faults, lp_err *e);
void an_faults_free(an_faults *f);

/* Byte offset in the unit's text, false for a place outside of it (a builtin's header). */
bool an_offset(CXSourceLocation loc, uint32_t *offset);

/* Runs `fn` on a thread with a stack for trees as deep as the preprocessor lets through; its
 * result, or -1 when there is no memory for it. */
int an_with_stack(int (*fn)(void *ctx), void *ctx);

#endif
