/* --help as Markdown: a section of docs/commands.md.
 *
 * In: the tables of a command or a program. Out: text. Shows the options that every command has by
 * name only: the page says once what they do. */
#include <stdlib.h>
#include <string.h>

#include "common/help_int.h"
#include "common/markup.h"

static void add_option(lp_text *out, const lp_opt *o, bool arg) {
    lp_text left = {0};
    if (o->short_name) lp_text_addf(&left, "-%c, ", o->short_name);
    lp_text_addf(&left, "--%s", o->name);
    if (o->arg && arg) lp_text_addf(&left, " %s", o->arg);
    lp_md_code(out, left.s);
    lp_text_free(&left);
}

static void add_table(lp_text *out, const lp_cmd *cmd) {
    if (cmd->n_opts) lp_text_add(out, "\n| option | meaning |\n|---|---|\n");
    for (size_t i = 0; i < cmd->n_opts; i++) {
        lp_text_add(out, "| ");
        add_option(out, &cmd->opts[i], true);
        lp_text_add(out, " | ");
        lp_md_prose(out, cmd->opts[i].help);
        lp_text_add(out, " |\n");
    }
    lp_text_add(out, cmd->n_opts ? "\nAnd " : "\nOptions: ");
    for (size_t i = 0; i < LP_N_COMMON_OPTS; i++) {
        add_option(out, &lp_common_opts[i], true);
        lp_text_add(out, i + 1 < LP_N_COMMON_OPTS ? ", " : ".\n");
    }
}

static void add_details(lp_text *out, const char *details) {
    const char *at = NULL, *s;
    size_t n;
    while ((s = lp_next_paragraph(details, &at, &n))) {
        char *paragraph = lp_strndup(s, n);
        lp_text_addc(out, '\n');
        if (lp_is_example(s)) {
            lp_text_addf(out, "```console\n%s\n```", paragraph);
        } else {
            lp_md_prose(out, paragraph);
        }
        lp_text_addc(out, '\n');
        free(paragraph);
    }
}

void lp_cmd_markdown(lp_text *out, const lp_cmd *cmd) {
    lp_text_addf(out, "## %s\n\n", lp_cmd_name(cmd));
    lp_md_prose(out, cmd->summary);
    lp_text_add(out, "\n\n```usage\n");
    for (const char *line = cmd->usage, *next; line; line = next) {
        size_t n;
        next = lp_usage_line(line, &n);
        lp_text_addf(out, "%s %.*s\n", lp_cmd_name(cmd), (int)n, line);
    }
    lp_text_add(out, "```\n");
    add_table(out, cmd);
    add_details(out, cmd->details);
}

/* "[llmperf db stats](#llmperf-db-stats)" */
static void add_link(lp_text *out, const char *words, const char *name) {
    lp_text_addf(out, "[%s %s](#", words, name);
    for (const char *c = words; *c; c++) lp_text_addc(out, *c == ' ' ? '-' : *c);
    lp_text_addf(out, "-%s)", name);
}

void lp_program_markdown(lp_text *out, const lp_program *p) {
    const char *words = lp_program_words(p);
    lp_text_addf(out, "## %s\n\n", words);
    lp_md_prose(out, p->title);
    lp_text_add(out, "\n\n| command | |\n|---|---|\n");
    for (int i = 0; i < p->n; i++) {
        lp_text_add(out, "| ");
        add_link(out, words, p->commands[i].name);
        lp_text_add(out, " | ");
        lp_md_prose(out, p->commands[i].help);
        lp_text_add(out, " |\n");
    }
}
