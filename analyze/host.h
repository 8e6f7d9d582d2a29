/* OpenCL C inside of other files: programs that hosts keep in string literals or hand to a macro
 * that makes a string of its argument.
 *
 *     "kernel void k(...)\n" "{...}"    adjacent literals of C and Python, escapes resolved
 *     R"CLC(kernel ...)CLC", """..."""  raw and triple-quoted ones
 *     STRINGIFY(kernel void k(...) ...) a macro call with a kernel among its arguments
 *
 * What a host joins by +, << or a macro between two literals is taken for a macro of that name
 * (guess.h finds its value); lines of an array are joined, too. Everything else parts programs. */
#ifndef AN_HOST_H
#define AN_HOST_H

#include "analyze/pp_lex.h"

/* Text taken out of a file, and where its bytes are in the file. */
typedef struct an_source {
    lp_text text;
    pp_marks marks; /* at the start of each run of bytes that follow each other in the file */
    bool kernel;    /* has a kernel function; others may be helpers of those that have */
    char *problem;  /* FILE:LINE:COL and why the text cannot be used, NULL when it can */
} an_source;

typedef struct an_sources {
    an_source *v; /* in the order of the file */
    size_t n, cap;
    size_t n_kernels;
    bool plain; /* a kernel function stands in the file itself, outside of strings */
} an_sources;

/* Is this a file of a language that kernels are embedded in (.c, .cpp, .h, .py, ...)? */
bool an_is_host_name(const char *path);
/* Suffixes of such files, NULL-terminated; .clh is among them, since few have kernels. */
extern const char *const an_host_suffixes[];

/* Takes the programs out of a file. A literal with a kernel that does not end, or with an escape
 * that is no text, is a source with a problem. Free `out` with an_sources_free. */
void an_host_read(const char *path, const char *bytes, size_t n, an_sources *out);
void an_sources_free(an_sources *s);
/* Appends with a line end between. */
void an_source_join(an_source *to, const an_source *from);
void an_source_free(an_source *s);

/* Does the file have a kernel for an_host_read or, in itself, for the parser? False, too, for what
 * cannot be read or is longer than max_bytes: most files of a host program are none of ours. */
bool an_host_has_kernel(const char *path, size_t max_bytes);

#endif
