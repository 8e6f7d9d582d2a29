/* Pre-tokenisation: text -> words.
 *
 * In: the part of a text between two added tokens, the steps of the file. Out: pieces of the text.
 * Copies only pieces that an expression must see in another form: with a space before them, or in
 * the byte-level alphabet. */
#include <string.h>

#include "model/byte_level.h"
#include "model/tok_int.h"

static void push_piece(mdl_pieces *p, mdl_piece piece) {
    if (piece.n == 0 && !piece.space) return;
    p->v = lp_grow(p->v, &p->cap, p->n + 1, sizeof *p->v);
    p->v[p->n++] = piece;
}

static void push_range(mdl_encoding *enc, size_t lo, size_t hi, bool match) {
    enc->ranges = lp_grow(enc->ranges, &enc->cap_ranges, enc->n_ranges + 1, sizeof *enc->ranges);
    enc->ranges[enc->n_ranges++] = (mdl_range){lo, hi, match};
}

static size_t char_bytes(const char *s, size_t n) {
    uint32_t cp;
    return n ? mdl_utf8_next(s, n, &cp, NULL) : 1;
}

/* All of s[0..n) as ranges that match and ranges between them. An empty match counts where no match
 * ends. */
static int find_ranges(mdl_encoding *enc, const mdl_step *step, const char *s, size_t n) {
    size_t done = 0, from = 0, lo, hi;
    bool any = false; /* a match ends at `done` */
    enc->n_ranges = 0;
    while (from <= n) {
        int rc = mdl_regex_find(step->split, enc->room, s, n, from, &lo, &hi, enc->e);
        if (rc < 0) return -1;
        if (rc == 0) break;
        if (lo == hi && any && hi == done) {
            from += char_bytes(s + from, n - from);
            continue;
        }
        if (done < lo) push_range(enc, done, lo, step->invert);
        push_range(enc, lo, hi, !step->invert);
        done = from = hi;
        any = true;
    }
    if (done < n) push_range(enc, done, n, step->invert);
    return 0;
}

/* ---- what becomes of matches --------------------------------------------------------------------
 */

/* Joins each match to what `behaviour` says, in place. */
static void join_ranges(mdl_encoding *enc, mdl_behaviour behaviour) {
    mdl_range *r = enc->ranges;
    size_t out = 0;
    bool before = false; /* the last one was a match */
    for (size_t i = 0; i < enc->n_ranges; i++) {
        bool match = r[i].match;
        bool join = behaviour == MDL_CONTIGUOUS ? match == before : match && !before;
        if (join && out > 0)
            r[out - 1].hi = r[i].hi;
        else
            r[out++] = r[i];
        before = match;
    }
    enc->n_ranges = out;
}

/* The same from the end, for matches that go with what follows. */
static void join_with_next(mdl_encoding *enc) {
    mdl_range *r = enc->ranges;
    size_t n = enc->n_ranges, out = n;
    bool after = false;
    for (size_t i = n; i > 0; i--) {
        bool match = r[i - 1].match;
        if (match && !after && out < n)
            r[out].lo = r[i - 1].lo;
        else
            r[--out] = r[i - 1];
        after = match;
    }
    memmove(r, r + out, (n - out) * sizeof *r);
    enc->n_ranges = n - out;
}

static void apply_behaviour(mdl_encoding *enc, mdl_behaviour behaviour) {
    size_t out = 0;
    switch (behaviour) {
    case MDL_ISOLATED:
        break;
    case MDL_CONTIGUOUS:
    case MDL_WITH_PREVIOUS:
        join_ranges(enc, behaviour);
        break;
    case MDL_WITH_NEXT:
        join_with_next(enc);
        break;
    case MDL_REMOVED:
        for (size_t i = 0; i < enc->n_ranges; i++)
            if (!enc->ranges[i].match) enc->ranges[out++] = enc->ranges[i];
        enc->n_ranges = out;
    }
}

/* ---- pieces -------------------------------------------------------------------------------------
 */

/* What the expression of a step sees of a piece; n bytes. */
static const char *subject_of(mdl_encoding *enc, const mdl_step *step, const mdl_piece *p,
                              size_t *n) {
    const char *s = (step->byte_level ? enc->text.s : enc->shadow) + p->at;
    *n = p->n;
    if (!p->space && !step->byte_level) return s;
    lp_text_clear(&enc->subject);
    if (step->byte_level) {
        if (p->space) mdl_byte_level_write(&enc->subject, " ", 1);
        mdl_byte_level_write(&enc->subject, s, p->n);
    } else {
        lp_text_addc(&enc->subject, ' ');
        lp_text_addn(&enc->subject, s, p->n);
    }
    *n = enc->subject.len;
    return enc->subject.s;
}

/* Places in the byte-level alphabet become places in bytes: its characters have one or two. */
static void count_characters(mdl_encoding *enc) {
    size_t at = 0, chars = 0;
    for (size_t i = 0; i < enc->n_ranges; i++) {
        size_t *ends[] = {&enc->ranges[i].lo, &enc->ranges[i].hi};
        for (size_t k = 0; k < 2; k++) {
            for (; at < *ends[k]; at++) chars += ((unsigned char)enc->subject.s[at] & 0xC0) != 0x80;
            *ends[k] = chars;
        }
    }
}

static int split_piece(mdl_encoding *enc, const mdl_step *step, const mdl_piece *p) {
    size_t n;
    const char *s = subject_of(enc, step, p, &n);
    if (find_ranges(enc, step, s, n)) return -1;
    apply_behaviour(enc, step->behaviour);
    if (step->byte_level) count_characters(enc);
    size_t space = p->space;
    for (size_t i = 0; i < enc->n_ranges; i++) {
        const mdl_range *r = &enc->ranges[i];
        bool first = space && r->lo == 0 && r->hi > 0; /* has the space that the text has not */
        size_t lo = r->lo > space ? r->lo - space : 0, hi = r->hi > space ? r->hi - space : 0;
        push_piece(&enc->next, (mdl_piece){p->at + lo, hi - lo, first});
    }
    return 0;
}

static int run_step(mdl_encoding *enc, const mdl_step *step) {
    enc->next.n = 0;
    for (size_t i = 0; i < enc->pieces.n; i++) {
        mdl_piece *p = &enc->pieces.v[i];
        if (!step->split) {
            p->space = enc->text.s[p->at] != ' ';
            push_piece(&enc->next, *p);
        } else if (split_piece(enc, step, p)) {
            return -1;
        }
    }
    mdl_pieces swap = enc->pieces;
    enc->pieces = enc->next;
    enc->next = swap;
    return 0;
}

int mdl_tok_split(mdl_encoding *enc, size_t lo, size_t hi) {
    enc->pieces.n = 0;
    push_piece(&enc->pieces, (mdl_piece){lo, hi - lo, false});
    for (int i = 0; i < enc->t->n_steps; i++)
        if (run_step(enc, &enc->t->steps[i])) return -1;
    return 0;
}
