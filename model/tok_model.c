/* `model` of tokenizer.json: vocabulary and merges.
 *
 * In: the file's JSON. Out: the tables of vocab.h and bpe.h. A merge of tokens that the vocabulary
 * lacks is an error, as it is to the tokenizers library. */
#include <stdlib.h>
#include <string.h>

#include "common/words.h"
#include "model/byte_level.h"
#include "model/strict.h"
#include "model/tok_int.h"

enum { MAX_TOKEN_BYTES = 1 << 16 };

static int read_vocab(mdl_tok *t, const json_t *vocab, const char *where, lp_err *e) {
    const char *text;
    json_t *id;
    /* jansson's macro iterates over a table that it does not change. */
    json_object_foreach((json_t *)vocab, text, id) {
        size_t n = strlen(text);
        if (!json_is_integer(id)) {
            char shown[LP_WORD_SHOWN];
            return lp_fail(e, "%s: token '%s': its id is not an integer", where,
                           lp_word_show(text, shown));
        }
        if (n > MAX_TOKEN_BYTES)
            return lp_fail(e, "%s: a token is longer than %d bytes", where, MAX_TOKEN_BYTES);
        if (mdl_vocab_add(&t->vocab, text, n, json_integer_value(id), e))
            return lp_fail_in(e, "%s", where);
    }
    return 0;
}

static void read_bytes(mdl_tok *t) {
    for (int c = 0; c < 256; c++) {
        char s[4];
        size_t n = mdl_utf8_put(mdl_byte_to_char((unsigned char)c), s);
        t->bpe.byte_id[c] = mdl_vocab_find(&t->vocab, s, n);
    }
}

/* A merge is ["a", "b"] or "a b". */
static bool halves(const json_t *merge, lp_text *left, lp_text *right) {
    lp_text_clear(left);
    lp_text_clear(right);
    if (json_is_array(merge) && json_array_size(merge) == 2) {
        const char *a = json_string_value(json_array_get(merge, 0));
        const char *b = json_string_value(json_array_get(merge, 1));
        if (!a || !b) return false;
        lp_text_add(left, a);
        lp_text_add(right, b);
        return true;
    }
    const char *s = json_string_value(merge), *space = s ? strchr(s, ' ') : NULL;
    if (!space || strchr(space + 1, ' ')) return false;
    lp_text_addn(left, s, (size_t)(space - s));
    lp_text_add(right, space + 1);
    return true;
}

static int lacking(const char *token, const char *where, size_t rank, lp_err *e) {
    char shown[LP_WORD_SHOWN];
    return lp_fail(e, "%s: merge %zu needs token '%s', which the vocabulary lacks", where, rank,
                   lp_word_show(token, shown));
}

static int read_merge(mdl_tok *t, lp_text *left, lp_text *right, size_t rank, const char *where,
                      lp_err *e) {
    uint32_t a = mdl_vocab_find(&t->vocab, lp_text_str(left), left->len);
    uint32_t b = mdl_vocab_find(&t->vocab, lp_text_str(right), right->len);
    if (a == MDL_NO_ID) return lacking(lp_text_str(left), where, rank, e);
    if (b == MDL_NO_ID) return lacking(lp_text_str(right), where, rank, e);
    lp_text_addn(left, lp_text_str(right), right->len);
    uint32_t both = mdl_vocab_find(&t->vocab, lp_text_str(left), left->len);
    if (both == MDL_NO_ID) return lacking(lp_text_str(left), where, rank, e);
    mdl_bpe_add(&t->bpe, a, b, (uint32_t)rank, both);
    return 0;
}

static int read_merges(mdl_tok *t, const json_t *merges, const char *where, lp_err *e) {
    lp_text left = {0}, right = {0};
    size_t rank = 0;
    int rc = 0;
    mdl_bpe_reserve(&t->bpe, json_array_size(merges));
    for (size_t i = 0; rc == 0 && i < json_array_size(merges); i++) {
        const json_t *m = json_array_get(merges, i);
        /* The first line of the merges.txt that older files were made from. */
        if (json_is_string(m) && strncmp(json_string_value(m), "#version", 8) == 0) continue;
        if (!halves(m, &left, &right))
            rc = lp_fail(e, "%s: merge %zu is neither \"a b\" nor [\"a\", \"b\"]", where, i);
        else
            rc = read_merge(t, &left, &right, rank++, where, e);
    }
    lp_text_free(&left);
    lp_text_free(&right);
    return rc;
}

/* A member that this program only takes when it says nothing: absent, null, false, 0 or "". */
static int want_nothing(const json_t *model, const char *key, const char *where, lp_err *e) {
    const json_t *m = json_object_get(model, key);
    bool nothing = !m || json_is_null(m) || json_is_false(m) ||
                   (json_is_number(m) && json_number_value(m) == 0) ||
                   (json_is_string(m) && *json_string_value(m) == '\0');
    return nothing ? 0 : lp_fail(e, "%s: '%s' is not supported", where, key);
}

static int read_options(mdl_tok *t, const mdl_at *at) {
    static const char *const unsupported[] = {"dropout", "continuing_subword_prefix",
                                              "end_of_word_suffix", "byte_fallback"};
    static const char *const types[] = {"BPE", NULL};
    int type;
    const char *unk = NULL;
    if (mdl_get_word(at, "type", types, &type) < 0) return -1;
    for (size_t i = 0; i < sizeof unsupported / sizeof *unsupported; i++)
        if (want_nothing(at->o, unsupported[i], at->where, at->e)) return -1;
    if (mdl_get_bool(at, "fuse_unk", &t->bpe.fuse_unk) < 0 ||
        mdl_get_bool(at, "ignore_merges", &t->ignore_merges) < 0)
        return -1;
    t->bpe.unk = MDL_NO_ID;
    if (want_nothing(at->o, "unk_token", at->where, NULL) == 0) return 0;
    if (mdl_get_str(at, "unk_token", &unk) < 0) return -1;
    t->bpe.unk = mdl_vocab_find(&t->vocab, unk, strlen(unk));
    if (t->bpe.unk == MDL_NO_ID)
        return lp_fail(at->e, "%s: unk_token is not in the vocabulary", at->where);
    return 0;
}

int mdl_tok_read_model(mdl_tok *t, const json_t *root, const char *name, lp_err *e) {
    const json_t *model, *vocab, *merges;
    lp_text where = {0};
    lp_text_addf(&where, "%s: model", name);
    const mdl_at file = {root, name, e};
    mdl_at at = {NULL, where.s, e};
    int rc = mdl_need(&file, "model", mdl_get_object(&file, "model", &model));
    at.o = rc == 0 ? model : NULL;
    if (rc == 0) rc = mdl_need(&at, "vocab", mdl_get_object(&at, "vocab", &vocab));
    if (rc == 0) rc = mdl_need(&at, "merges", mdl_get_array(&at, "merges", SIZE_MAX, &merges));
    if (rc == 0) {
        mdl_vocab_reserve(&t->vocab, json_object_size(vocab) +
                                         json_array_size(json_object_get(root, "added_tokens")));
        rc = read_vocab(t, vocab, where.s, e);
    }
    if (rc == 0) rc = read_options(t, &at);
    if (rc == 0) rc = read_merges(t, merges, where.s, e);
    if (rc == 0) read_bytes(t);
    lp_text_free(&where);
    return rc;
}
