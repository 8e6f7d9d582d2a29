/* Edits of the probe source.
 *
 * In: insertions and replacements at places of the source, in the order in which they shall stand
 * there. Out: the edited text. Does not know why. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/probe_int.h"

static void add_edit(an_pctx *x, uint32_t off, uint32_t cut, const char *fmt, va_list ap) {
    lp_text t = {0};
    lp_text_vaddf(&t, fmt, ap);
    x->edits = lp_grow(x->edits, &x->cap_edits, x->n_edits + 1, sizeof *x->edits);
    x->edits[x->n_edits] = (an_pedit){off, cut, (uint32_t)x->n_edits, lp_text_take(&t)};
    x->n_edits++;
}

void an_probe_put(an_pctx *x, uint32_t off, const char *fmt, ...) {
    va_list ap;
    if (!x->emit) return;
    va_start(ap, fmt);
    add_edit(x, off, 0, fmt, ap);
    va_end(ap);
}

void an_probe_replace(an_pctx *x, uint32_t from, uint32_t to, const char *fmt, ...) {
    va_list ap;
    if (!x->emit) return;
    va_start(ap, fmt);
    add_edit(x, from, to > from ? to - from : 0, fmt, ap);
    va_end(ap);
}

void an_probe_put_check(an_pctx *x, uint32_t off, an_pspace s, int slot, bool write) {
    static const char *const names[AN_PS_SPACES] = {"llp_p", "llp_g", "llp_l", "llp_c", "llp_a"};
    bool slots = s == AN_PS_GLOBAL || s == AN_PS_LOCAL || s == AN_PS_CONSTANT;
    an_probe_put(x, off, "%s%s(llp, ", names[s], write && s == AN_PS_GLOBAL ? "w" : "");
    if (slots) an_probe_put(x, off, "%d, ", slot < 0 ? -1 : slot);
}

char *an_probe_type_text(const an_pctx *x, CXType type, const char *star, const an_pnode *n) {
    CXString cs = clang_getTypeSpelling(type);
    const char *s = clang_getCString(cs);
    lp_text t = {0};
    /* Unnamed structs, pointers to arrays, vectors of builtins' results have no name to write. */
    if (s && *s && !strpbrk(s, "([")) {
        lp_text_add(&t, s);
    } else {
        lp_text_addf(&t, "__typeof__(%s(", star);
        lp_text_addn(&t, x->source + n->off, n->end - n->off);
        lp_text_add(&t, "))");
    }
    clang_disposeString(cs);
    return lp_text_take(&t);
}

static int by_place(const void *a, const void *b) {
    const an_pedit *p = a, *q = b;
    if (p->off != q->off) return p->off < q->off ? -1 : 1;
    return p->seq < q->seq ? -1 : p->seq > q->seq;
}

char *an_probe_apply(an_pctx *x) {
    lp_text out = {0};
    uint32_t at = 0;
    if (x->n_edits) qsort(x->edits, x->n_edits, sizeof *x->edits, by_place);
    for (size_t i = 0; i < x->n_edits; i++) {
        const an_pedit *d = &x->edits[i];
        if (d->off < at) {
            lp_text_free(&out);
            return NULL;
        }
        lp_text_addn(&out, x->source + at, d->off - at);
        lp_text_add(&out, d->text);
        at = d->off + d->cut;
    }
    lp_text_add(&out, x->source + at);
    return lp_text_take(&out);
}
