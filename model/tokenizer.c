/* The tokenizer: tokenizer.json -> tables, text -> ids, ids -> text.
 *
 * In: a file, bytes. Out: ids and the bytes where they begin. Added tokens are taken out first
 * (tok_added.c), what is between them is split into words (tok_split.c), each word is encoded
 * (bpe.c). Normalises nothing and adds no token that is not in the text. */
#include "model/tokenizer.h"

#include <stdlib.h>
#include <string.h>

#include "common/fs.h"
#include "model/byte_level.h"
#include "model/shadow.h"
#include "model/tok_int.h"

enum { MAX_FILE_BYTES = 64 << 20 };

/* ---- opening ------------------------------------------------------------------------------------
 */

mdl_tok *mdl_tok_parse(const char *json, size_t n, const char *name, lp_err *e) {
    json_t *root = lp_json_parse(json, n, e);
    if (!root || !json_is_object(root)) {
        if (root) lp_fail(e, "is not an object");
        lp_fail_in(e, "%s", name);
        json_decref(root);
        return NULL;
    }
    mdl_tok *t = lp_alloc(1, sizeof *t);
    if (mdl_tok_read_model(t, root, name, e) || mdl_tok_read_steps(t, root, name, e) ||
        mdl_tok_read_added(t, root, name, e)) {
        mdl_tok_free(t);
        t = NULL;
    } else {
        t->cache = mdl_bpe_cache_new();
    }
    json_decref(root);
    return t;
}

mdl_tok *mdl_tok_open(const char *path, lp_err *e) {
    lp_text json = {0};
    mdl_tok *t = NULL;
    if (lp_read_file(path, MAX_FILE_BYTES, &json, e) == 0)
        t = mdl_tok_parse(lp_text_str(&json), json.len, path, e);
    lp_text_free(&json);
    return t;
}

void mdl_tok_free(mdl_tok *t) {
    if (!t) return;
    mdl_vocab_free(&t->vocab);
    mdl_bpe_free(&t->bpe);
    mdl_bpe_cache_free(t->cache);
    for (int i = 0; i < t->n_steps; i++) mdl_regex_free(t->steps[i].split);
    for (size_t i = 0; i < t->n_added; i++) free(t->added[i].s);
    free(t->added);
    free(t->raw.v);
    free(t->normalized.v);
    mdl_regex_free(t->word);
    free(t);
}

size_t mdl_tok_ids(const mdl_tok *t) {
    return t->vocab.n_ids;
}

/* ---- encoding -----------------------------------------------------------------------------------
 */

static void reserve(mdl_tokens *t, size_t more) {
    t->ids = lp_grow(t->ids, &t->cap_ids, t->n + more, sizeof *t->ids);
    t->starts = lp_grow(t->starts, &t->cap_starts, t->n + more, sizeof *t->starts);
}

void mdl_tok_push(mdl_encoding *enc, uint32_t id, size_t at) {
    reserve(enc->out, 1);
    enc->out->ids[enc->out->n] = id;
    enc->out->starts[enc->out->n++] = mdl_clean_origin(&enc->text, at);
}

/* The ids of a word, into room for n at the end of `out`; n > 0. */
static size_t encode_word(mdl_encoding *enc, const char *word, size_t n, uint32_t *ids,
                          size_t *starts) {
    const mdl_tok *t = enc->t;
    int known = mdl_bpe_cache_get(t->cache, word, n, ids, starts);
    if (known >= 0) return (size_t)known;
    uint32_t whole = MDL_NO_ID;
    size_t m = 1;
    if (t->ignore_merges) {
        lp_text s = {0};
        mdl_byte_level_write(&s, word, n);
        whole = mdl_vocab_find(&t->vocab, s.s, s.len);
        lp_text_free(&s);
    }
    ids[0] = whole;
    starts[0] = 0;
    if (whole == MDL_NO_ID) m = mdl_bpe_word(&t->bpe, word, n, ids, starts);
    mdl_bpe_cache_put(t->cache, word, n, ids, starts, m);
    return m;
}

static void encode_piece(mdl_encoding *enc, const mdl_piece *p) {
    size_t space = p->space;
    const char *word = enc->text.s + p->at;
    if (space) {
        lp_text_clear(&enc->subject);
        lp_text_addc(&enc->subject, ' ');
        lp_text_addn(&enc->subject, word, p->n);
        word = enc->subject.s;
    }
    mdl_tokens *out = enc->out;
    reserve(out, space + p->n);
    size_t *starts = out->starts + out->n;
    size_t m = encode_word(enc, word, space + p->n, out->ids + out->n, starts);
    for (size_t i = 0; i < m; i++)
        starts[i] =
            mdl_clean_origin(&enc->text, p->at + (starts[i] > space ? starts[i] - space : 0));
    out->n += m;
}

static int encode_plain(mdl_encoding *enc, size_t lo, size_t hi) {
    if (mdl_tok_split(enc, lo, hi)) return -1;
    for (size_t i = 0; i < enc->pieces.n; i++) encode_piece(enc, &enc->pieces.v[i]);
    return 0;
}

static int find_normalized(mdl_encoding *enc, size_t lo, size_t hi) {
    return mdl_tok_find_added(enc, &enc->t->normalized, lo, hi, encode_plain);
}

int mdl_tok_encode(const mdl_tok *t, const char *text, size_t n_bytes, mdl_tokens *out, lp_err *e) {
    mdl_encoding enc = {.t = t, .out = out, .e = e};
    size_t before = out->n;
    mdl_clean_text(text, n_bytes, &enc.text);
    enc.own_shadow = mdl_shadow(enc.text.s, enc.text.n);
    enc.shadow = enc.own_shadow ? enc.own_shadow : enc.text.s;
    enc.room = mdl_regex_room_new();
    int rc = mdl_tok_find_added(&enc, &t->raw, 0, enc.text.n, find_normalized);
    if (rc != 0) out->n = before;
    /* Added tokens that take spaces along may overlap: what they share belongs to both. */
    for (size_t i = before + 1; i < out->n; i++)
        if (out->starts[i] < out->starts[i - 1]) out->starts[i] = out->starts[i - 1];
    mdl_regex_room_free(enc.room);
    free(enc.pieces.v);
    free(enc.next.v);
    free(enc.ranges);
    lp_text_free(&enc.subject);
    free(enc.own_shadow);
    mdl_clean_free(&enc.text);
    return rc;
}

int mdl_tok_count(const mdl_tok *t, const char *text, size_t n_bytes, size_t *n_tokens, lp_err *e) {
    mdl_tokens tokens = {0};
    int rc = mdl_tok_encode(t, text, n_bytes, &tokens, e);
    *n_tokens = tokens.n;
    mdl_tokens_free(&tokens);
    return rc;
}

void mdl_tokens_clear(mdl_tokens *t) {
    t->n = 0;
}

void mdl_tokens_free(mdl_tokens *t) {
    free(t->ids);
    free(t->starts);
    memset(t, 0, sizeof *t);
}

/* ---- decoding -----------------------------------------------------------------------------------
 */

int mdl_tok_decode(const mdl_tok *t, const uint32_t *ids, size_t n, lp_text *out, lp_err *e) {
    for (size_t i = 0; i < n; i++) {
        size_t len;
        const char *s = mdl_vocab_text(&t->vocab, ids[i], &len);
        if (!s) return lp_fail(e, "no token has id %u", ids[i]);
        mdl_byte_level_read(out, s, len);
    }
    return 0;
}
