/* The state of parsing with repair, shared by guess.c (attempts and rounds) and guess_fix.c (what
 * may be done about a problem). Others use analyze/guess.h. */
#ifndef AN_GUESS_FIX_H
#define AN_GUESS_FIX_H

#include "analyze/guess.h"

#define AN_LEAVE_OUT "#include \""
#define AN_READ_FIRST "#include "

/* One attempt to parse. */
typedef struct an_attempt {
    an_unit unit;
    CXTranslationUnit tu;
    an_faults faults;
    an_trouble trouble;
    const char *std;
    bool blocked; /* preprocessing failed */
    int score;    /* 0 parsed, else the number of errors; larger is worse */
    lp_err e;
} an_attempt;

typedef struct an_guess {
    an_parser *parser;
    const char *path, *bytes;
    size_t n;
    const an_options *given;
    lp_strv made;  /* as they are recorded */
    lp_strv tried; /* "WAY NAME": what need not be tried again */
    lp_strv local;
    int version; /* of OpenCL C, the one with the fewest errors */
    int parses;
    size_t parsed_bytes;
    bool stale; /* guesses were made that `now` does not know of */
    an_attempt now;
} an_guess;

/* ---- guess.c ---- */

/* Takes the best of the values. With `careful`, only if it does not make things worse. When there
 * is nothing to choose, parsing waits until the round is over. */
bool an_guess_adopt(an_guess *g, const an_values *values, bool careful);
bool an_guess_adopt_one(an_guess *g, const char *text, bool careful);
/* Takes a guess with which a file of the unit should define the name: also when what it brings in
 * lacks a few more names. */
bool an_guess_adopt_selector(an_guess *g, const char *text, const pp_tok *name);
/* Is this way of finding out about the name new? */
bool an_guess_is_new(an_guess *g, const char *way, const char *name, size_t n);
bool an_guess_out_of_tries(const an_guess *g);

/* ---- guess_fix.c: true when a guess was made ---- */

bool an_fix_blocked(an_guess *g); /* preprocessing stops */
bool an_fix_faults(an_guess *g);  /* the parser stops */

#endif
