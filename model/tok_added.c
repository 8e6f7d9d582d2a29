/* Added tokens: read, and found in text before it is split.
 *
 * In: `added_tokens` of tokenizer.json, text. Out: the places of such tokens: at each place the
 * longest, from left to right. Ids are those that the tokenizers library gives; a file that says
 * otherwise is refused. */
#include <stdlib.h>
#include <string.h>

#include "common/words.h"
#include "model/strict.h"
#include "model/tok_int.h"

enum { MAX_ADDED = 1 << 16, MAX_ADDED_BYTES = 4096 };

/* A letter, mark, decimal digit, connector or joiner: \w of the tokenizers library, which has
 * letters beyond \p{L}. */
static const char word_char[] =
    "[\\p{L}\\p{Nl}\\p{M}\\p{Nd}\\p{Pc}\\x{200c}\\x{200d}\\x{24b6}-\\x{24e9}"
    "\\x{1f130}-\\x{1f149}\\x{1f150}-\\x{1f169}\\x{1f170}-\\x{1f189}]";

/* ---- reading ------------------------------------------------------------------------------------
 */

/* Which tokens were added so far. */
typedef struct adder {
    mdl_tok *t;
    size_t vocab_ids; /* before any was added */
    bool *seen;       /* by id below vocab_ids */
    int64_t next;     /* id of the next one that the vocabulary lacks */
} adder;

static int read_flags(mdl_added *a, const mdl_at *at) {
    bool special;
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"single_word", &a->single_word},
                 {"lstrip", &a->lstrip},
                 {"rstrip", &a->rstrip},
                 {"normalized", &a->normalized},
                 {"special", &special}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (mdl_need(at, flags[i].name, mdl_get_bool(at, flags[i].name, flags[i].flag))) return -1;
    return 0;
}

static int read_one(adder *r, const mdl_at *at) {
    mdl_tok *t = r->t;
    char shown[LP_WORD_SHOWN];
    const char *s = NULL;
    int64_t id = 0;
    mdl_added a = {0};
    if (mdl_need(at, "content", mdl_get_str(at, "content", &s)) ||
        mdl_need(at, "id", mdl_get_int(at, "id", 0, MDL_MAX_IDS - 1, &id)) || read_flags(&a, at))
        return -1;
    lp_word_show(s, shown);
    if (strlen(s) > MAX_ADDED_BYTES)
        return lp_fail(at->e, "%s: '%s' is longer than %d bytes", at->where, shown,
                       MAX_ADDED_BYTES);
    uint32_t known = mdl_vocab_find(&t->vocab, s, strlen(s));
    if (known != MDL_NO_ID && (known >= r->vocab_ids || r->seen[known]))
        return lp_fail(at->e, "%s: '%s' is there twice", at->where, shown);
    int64_t given = known == MDL_NO_ID ? r->next : (int64_t)known;
    if (given != id)
        return lp_fail(at->e, "%s: '%s' has id %lld, but is given %lld after the tokens before it",
                       at->where, shown, (long long)id, (long long)given);
    if (known == MDL_NO_ID && mdl_vocab_add(&t->vocab, s, strlen(s), id, at->e))
        return lp_fail_in(at->e, "%s", at->where);
    if (known != MDL_NO_ID) r->seen[known] = true;
    if (id >= r->next) r->next = id + 1;
    a.s = lp_strdup(s);
    a.n = strlen(s);
    a.id = (uint32_t)id;
    t->added[t->n_added++] = a;
    return 0;
}

static int by_bytes(const void *a, const void *b) {
    const mdl_added *x = *(const mdl_added *const *)a, *y = *(const mdl_added *const *)b;
    return strcmp(x->s, y->s);
}

static void make_set(mdl_tok *t, mdl_added_set *set, bool normalized) {
    set->v = lp_alloc(t->n_added + 1, sizeof *set->v);
    for (size_t i = 0; i < t->n_added; i++)
        if (t->added[i].normalized == normalized) set->v[set->n++] = &t->added[i];
    qsort(set->v, set->n, sizeof *set->v, by_bytes);
    for (size_t i = 0; i < set->n; i++) set->first[(unsigned char)set->v[i]->s[0] + 1] = i + 1;
    for (size_t c = 1; c < 257; c++)
        if (set->first[c] < set->first[c - 1]) set->first[c] = set->first[c - 1];
}

static int read_list(adder *r, const json_t *list, const char *name, lp_err *e) {
    lp_text where = {0};
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < json_array_size(list); i++) {
        lp_text_clear(&where);
        lp_text_addf(&where, "%s: added_tokens[%zu]", name, i);
        const mdl_at at = {json_array_get(list, i), where.s, e};
        rc = json_is_object(at.o) ? read_one(r, &at) : lp_fail(e, "%s: is not an object", where.s);
        if (rc == 0 && r->t->added[i].single_word && !r->t->word)
            r->t->word = mdl_regex_trusted(word_char);
    }
    lp_text_free(&where);
    return rc;
}

