/* --help as a man page of section 1, and the parts that other pages are made of.
 *
 * In: the tables of a command or a program. Out: roff with the man macros, which groff and mandoc
 * read. Writes no files: scripts/reference.sh does. */
#include <stdlib.h>
#include <string.h>

#include "common/help_int.h"
#include "common/markup.h"

/* "llmperf db stats" as the name of its page. */
static void add_page(lp_text *out, const char *name, bool upper) {
    for (const char *c = name; *c; c++) {
        if (*c == ' ' || *c == '-')
            lp_text_add(out, "\\-");
        else
            lp_text_addc(out, upper && *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c);
    }
}

void lp_man_begin(lp_text *out, const char *name, const char *section, const char *title) {
    lp_text_add(out, ".TH ");
    add_page(out, name, true);
    lp_text_addf(out, " %s %s \"llmperf %s\" \"llmperf manual\"\n.SH NAME\n", section,
                 lp_released(), lp_release());
    add_page(out, name, false);
    lp_text_add(out, " \\- ");
    lp_man_prose(out, title);
    lp_text_addc(out, '\n');
}

void lp_man_ref(lp_text *out, const char *name, const char *section, const char *after) {
    lp_text_add(out, ".BR ");
    add_page(out, name, false);
    lp_text_addf(out, " (%s)%s\n", section, after);
}

static void add_opt(lp_text *out, const lp_opt *o) {
    lp_text_add(out, ".TP\n");
    if (o->short_name) lp_text_addf(out, "\\fB\\-%c\\fR, ", o->short_name);
    lp_text_add(out, "\\fB\\-\\-");
    lp_man_escape(out, o->name, strlen(o->name));
    lp_text_add(out, "\\fR");
    if (o->arg) {
        lp_text_add(out, " \\fI");
        lp_man_escape(out, o->arg, strlen(o->arg));
        lp_text_add(out, "\\fR");
    }
    lp_text_addc(out, '\n');
    lp_man_prose(out, o->help);
    lp_text_addc(out, '\n');
}

void lp_man_common_opts(lp_text *out) {
    for (size_t i = 0; i < LP_N_COMMON_OPTS; i++) add_opt(out, &lp_common_opts[i]);
}

void lp_man_exit_status(lp_text *out) {
    lp_text_add(out, ".SH EXIT STATUS\n");
    for (size_t i = 0; i < lp_n_exit_statuses; i++) {
        lp_text_addf(out, ".TP\n%d\n", lp_exit_statuses[i].status);
        lp_man_prose(out, lp_exit_statuses[i].meaning);
        lp_text_addc(out, '\n');
    }
}

static void add_example(lp_text *out, const char *s, size_t n) {
    lp_text_add(out, ".PP\n.RS 4\n.EX\n");
    lp_man_escape(out, s, n);
    lp_text_add(out, "\n.EE\n.RE\n");
}

static void add_details(lp_text *out, const char *details) {
    const char *at = NULL, *s;
    size_t n;
    while ((s = lp_next_paragraph(details, &at, &n))) {
        if (lp_is_example(s)) {
            add_example(out, s, n);
            continue;
        }
        char *paragraph = lp_strndup(s, n);
        lp_text_add(out, ".PP\n");
        lp_man_prose(out, paragraph);
        lp_text_addc(out, '\n');
        free(paragraph);
    }
}

static void add_synopsis(lp_text *out, const lp_cmd *cmd) {
    lp_text_add(out, ".SH SYNOPSIS\n");
    for (const char *line = cmd->usage, *next; line; line = next) {
        size_t n;
        next = lp_usage_line(line, &n);
        if (line != cmd->usage) lp_text_add(out, ".br\n");
        lp_text_add(out, "\\fB");
        lp_man_escape(out, lp_cmd_name(cmd), strlen(lp_cmd_name(cmd)));
        lp_text_add(out, "\\fR ");
        lp_man_escape(out, line, n);
        lp_text_addc(out, '\n');
    }
}

void lp_cmd_man(lp_text *out, const lp_cmd *cmd, const char *title) {
    lp_man_begin(out, lp_cmd_name(cmd), "1", title);
    add_synopsis(out, cmd);
    lp_text_add(out, ".SH DESCRIPTION\n");
    lp_man_prose(out, cmd->summary);
    lp_text_addc(out, '\n');
    add_details(out, cmd->details);
    lp_text_add(out, ".SH OPTIONS\n");
    for (size_t i = 0; i < cmd->n_opts; i++) add_opt(out, &cmd->opts[i]);
    lp_man_common_opts(out);
    lp_man_exit_status(out);
    lp_text_add(out, ".SH SEE ALSO\n");
    lp_man_ref(out, "llmperf", "1", ",");
    lp_man_ref(out, "llmperf campaign", "5", "");
}

void lp_program_man(lp_text *out, const lp_program *p) {
    const char *words = lp_program_words(p);
    char *title = lp_first_sentence(p->title);
    lp_man_begin(out, words, "1", title);
    free(title);
    lp_text_add(out, ".SH SYNOPSIS\n\\fB");
    lp_man_escape(out, words, strlen(words));
    lp_text_add(out, "\\fR COMMAND [options]\n.SH DESCRIPTION\n");
    lp_man_prose(out, p->title);
    lp_text_add(out, "\n.SH COMMANDS\n");
    for (int i = 0; i < p->n; i++) {
        lp_text name = {0};
        lp_text_addf(&name, "%s %s", words, p->commands[i].name);
        lp_text_add(out, ".TP\n");
        lp_man_ref(out, name.s, "1", "");
        lp_man_prose(out, p->commands[i].help);
        lp_text_addc(out, '\n');
        lp_text_free(&name);
    }
    lp_man_exit_status(out);
    lp_text_add(out, ".SH SEE ALSO\n");
    lp_man_ref(out, "llmperf", "1", "");
}
