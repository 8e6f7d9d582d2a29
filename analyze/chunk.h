/* A unit cut into its top-level declarations ("chunks"), with the names that each declares and
 * uses.
 *
 * Everything a kernel needs is a set of chunks, so normalising a kernel is choosing chunks
 * (normal.h) and laying them out (layout.h). A chunk is a function, or everything up to a
 * semicolon, or one line #pragma. Names are numbers here; text and tokens are owned by the
 * an_chunks and live until an_chunks_free. */
#ifndef AN_CHUNK_H
#define AN_CHUNK_H

#include <clang-c/Index.h>

#include "analyze/names.h"
#include "analyze/pp_lex.h"
#include "analyze/unit.h"

/* Tokens of macro-free text. A #pragma line is one token. */
int an_lex_unit(const pp_src *src, pp_toks *toks, lp_err *e);

typedef struct an_chunk {
    size_t begin, end;   /* tokens */
    uint32_t lo, hi;     /* bytes of the unit's text */
    uint32_t defines;    /* the function whose body this is, else AN_NO_NAME */
    uint32_t prototypes; /* the function that this only declares, else AN_NO_NAME */
    bool pragma;
    bool packed;    /* declares a struct or union while #pragma pack holds */
    bool old_style; /* a function with its parameters declared behind the parentheses */
} an_chunk;

typedef struct an_kernel_ref {
    CXCursor cursor; /* the definition */
    uint32_t chunk;
    uint32_t offset; /* of its name */
} an_kernel_ref;

typedef struct an_chunks {
    pp_src src;
    pp_toks toks;
    uint32_t *name; /* by token */
    an_names names;
    an_chunk *v;
    size_t n, cap;
    an_links declared; /* file-scope names (functions, types, tags, enumerators, constants) and who
                          declares them */
    an_links local;    /* names declared inside a chunk: parameters, variables, members */
    an_links fields;   /* the members among them */
    an_links refers;   /* file-scope names that the syntax tree of a chunk refers to */
    an_kernel_ref *kernels; /* in order of their place */
    size_t n_kernels, cap_kernels;
} an_chunks;

/* Cuts a parsed unit. Fails only for text that the parser should have refused. */
int an_chunks_init(an_chunks *c, const an_unit *u, CXTranslationUnit tu, lp_err *e);
void an_chunks_free(an_chunks *c);

/* chunk.c for decl.c: the chunk at a byte of the text, AN_NO_NAME when there is none. */
uint32_t an_chunk_at(const an_chunks *c, uint32_t offset);
/* decl.c: fills the links and the kernels from the syntax tree. */
void an_chunks_read_tree(an_chunks *c, CXTranslationUnit tu);
/* decl.c: offsets behind the bodies of functions, ascending; caller frees. */
uint32_t *an_body_ends(CXTranslationUnit tu, size_t *n);

#endif
