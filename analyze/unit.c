/* The unit's memory, options and map of origins. Knows nothing of how the text is made
 * (analyze/pp.c). */
#include "analyze/unit.h"

#include <stdlib.h>
#include <string.h>

void an_options_defaults(an_options *o) {
    *o = (an_options){
        .max_source_bytes = (size_t)4 << 20, .max_unit_bytes = (size_t)8 << 20, .max_nesting = 256};
}

void an_options_free(an_options *o) {
    lp_strv_free(&o->defines);
    lp_strv_free(&o->include_dirs);
    lp_strv_free(&o->roots);
    lp_strv_free(&o->skips);
    lp_strv_free(&o->prelude);
    memset(o, 0, sizeof *o);
}

void an_unit_free(an_unit *u) {
    lp_text_free(&u->text);
    lp_strv_free(&u->files);
    free(u->origin);
    memset(u, 0, sizeof *u);
}

void an_unit_where(const an_unit *u, uint32_t offset, const char **file, uint32_t *line,
                   uint32_t *col) {
    size_t lo = 0, hi = u->n_origin;
    *file = u->files.n ? u->files.v[0] : "";
    *line = *col = 1;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (u->origin[mid].offset <= offset)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (lo == 0) return;
    const an_origin *o = &u->origin[lo - 1];
    *file = u->files.v[o->file];
    *line = o->line;
    *col = o->col;
}
