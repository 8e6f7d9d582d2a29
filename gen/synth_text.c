/* The text of a synthesised kernel while it grows: strings, statements in the author's layout, and
 * the file at the end. Input: pieces. Output: bytes. Chooses nothing. */
#include <stdlib.h>
#include <string.h>

#include "common/template.h"
#include "gen/synth_int.h"

const char *syn_fmt(syn *s, const char *fmt, ...) {
    lp_text t = {0};
    va_list ap;
    va_start(ap, fmt);
    lp_text_vaddf(&t, fmt, ap);
    va_end(ap);
    lp_strv_add(&s->arena, lp_text_str(&t));
    lp_text_free(&t);
    return s->arena.v[s->arena.n - 1];
}

static void add_indent(syn *s) {
    for (int i = 0; i < s->indent; i++) lp_text_add(&s->body, s->style.indent);
}

void syn_line(syn *s, const char *fmt, ...) {
    va_list ap;
    add_indent(s);
    va_start(ap, fmt);
    lp_text_vaddf(&s->body, fmt, ap);
    va_end(ap);
    lp_text_addc(&s->body, '\n');
}

static void add_brace(syn *s) {
    if (s->style.own_line) {
        lp_text_addc(&s->body, '\n');
        add_indent(s);
        lp_text_add(&s->body, "{\n");
    } else {
        lp_text_add(&s->body, " {\n");
    }
}

void syn_open(syn *s, const char *fmt, ...) {
    va_list ap;
    add_indent(s);
    va_start(ap, fmt);
    lp_text_vaddf(&s->body, fmt, ap);
    va_end(ap);
    add_brace(s);
    s->indent++;
}

void syn_close(syn *s) {
    s->indent--;
    syn_line(s, "}");
}

void syn_else(syn *s) {
    s->indent--;
    add_indent(s);
    lp_text_add(&s->body, s->style.own_line ? "}\n" : "} ");
    if (s->style.own_line) add_indent(s);
    lp_text_add(&s->body, "else");
    add_brace(s);
    s->indent++;
}

void syn_comment(syn *s, const char *text) {
    if (s->style.comments) syn_line(s, "// %s", text);
}

void syn_made(syn *s, const char *what) {
    for (size_t i = 0; i < s->made.n; i++)
        if (strcmp(s->made.v[i], what) == 0) return;
    lp_strv_add(&s->made, what);
}

static void add_block(lp_text *out, const lp_text *block) {
    if (!block->len) return;
    lp_text_add(out, lp_text_str(block));
    lp_text_addc(out, '\n');
}

static void add_params(const lp_strv *v, lp_text *out, bool *first, bool a_line_each) {
    for (size_t i = 0; i < v->n; i++) {
        lp_text_add(out, *first ? "" : a_line_each ? ",\n" : ", ");
        if (a_line_each && !*first) lp_text_add(out, "        ");
        lp_text_add(out, v->v[i]);
        *first = false;
    }
}

void syn_finish(syn *s, const char *name, uint64_t template_id, lp_text *out) {
    bool first = true;
    bool lines = s->params.n > 3 && s->style.scalars_at != 1;
    lp_text_addf(out, LP_TEMPLATE_MARK "%016llx;", (unsigned long long)template_id);
    for (size_t i = 0; i < s->made.n; i++) lp_text_addf(out, " %s", s->made.v[i]);
    lp_text_addc(out, '\n');
    add_block(out, &s->pragmas);
    add_block(out, &s->macros);
    add_block(out, &s->types);
    add_block(out, &s->helpers);
    if (s->fixed_local)
        lp_text_addf(out, "__attribute__((reqd_work_group_size(%d, 1, 1)))\n", s->fixed_local);
    lp_text_addf(out, "%s void %s(", s->style.kernel, name);
    if (s->style.scalars_at == 0) {
        add_params(&s->params, out, &first, lines);
    } else {
        const lp_strv *a = s->style.scalars_at == 1 ? &s->buffers : &s->scalars;
        const lp_strv *b = s->style.scalars_at == 1 ? &s->scalars : &s->buffers;
        add_params(a, out, &first, lines);
        add_params(b, out, &first, lines);
    }
    lp_text_add(out, s->style.own_line ? ")\n{\n" : ") {\n");
    lp_text_add(out, lp_text_str(&s->body));
    lp_text_add(out, "}\n");
}

void syn_free(syn *s) {
    lp_strv *lists[] = {&s->arena, &s->used, &s->made, &s->buffers, &s->scalars, &s->params};
    lp_text *texts[] = {&s->pragmas, &s->macros, &s->types, &s->helpers, &s->body};
    for (int i = 0; i < COUNT_OF(lists); i++) lp_strv_free(lists[i]);
    for (int i = 0; i < COUNT_OF(texts); i++) lp_text_free(texts[i]);
}
