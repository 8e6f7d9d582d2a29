/* --help as text and as a list, and the choice of the format.
 *
 * In: the tables of a command or a program. Out: text. The other formats are in help_markdown.c,
 * help_man.c and help_bash.c. */
#include "common/help.h"

#include <stdlib.h>
#include <string.h>

#include "common/error.h"
#include "common/help_int.h"
#include "common/markup.h"

enum { WIDTH = 100, LEFT = 26, RIGHT = LEFT + 4, EXAMPLE_INDENT = 4 };

const lp_opt lp_common_opts[LP_N_COMMON_OPTS] = {
    {"help", 'h', LP_OPT_FLAG, NULL, NULL, "show this help; as markdown, man, bash: --help=FORMAT"},
    {"version", 0, LP_OPT_FLAG, NULL, NULL, "show the version, also of libraries"},
    {"quiet", 'q', LP_OPT_FLAG, NULL, NULL, "errors only"},
    {"verbose", 'v', LP_OPT_FLAG, NULL, NULL, "more detail"},
};

const lp_exit_status lp_exit_statuses[] = {
    {LP_EXIT_OK, "done"},
    {LP_EXIT_FAIL, "failed: one line on standard error says where, what, and what to do"},
    {LP_EXIT_USAGE, "wrong usage: an option or argument is unknown, missing or impossible"},
    {LP_EXIT_INTR, "interrupted (Ctrl-C): what was finished is stored"},
};
const size_t lp_n_exit_statuses = sizeof lp_exit_statuses / sizeof *lp_exit_statuses;

lp_help_format lp_help_format_of(const char *word) {
    static const char *const names[LP_HELP_UNKNOWN] = {"text", "markdown", "man", "bash", "list"};
    for (int i = 0; i < LP_HELP_UNKNOWN; i++)
        if (strcmp(names[i], word) == 0) return (lp_help_format)i;
    return LP_HELP_UNKNOWN;
}

const char *lp_cmd_name(const lp_cmd *cmd) {
    return cmd->name ? cmd->name : cmd->prog;
}

const char *lp_program_words(const lp_program *p) {
    return p->words ? p->words : p->name;
}

const lp_opt *lp_any_opt(const lp_cmd *cmd, size_t i) {
    if (i < cmd->n_opts) return &cmd->opts[i];
    return i - cmd->n_opts < LP_N_COMMON_OPTS ? &lp_common_opts[i - cmd->n_opts] : NULL;
}

char *lp_first_sentence(const char *s) {
    const char *end = strstr(s, ". ");
    size_t n = end ? (size_t)(end - s) : strlen(s);
    if (n && s[n - 1] == '.') n--;
    char *title = lp_strndup(s, n);
    bool word = title[0] >= 'A' && title[0] <= 'Z' && title[1] >= 'a' && title[1] <= 'z';
    if (word || (title[0] == 'A' && title[1] == ' ')) title[0] = (char)(title[0] - 'A' + 'a');
    for (char *c = title; *c; c++)
        if (*c == '\n') *c = ' ';
    return title;
}

const char *lp_usage_line(const char *usage, size_t *n) {
    *n = strcspn(usage, "\n");
    return usage[*n] ? usage + *n + 1 : NULL;
}

static void add_opt(lp_text *out, const lp_opt *o) {
    size_t start = out->len;
    lp_text_add(out, "  ");
    if (o->short_name)
        lp_text_addf(out, "-%c, ", o->short_name);
    else
        lp_text_add(out, "    ");
    lp_text_addf(out, "--%s", o->name);
    if (o->arg) lp_text_addf(out, " %s", o->arg);
    /* A long left side gets a line of its own, so that the right column stays one column. */
    size_t n = out->len - start;
    if (n > LEFT + 2)
        lp_text_addf(out, "\n%*s", RIGHT, "");
    else
        lp_text_addf(out, "%*s", (int)(RIGHT - n), "");
    lp_fill(out, o->help, RIGHT, RIGHT, WIDTH);
    lp_text_addc(out, '\n');
}

static void add_example(lp_text *out, const char *s, size_t n) {
    lp_text_addf(out, "%*s", EXAMPLE_INDENT, "");
    for (size_t i = 0; i < n; i++) {
        lp_text_addc(out, s[i]);
        if (s[i] == '\n') lp_text_addf(out, "%*s", EXAMPLE_INDENT, "");
    }
    lp_text_addc(out, '\n');
}

static void add_details(lp_text *out, const char *details) {
    const char *at = NULL, *s;
    size_t n;
    while ((s = lp_next_paragraph(details, &at, &n))) {
        lp_text_addc(out, '\n');
        if (lp_is_example(s)) {
            add_example(out, s, n);
            continue;
        }
        char *paragraph = lp_strndup(s, n);
        lp_fill(out, paragraph, 0, 0, WIDTH);
        lp_text_addc(out, '\n');
        free(paragraph);
    }
}

static void add_text(lp_text *out, const lp_cmd *cmd) {
    const char *before = "usage:";
    for (const char *line = cmd->usage, *next; line; line = next, before = "      ") {
        size_t n;
        next = lp_usage_line(line, &n);
        lp_text_addf(out, "%s %s %.*s\n", before, lp_cmd_name(cmd), (int)n, line);
    }
    lp_text_addc(out, '\n');
    lp_fill(out, cmd->summary, 0, 0, WIDTH);
    lp_text_add(out, "\n\noptions:\n");
    const lp_opt *o;
    for (size_t i = 0; (o = lp_any_opt(cmd, i)); i++) add_opt(out, o);
    add_details(out, cmd->details);
}

void lp_cmd_help(const lp_cmd *cmd, lp_help_format f, lp_text *out) {
    char *title = lp_first_sentence(cmd->summary);
    switch (f) {
    case LP_HELP_MARKDOWN:
        lp_cmd_markdown(out, cmd);
        break;
    case LP_HELP_MAN:
        lp_cmd_man(out, cmd, title);
        break;
    case LP_HELP_BASH:
        lp_cmd_bash(out, cmd);
        break;
    case LP_HELP_LIST:
        lp_text_addf(out, "%s\t%s\n", lp_cmd_name(cmd), title);
        break;
    default:
        add_text(out, cmd);
    }
    free(title);
}

static void add_commands(lp_text *out, const lp_program *p) {
    const char *words = lp_program_words(p);
    lp_text_addf(out, "usage: %s COMMAND [options]\n\n%s\n\n", words, p->title);
    for (int i = 0; i < p->n; i++)
        lp_text_addf(out, "  %-9s %s\n", p->commands[i].name, p->commands[i].help);
    lp_text_addf(out, "\n%s COMMAND --help shows the options of a command.\n", words);
}

void lp_program_help(const lp_program *p, lp_help_format f, lp_text *out) {
    switch (f) {
    case LP_HELP_MARKDOWN:
        lp_program_markdown(out, p);
        break;
    case LP_HELP_MAN:
        lp_program_man(out, p);
        break;
    case LP_HELP_BASH:
        lp_bash_program(out, lp_program_words(p), p->commands, p->n);
        break;
    case LP_HELP_LIST:
        for (int i = 0; i < p->n; i++)
            lp_text_addf(out, "%s %s\t%s\n", lp_program_words(p), p->commands[i].name,
                         p->commands[i].help);
        break;
    default:
        add_commands(out, p);
    }
}
