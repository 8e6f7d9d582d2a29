/* Parsing with repair: kernels from the wild miss the macros that their host program passes with
 * -D. Where a file does not parse, one missing name a round is guessed, from a table of known
 * names, from conditionals and files that would define it, or from how it is used.
 *
 * A guess is a text, as it is recorded:
 *     NAME=VALUE, NAME(a,b)=VALUE   a macro
 *     #include "NAME"=              an include that was not found and is left out
 *     #include FILE                 a file beside that was read first, because it defines a name
 * A clean parse says nothing about the truth of a guess: that is why they are recorded. */
#ifndef AN_GUESS_H
#define AN_GUESS_H

#include "analyze/parse.h"
#include "analyze/pp_lex.h"

typedef struct an_guessed {
    an_unit unit;
    CXTranslationUnit tu; /* NULL when nothing helped */
    const char *std;
    lp_strv guesses; /* in the order in which they were made; empty when the file parses as it is */
    lp_strv local;   /* macros among them that must be equal to the local size */
    bool preprocessed; /* on failure: preprocessing itself was not the problem */
} an_guessed;

/* Preprocesses and parses `bytes`. On failure -1 and the first error of the file as it is. Free
 * `out` in any case. */
int an_guess_parse(an_parser *p, const char *path, const char *bytes, size_t n, const an_options *o,
                   an_guessed *out, lp_err *e);
void an_guessed_free(an_guessed *g);

/* ---- for guess*.c only -------------------------------------------------------------------------
 */

/* Values that a name may stand for, best first. */
typedef struct an_values {
    lp_strv v;  /* guesses: NAME=VALUE, NAME(a,b)=VALUE */
    bool local; /* the name is a local size */
} an_values;

/* guess_table.c: the meaning of a name that many projects use alike, NULL when it is none. With
 * parameters it is (a,b)=REPLACEMENT. */
const char *an_known_macro(const pp_tok *name);

/* guess_use.c: from all uses of toks[at] in the tokens. `is_type`: the parser expects a type. */
void an_values_of_use(const pp_toks *toks, size_t at, bool is_type, an_values *out);
/* The first token of that name outside of directives, toks->n when there is none. Tokens may have
 * PP_NL. */
size_t an_first_use(const pp_toks *toks, const char *name);

/* guess_find.c: the tokens of a file, line ends kept, nothing expanded. */
typedef struct an_scan {
    pp_src src;
    pp_toks toks;
} an_scan;

/* `from` as an_options.marks; false: no tokens */
bool an_scan_init(an_scan *s, const char *path, const char *bytes, size_t n, const pp_marks *from);
bool an_scan_file(an_scan *s, const char *path, size_t max_bytes);
void an_scan_free(an_scan *s);
/* Does the file define the name at file scope: a macro, a function, a type? `*guess` is a
 * conditional's macro that must be defined for it (NAME=VALUE, caller frees), NULL when there is
 * no such. Macros in `have` are not asked for again. */
bool an_scan_defines(const an_scan *s, const pp_tok *name, const lp_strv *have, char **guess);
/* Macros that conditionals around #include lines want to be defined. */
void an_scan_include_selectors(const an_scan *s, lp_strv *guesses);
/* Guesses for a macro: the values that the file's conditionals compare it with. */
void an_scan_compared(const an_scan *s, const pp_tok *name, an_values *out);
/* Guesses for a macro that conditionals open at that line ask for: what the line reports as missing
 * or wrong. */
void an_scan_wanted(const an_scan *s, uint32_t line, const lp_strv *have, an_values *out);

/* Is there a guess for this name already? */
bool an_have_guess(const lp_strv *have, const char *name, size_t n);

#endif
