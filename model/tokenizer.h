/* Text to token ids, as the Hugging Face tokenizers library does it with the same tokenizer.json.
 *
 * Byte-level BPE as of GPT-2, CodeGen and Llama 3. Bytes that are not UTF-8 are read as Python's
 * errors="replace" reads them. What a file asks for and this cannot do is an error that names it;
 * `truncation` and `padding` are the caller's and ignored. An opened tokenizer never changes: any
 * number of threads may use it. */
#ifndef MDL_TOKENIZER_H
#define MDL_TOKENIZER_H

#include <stddef.h>
#include <stdint.h>

#include "common/error.h"
#include "common/text.h"

typedef struct mdl_tok mdl_tok;

/* Zero-initialise; encode appends; free with mdl_tokens_free. */
typedef struct mdl_tokens {
    uint32_t *ids;
    size_t *starts; /* byte of the text where each token begins; never decreasing */
    size_t n, cap_ids, cap_starts;
} mdl_tokens;

/* NULL and a message on error; free with mdl_tok_free. */
mdl_tok *mdl_tok_open(const char *path, lp_err *e);
/* The same from the file's bytes; `name` is what messages call them. */
mdl_tok *mdl_tok_parse(const char *json, size_t n, const char *name, lp_err *e);
void mdl_tok_free(mdl_tok *t);

/* Ids are below this: the rows that an embedding needs. */
size_t mdl_tok_ids(const mdl_tok *t);

/* Fails, with `out` as it was, only when a regular expression of the file is too slow for the text.
 */
int mdl_tok_encode(const mdl_tok *t, const char *text, size_t n_bytes, mdl_tokens *out, lp_err *e);
/* How many tokens the text has. */
int mdl_tok_count(const mdl_tok *t, const char *text, size_t n_bytes, size_t *n_tokens, lp_err *e);
/* Appends the bytes that the ids stand for. Fails on an id that no token has. */
int mdl_tok_decode(const mdl_tok *t, const uint32_t *ids, size_t n, lp_text *out, lp_err *e);

void mdl_tokens_clear(mdl_tokens *t); /* empties, keeps the memory */
void mdl_tokens_free(mdl_tokens *t);

#endif
