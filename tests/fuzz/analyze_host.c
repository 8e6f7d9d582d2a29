/* Programs in strings of any bytes: every mark leads into the file, in order. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/host.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void check_marks(const an_source *s, size_t file_bytes) {
    size_t before = 0;
    for (size_t i = 0; i < s->marks.n; i++) {
        const pp_mark *m = &s->marks.v[i];
        if (m->offset < before || m->offset > s->text.len || m->line < 1 || m->col < 1) abort();
        if (m->line > file_bytes + 1 || m->col > file_bytes + 1) abort();
        before = m->offset;
    }
}

static void read_as(const char *name, const char *text, size_t n) {
    an_sources s = {0};
    an_source all = {0};
    an_host_read(name, text, n, &s);
    for (size_t i = 0; i < s.n; i++) {
        check_marks(&s.v[i], n);
        an_source_join(&all, &s.v[i]);
    }
    check_marks(&all, n);
    if (s.n) {
        pp_src src = {0};
        pp_src_init_from(&src, name, lp_text_str(&all.text), all.text.len, &all.marks);
        pp_src_free(&src);
    }
    an_source_free(&all);
    an_sources_free(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    /* A copy of that size, so that reading past the end is seen. */
    char *text = malloc(n ? n : 1);
    if (!text) abort();
    memcpy(text, data, n);
    read_as("f.c", text, n);
    read_as("f.py", text, n);
    free(text);
    return 0;
}
