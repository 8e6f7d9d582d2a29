/* Why a kernel or a whole file is not used: codes stored in kernel.reason, one table for messages
 * and summaries. */
#ifndef AN_REASON_H
#define AN_REASON_H

typedef enum {
    AN_OK,
    AN_UNREADABLE,  /* file: missing, a NUL byte, not UTF-8, too long */
    AN_PREPROCESS,  /* file: bad directive, missing include, macro bomb, nesting */
    AN_SYNTAX,      /* file: libclang reports errors */
    AN_NO_KERNEL,   /* file: no kernel function in it */
    AN_HELD_OUT,    /* of a held-out folder that is no part of the corpus */
    AN_DUPLICATE,   /* same normalised source as an earlier kernel */
    AN_DIMS,        /* uses dimension 1 or 2 */
    AN_IMAGE,       /* image, sampler or pipe argument */
    AN_STRUCT_ARG,  /* struct by value */
    AN_POINTER_ARG, /* pointer to pointer, or an element type without a size */
    AN_INDIRECT,    /* an index was loaded from memory and nothing bounds it */
    AN_OPAQUE,      /* an index could not be expressed */
    AN_NEGATIVE,    /* an index may be negative */
    AN_LOOP,        /* a loop whose trip count nothing bounds */
    AN_BARRIER,     /* a barrier under divergent control flow */
    AN_UNSUPPORTED, /* a construct the inference does not know: recursion, goto, inline assembly,
                       ... */
    AN_N_REASONS
} an_reason;

const char *an_reason_code(an_reason r); /* "indirect-index", ... */
const char *an_reason_text(an_reason r); /* for summaries */

#endif
