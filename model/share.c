/* The tree of inputs that begin alike.
 *
 * In: lists of tokens. Out: an order, and what each has in common with the one before it: the
 * configurations of a sweep differ in a few numbers near the end. Looks at neighbours in sorted
 * order only, which finds all there is to share. */
#include "model/share.h"

#include <stdlib.h>
#include <string.h>

#include "common/text.h"

/* ---- order ---- */

typedef struct item {
    const mdl_input *in;
    size_t index;
} item;

static size_t shorter(const mdl_input *a, const mdl_input *b) {
    return a->n < b->n ? a->n : b->n;
}

static int by_ids(const void *x, const void *y) {
    const item *a = x, *b = y;
    size_t n = shorter(a->in, b->in);
    for (size_t i = 0; i < n; i++)
        if (a->in->ids[i] != b->in->ids[i]) return a->in->ids[i] < b->in->ids[i] ? -1 : 1;
    if (a->in->n != b->in->n) return a->in->n < b->in->n ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

/* Bytes are compared: what differs only in the sign of a zero is not shared, which does no harm. */
static size_t common(const mdl_input *a, const mdl_input *b, size_t width) {
    size_t n = shorter(a, b), i = 0, bytes = width * sizeof(float);
    if (!a->extra != !b->extra) return 0;
    while (i < n && a->ids[i] == b->ids[i] &&
           (!a->extra || memcmp((const char *)a->extra + i * bytes,
                                (const char *)b->extra + i * bytes, bytes) == 0))
        i++;
    return i;
}

mdl_branch *mdl_share(const mdl_input *in, size_t n, size_t width, size_t own) {
    mdl_branch *out = lp_alloc(n, sizeof *out);
    item *v = lp_alloc(n, sizeof *v);
    for (size_t i = 0; i < n; i++) v[i] = (item){&in[i], i};
    qsort(v, n, sizeof *v, by_ids);
    for (size_t i = 0; i < n; i++) {
        size_t most = v[i].in->n > own ? v[i].in->n - own : 0;
        out[i].input = v[i].index;
        if (i > 0) out[i].shared = common(v[i - 1].in, v[i].in, width);
        if (out[i].shared > most) out[i].shared = most;
    }
    free(v);
    return out;
}

/* ---- spans ---- */

size_t mdl_share_spans(const mdl_seq *before, size_t shared, mdl_seq *out) {
    const mdl_span own = {before->key_row0, before->n_keys};
    size_t left = shared;
    *out = (mdl_seq){0};
    for (size_t i = 0; i <= before->n_spans && left > 0; i++) {
        mdl_span s = i < before->n_spans ? before->before[i] : own;
        if (out->n_spans == MDL_MAX_SPANS) {
            *out = (mdl_seq){0};
            return 0;
        }
        if (s.n > left) s.n = left;
        out->before[out->n_spans++] = s;
        left -= s.n;
    }
    out->n_before = shared;
    return shared;
}