int mdl_tok_read_added(mdl_tok *t, const json_t *root, const char *name, lp_err *e) {
    const json_t *list = NULL;
    const mdl_at file = {root, name, e};
    adder r = {t, t->vocab.n_ids, NULL, (int64_t)t->vocab.n};
    if (mdl_get_array(&file, "added_tokens", MAX_ADDED, &list) < 0) return -1;
    t->added = lp_alloc((list ? json_array_size(list) : 0) + 1, sizeof *t->added);
    r.seen = lp_alloc(r.vocab_ids + 1, sizeof *r.seen);
    int rc = list ? read_list(&r, list, name, e) : 0;
    free(r.seen);
    make_set(t, &t->raw, false);
    make_set(t, &t->normalized, true);
    return rc;
}

/* ---- finding ------------------------------------------------------------------------------------
 */

/* White_Space of Unicode. */
static bool is_space(uint32_t cp) {
    return (cp >= 9 && cp <= 13) || cp == ' ' || cp == 0x85 || cp == 0xA0 || cp == 0x1680 ||
           (cp >= 0x2000 && cp <= 0x200A) || cp == 0x2028 || cp == 0x2029 || cp == 0x202F ||
           cp == 0x205F || cp == 0x3000;
}

/* Where the character before `at` begins; at > lo. */
static size_t char_before(const char *s, size_t lo, size_t at) {
    do at--;
    while (at > lo && ((unsigned char)s[at] & 0xC0) == 0x80);
    return at;
}

static bool is_word(mdl_encoding *enc, size_t at, size_t hi) {
    uint32_t cp;
    size_t lo, end, n = mdl_utf8_next(enc->shadow + at, hi - at, &cp, NULL);
    return mdl_regex_find(enc->t->word, enc->room, enc->shadow + at, n, 0, &lo, &end, NULL) == 1;
}

static size_t skip_spaces_left(const char *s, size_t lo, size_t at) {
    while (at > lo) {
        uint32_t cp;
        size_t before = char_before(s, lo, at);
        mdl_utf8_next(s + before, at - before, &cp, NULL);
        if (!is_space(cp)) break;
        at = before;
    }
    return at;
}

static size_t skip_spaces_right(const char *s, size_t at, size_t hi) {
    while (at < hi) {
        uint32_t cp;
        size_t n = mdl_utf8_next(s + at, hi - at, &cp, NULL);
        if (!is_space(cp)) break;
        at += n;
    }
    return at;
}

/* The longest token that s[0..n) begins with; NULL when there is none. */
static const mdl_added *longest(const mdl_added_set *set, const char *s, size_t n) {
    const mdl_added *found = NULL;
    size_t lo = set->first[(unsigned char)s[0]], hi = set->first[(unsigned char)s[0] + 1];
    for (size_t depth = 1; lo < hi; depth++) {
        /* All of lo..hi begin with the first `depth` bytes; the shortest comes first. */
        if (set->v[lo]->n == depth) found = set->v[lo++];
        if (depth == n) break;
        unsigned char c = (unsigned char)s[depth];
        while (lo < hi && (unsigned char)set->v[lo]->s[depth] < c) lo++;
        while (lo < hi && (unsigned char)set->v[hi - 1]->s[depth] > c) hi--;
    }
    return found;
}

/* A match at `at` becomes a token, with the spaces that it takes along; *done is where the last one
 * ended. */
static int take(mdl_encoding *enc, const mdl_added *a, size_t lo, size_t at, size_t hi,
                size_t *done, mdl_plain_fn *plain) {
    const char *s = enc->text.s;
    size_t from = at, to = at + a->n;
    if (a->single_word && ((from > lo && is_word(enc, char_before(s, lo, from), hi)) ||
                           (to < hi && is_word(enc, to, hi))))
        return 0;
    if (a->lstrip) {
        from = skip_spaces_left(s, lo, from);
        if (from < *done) from = *done;
    }
    if (a->rstrip) to = skip_spaces_right(s, to, hi);
    if (*done < from && plain(enc, *done, from)) return -1;
    mdl_tok_push(enc, a->id, from);
    *done = to;
    return 0;
}

int mdl_tok_find_added(mdl_encoding *enc, const mdl_added_set *set, size_t lo, size_t hi,
                       mdl_plain_fn *plain) {
    size_t done = lo, at = set->n ? lo : hi;
    while (at < hi) {
        const mdl_added *a = longest(set, enc->text.s + at, hi - at);
        if (a && take(enc, a, lo, at, hi, &done, plain)) return -1;
        at += a ? a->n : 1; /* a match that is no word of its own is passed over whole */
    }
    return done < hi ? plain(enc, done, hi) : 0;
}
