/* The preprocessor's insides, shared by analyze/pp*.c only. Others use analyze/unit.h.
 *
 * pp_lex    bytes -> tokens                pp_macro  #define and the macro table
 * pp_subst  one expansion, with # and ##   pp_expand tokens -> fully expanded tokens
 * pp_cond   #if expressions                pp_dir    directives and conditionals
 * pp_include files on the include stack    pp_limit  nesting and length of statements
 * pp_calls  number of calls
 * pp_out    tokens -> the unit's text      pp        the entry points */
#ifndef AN_PP_H
#define AN_PP_H

#include "analyze/pp_lex.h"
#include "analyze/unit.h"

/* Text that lives until the unit is done. */
typedef struct pp_block {
    struct pp_block *next;
    size_t used, cap;
    char bytes[];
} pp_block;

typedef struct pp_macro {
    struct pp_macro *next; /* in its bucket */
    pp_tok name;
    bool func, variadic, undefined;
    int n_params;
    int active; /* expansions of it that are being read: it is not expanded again meanwhile */
    pp_tok *params;
    pp_toks body;
} pp_macro;

/* Tokens to be read before the file goes on: an expansion, or a list that is expanded on its own
 * (barrier). */
typedef struct pp_ctx {
    pp_tok *v;
    size_t n, at;
    pp_macro *macro; /* NULL for a list */
    bool barrier;    /* reading ends here */
} pp_ctx;

typedef struct pp_cond {
    pp_tok at;   /* the #if, for messages */
    bool live;   /* the enclosing group is read */
    bool taken;  /* one group of this conditional was read or is being read */
    bool active; /* the current group is read */
    bool in_else;
} pp_cond;

typedef struct pp_open {
    pp_lexer lex;
    pp_src *src;
    size_t n_conds; /* conditionals that were open when the file was entered */
} pp_open;

/* Statement limits (pp_limit.c). */
typedef struct pp_level {
    char kind;     /* ( [ { or = for the brace of an initialiser */
    uint32_t at;   /* count when it was opened */
    uint32_t base; /* base outside of it */
    bool block;    /* of a parenthesis: a brace after it begins a block, not a compound literal */
} pp_level;

typedef struct pp_limit {
    pp_level *levels;
    size_t n, cap;
    uint32_t base;  /* tokens that lead to the innermost block */
    uint32_t count; /* tokens that lead to the current one: no syntax tree can be deeper here */
    uint32_t
        ended;  /* count of the statement that just ended, for an else to go on from; 0 if none */
    bool block; /* of the parenthesis that was closed last */
    pp_tok prev;
} pp_limit;

enum { PP_BUCKETS = 1024 };

typedef struct pp {
    const an_options *opt;
    an_unit *unit;
    lp_err *e;
    pp_block *arena;
    pp_src **srcs; /* by file index */
    size_t n_srcs, cap_srcs;
    pp_src pseudo[2]; /* predefined macros, -D */
    size_t source_bytes;
    pp_open *open;
    size_t n_open, cap_open;
    pp_cond *conds;
    size_t n_conds, cap_conds;
    bool line_start; /* nothing of the current line was read: a # starts a directive */
    pp_macro *macros[PP_BUCKETS];
    pp_ctx *ctxs;
    size_t n_ctxs, cap_ctxs;
    size_t work; /* bytes that expansions produced */
    int depth;   /* macro calls inside arguments of macro calls */
    int in_args; /* collecting arguments: only conditionals are allowed */
    bool pad;    /* an expansion to nothing had white space before it */
    bool in_if;  /* `defined` is an operator */
    pp_limit limit;
    size_t calls_kib; /* memory that libclang will need for them */
    pp_tok last;      /* token that was output last */
    bool line_empty;
} pp;

/* Fails with FILE:LINE:COL of `t`. */
int pp_fail(pp *p, const pp_tok *t, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Notes in opt->trouble what failed at `t`. Always -1. */
int pp_trouble(pp *p, const pp_tok *t, an_trouble_kind kind, const char *name);
const char *pp_file_path(const pp *p, uint16_t file);
char *pp_keep(pp *p, const char *s, size_t n); /* copies into the arena, NUL-terminated */
int pp_size(const pp_tok *t);                  /* length for %.*s, cut to what a message can show */

/* pp_macro.c */
pp_macro *pp_find(const pp *p, const pp_tok *name); /* NULL when it is no macro */
bool pp_defined(const pp *p, const pp_tok *name);   /* also what OpenCL C itself provides */
int pp_define(pp *p, const pp_tok *line, size_t n); /* NAME..., NAME(PARAMS)... */
void pp_undef(pp *p, const pp_tok *name);
int pp_predefine(pp *p);
void pp_macros_free(pp *p);
/* Value of an integer macro of OpenCL C's own, for conditionals: INT_MAX, ... */
bool pp_provided(const pp_tok *name, int64_t *value, bool *is_unsigned);

/* pp_subst.c: the expansion of m, args[i] from at[i] to at[i+1]; tokens take the position of
 * `root`. */
int pp_substitute(pp *p, pp_macro *m, const pp_toks *args, const size_t *at, const pp_tok *root,
                  pp_toks *out);

/* pp_expand.c */
int pp_raw(pp *p, pp_tok *t);  /* not expanded; PP_NL between lines of the file */
int pp_next(pp *p, pp_tok *t); /* fully expanded */
int pp_expand_list(pp *p, const pp_tok *v, size_t n, pp_toks *out);
void pp_begin_list(pp *p, const pp_tok *v,
                   size_t n); /* until pp_end_list, reading is confined to the copied list */
void pp_end_list(pp *p);

/* pp_cond.c: the value of an #if line. */
int pp_eval(pp *p, const pp_tok *at, const pp_tok *v, size_t n, bool *value);

/* pp_dir.c */
int pp_file_next(
    pp *p, pp_tok *t); /* next token of the open files; runs directives; PP_EOF at the very end */
int pp_peek_paren(pp *p, bool *yes); /* is the file's next token a "("? It is read if so */
int pp_read_line(pp *p, pp_toks *line);

/* pp_include.c */
int pp_enter(pp *p, pp_src *src, const pp_tok *at);
void pp_leave(pp *p);
int pp_include(pp *p, const pp_tok *at, const pp_tok *v, size_t n);
int pp_enter_prelude(pp *p); /* the files of opt->prelude, on top of what is open */
pp_src *pp_add_src(pp *p, const char *path, const char *bytes, size_t n, const pp_marks *from);

/* pp_out.c */
int pp_emit(pp *p, const pp_tok *t); /* PP_NL ends a line */
int pp_emit_pragma(pp *p, const pp_tok *at, const pp_tok *v, size_t n);

/* pp_limit.c */
int pp_limit_token(pp *p, const pp_tok *t);

/* pp_calls.c: `name` stands before an opening parenthesis. */
int pp_limit_call(pp *p, const pp_tok *name);

#endif
