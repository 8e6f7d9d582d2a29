/* The parts of a tokenizer, for the files tok_*.c and tokenizer.c alone. */
#ifndef MDL_TOK_INT_H
#define MDL_TOK_INT_H

#include "common/json.h"
#include "model/bpe.h"
#include "model/bpe_cache.h"
#include "model/regex.h"
#include "model/tokenizer.h"
#include "model/utf8.h"
#include "model/vocab.h"

enum { MDL_MAX_STEPS = 32 };

/* What becomes of the matches of a split and of what lies between them. */
typedef enum {
    MDL_ISOLATED,
    MDL_REMOVED,
    MDL_WITH_PREVIOUS,
    MDL_WITH_NEXT,
    MDL_CONTIGUOUS
} mdl_behaviour;

/* One step of the pre-tokenizer: puts a space before each piece that has none, or splits. */
typedef struct mdl_step {
    mdl_regex *split; /* NULL: the step puts spaces */
    mdl_behaviour behaviour;
    bool invert;     /* what does not match counts as the matches */
    bool byte_level; /* the expression sees the byte-level alphabet, not the text */
} mdl_step;

typedef struct mdl_added {
    char *s;
    size_t n;
    uint32_t id;
    bool single_word, lstrip, rstrip, normalized;
} mdl_added;

/* Added tokens that are looked for together, sorted by their bytes. */
typedef struct mdl_added_set {
    const mdl_added **v;
    size_t n;
    size_t first[257]; /* v[first[c]..first[c + 1]) begin with byte c */
} mdl_added_set;

struct mdl_tok {
    mdl_vocab vocab; /* of the model; tokens added to it too */
    mdl_bpe bpe;
    mdl_bpe_cache *cache;
    bool ignore_merges; /* a word that is a token is that token */
    mdl_step steps[MDL_MAX_STEPS];
    int n_steps;
    mdl_added *added;
    size_t n_added;
    mdl_added_set raw, normalized; /* looked for in this order */
    mdl_regex *word;               /* one character of a word; NULL when no token asks */
};

/* tok_model.c: `model`: vocabulary and merges. */
int mdl_tok_read_model(mdl_tok *t, const json_t *root, const char *name, lp_err *e);
/* tok_steps.c: `normalizer`, `pre_tokenizer`, `post_processor`, `decoder`. */
int mdl_tok_read_steps(mdl_tok *t, const json_t *root, const char *name, lp_err *e);
/* tok_added.c: `added_tokens`, after the model. */
int mdl_tok_read_added(mdl_tok *t, const json_t *root, const char *name, lp_err *e);

/* Part of a text: bytes at..at + n of it, with a space before them that the text has not. */
typedef struct mdl_piece {
    size_t at, n;
    bool space;
} mdl_piece;

typedef struct mdl_pieces {
    mdl_piece *v;
    size_t n, cap;
} mdl_pieces;

typedef struct mdl_range {
    size_t lo, hi;
    bool match;
} mdl_range;

/* One call of encode. */
typedef struct mdl_encoding {
    const mdl_tok *t;
    mdl_clean text;
    char *own_shadow;
    const char *shadow; /* what expressions see of the text */
    mdl_regex_room *room;
    mdl_pieces pieces, next;
    mdl_range *ranges;
    size_t n_ranges, cap_ranges;
    lp_text subject; /* of a piece that is not a part of the text as it is */
    mdl_tokens *out;
    lp_err *e;
} mdl_encoding;

/* tok_split.c: enc->pieces become the words of text[lo..hi). */
int mdl_tok_split(mdl_encoding *enc, size_t lo, size_t hi);

/* tok_added.c: calls `plain` for what lies between the tokens of `set` in text[lo..hi) and `token`
 * for each of them, in order. Both give 0, or -1 to end it. */
typedef int mdl_plain_fn(mdl_encoding *enc, size_t lo, size_t hi);
int mdl_tok_find_added(mdl_encoding *enc, const mdl_added_set *set, size_t lo, size_t hi,
                       mdl_plain_fn *plain);
/* tokenizer.c: appends one token that begins at byte `at` of enc->text. */
void mdl_tok_push(mdl_encoding *enc, uint32_t id, size_t at);

#endif
