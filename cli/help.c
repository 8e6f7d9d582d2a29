/* What the front door says of itself: --help in every format, and --version.
 *
 * In: the table of commands; the stages' programs, which are asked for what they alone know. Out:
 * text. The help of one command is its own program's. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "common/log.h"
#include "common/markup.h"

static const char title[] =
    "How long OpenCL kernels take: measured on a device, predicted from their source.";

static void add_text(lp_text *out, const cli_command *c, int n) {
    lp_text_addf(out, "usage: " CLI_PROG " COMMAND [options]\n\n%s\n\ncommands:\n", title);
    for (int i = 0; i < n; i++) lp_text_addf(out, "  %-10s %s\n", c[i].name, c[i].help);
    lp_text_add(out, "\n" CLI_PROG " COMMAND --help shows a command's options; " CLI_PROG
                     " --version the version.\n\n"
                     "    $ " CLI_PROG " predict KERNEL.cl --global 1048576 --local 256\n"
                     "    $ " CLI_PROG " run configs/smoke.yaml\n");
}

/* What `llmperf COMMAND --help=FORMAT` prints. A stage that is not here is left out with one line.
 */
static void add_of_command(lp_text *out, const cli_command *c, const char *format) {
    lp_err e = {""};
    const char *words[] = {c->name, format, NULL};
    if (cli_ask(NULL, words, out, &e)) lp_warn("%s --help: %s", c->name, e.msg);
}

/* "NAME<TAB>title" of every command, those of a nested one behind it. */
static void add_list(lp_text *out, const cli_command *c, int n) {
    for (int i = 0; i < n; i++) {
        lp_text_addf(out, CLI_PROG " %s\t%s\n", c[i].name, c[i].help);
        if (c[i].nested) add_of_command(out, &c[i], "--help=list");
    }
}

/* Calls `row` with each line of that list. */
static void each(lp_text *out, const cli_command *c, int n,
                 void (*row)(lp_text *out, const char *name, const char *help)) {
    lp_text list = {0};
    add_list(&list, c, n);
    for (char *line = list.s, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        char *tab = strchr(line, '\t');
        *end = '\0';
        if (tab) *tab = '\0';
        row(out, line, tab ? tab + 1 : "");
    }
    lp_text_free(&list);
}

static void add_markdown_row(lp_text *out, const char *name, const char *help) {
    lp_text_addf(out, "| [%s](#", name);
    for (const char *p = name; *p; p++) lp_text_addc(out, *p == ' ' ? '-' : *p);
    lp_text_add(out, ") | ");
    lp_md_prose(out, help);
    lp_text_add(out, " |\n");
}

static const struct {
    const char *name, *meaning;
} environment[] = {
    {"TMPDIR", "where the private folders of workers and of predictions are made (`/tmp`)"},
    {"XDG_CACHE_HOME", "compiled programs are kept in its folder `llmperf` (`~/.cache`)"},
    {"LLMPERF_ANALYZE", "what `libllmperf` reads sources with (`llmperf-analyze` of the same "
                        "installation, else of PATH)"},
};
enum { N_ENVIRONMENT = sizeof environment / sizeof *environment };

static void add_markdown_fact(lp_text *out, const char *name, const char *meaning) {
    lp_text_add(out, "| ");
    lp_md_code(out, name);
    lp_text_add(out, " | ");
    lp_md_prose(out, meaning);
    lp_text_add(out, " |\n");
}

static void add_markdown(lp_text *out, const cli_command *c, int n) {
    static const char head[] = "| | meaning |\n|---|---|\n";
    lp_text_add(out, "## " CLI_PROG "\n\n");
    lp_md_prose(out, title);
    lp_text_add(out, "\n\n```usage\n" CLI_PROG " COMMAND [options]\n```\n\n"
                     "| command | |\n|---|---|\n");
    each(out, c, n, add_markdown_row);
    lp_text_addf(out, "\nEvery command takes these options, too:\n\n%s", head);
    for (size_t i = 0; i < LP_N_COMMON_OPTS; i++) {
        const lp_opt *o = &lp_common_opts[i];
        lp_text left = {0};
        if (o->short_name) lp_text_addf(&left, "-%c, ", o->short_name);
        lp_text_addf(&left, "--%s", o->name);
        add_markdown_fact(out, left.s, o->help);
        lp_text_free(&left);
    }
    lp_text_addf(out, "\nExit statuses are the same everywhere:\n\n%s", head);
    for (size_t i = 0; i < lp_n_exit_statuses; i++) {
        char status[16];
        snprintf(status, sizeof status, "%d", lp_exit_statuses[i].status);
        add_markdown_fact(out, status, lp_exit_statuses[i].meaning);
    }
    lp_text_addf(out, "\nOf the environment these matter:\n\n%s", head);
    for (int i = 0; i < N_ENVIRONMENT; i++)
        add_markdown_fact(out, environment[i].name, environment[i].meaning);
}

static void add_man_row(lp_text *out, const char *name, const char *help) {
    lp_text_add(out, ".TP\n");
    lp_man_ref(out, name, "1", "");
    lp_man_prose(out, help);
    lp_text_addc(out, '\n');
}

static void add_man(lp_text *out, const cli_command *c, int n) {
    lp_man_begin(out, CLI_PROG, "1", "run times of OpenCL kernels, from their source");
    lp_text_add(out, ".SH SYNOPSIS\n\\fB" CLI_PROG "\\fR COMMAND [options]\n.SH DESCRIPTION\n");
    lp_man_prose(out, title);
    lp_text_add(out, "\n.SH COMMANDS\n");
    each(out, c, n, add_man_row);
    lp_text_add(out, ".SH OPTIONS\nEvery command takes these, too.\n");
    lp_man_common_opts(out);
    lp_man_exit_status(out);
    lp_text_add(out, ".SH ENVIRONMENT\n");
    for (int i = 0; i < N_ENVIRONMENT; i++) {
        lp_text_addf(out, ".TP\n\\fB%s\\fR\n", environment[i].name);
        lp_man_prose(out, environment[i].meaning);
        lp_text_addc(out, '\n');
    }
    lp_text_add(out, ".SH SEE ALSO\n");
    lp_man_ref(out, CLI_PROG " campaign", "5", "");
}

static const char bash_head[] =
    "# bash completion for " CLI_PROG "; made by `" CLI_PROG " --help=bash`\n"
    "\n"
    "# _llmperf_of COMMAND OPTION: what completes `options` and `words` of a command, and the "
    "value of an\n"
    "# option that takes one; fails when there is no such command.\n"
    "_llmperf_of() {\n"
    "    options='' words='' value=none\n"
    "    case $1 in\n";

static const char bash_tail[] =
    "    *) return 1 ;;\n"
    "    esac\n"
    "}\n"
    "\n"
    "_llmperf() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local command='' next options words value kind i\n"
    "    # --db=x comes as three words.\n"
    "    if [[ $cur == = ]]; then\n"
    "        cur=''\n"
    "    elif [[ $prev == = ]]; then\n"
    "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n"
    "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "        next=${command:+$command }${COMP_WORDS[i]}\n"
    "        _llmperf_of \"$next\" '' || break\n"
    "        command=$next\n"
    "    done\n"
    "    COMPREPLY=()\n"
    "    [[ $command || $COMP_CWORD == 1 ]] || return\n"
    "    _llmperf_of \"$command\" \"$prev\"\n"
    "    if [[ $prev == -* && $value != none ]]; then\n"
    "        kind=$value\n"
    "    elif [[ $cur == -* ]]; then\n"
    "        kind=\"words $options\"\n"
    "    else\n"
    "        kind=$words\n"
    "    fi\n"
    "    case $kind in\n"
    "    'words '*) mapfile -t COMPREPLY < <(compgen -W \"${kind#words }\" -- \"$cur\") ;;\n"
    "    dir) mapfile -t COMPREPLY < <(compgen -d -- \"$cur\") ;;\n"
    "    file) mapfile -t COMPREPLY < <(compgen -f -- \"$cur\") ;;\n"
    "    'file '*)\n"
    "        mapfile -t COMPREPLY < <({\n"
    "            compgen -d -- \"$cur\"\n"
    "            compgen -f -X \"!${kind#file }\" -- \"$cur\"\n"
    "        } | sort -u)\n"
    "        ;;\n"
    "    esac\n"
    "    [[ $kind == 'words '* ]] || compopt -o filenames 2>/dev/null\n"
    "}\n"
    "complete -F _llmperf " CLI_PROG "\n";

static void add_bash(lp_text *out, const cli_command *c, int n) {
    lp_text words = {0};
    for (int i = 0; i < n; i++) lp_text_addf(&words, " %s", c[i].name);
    lp_text_add(out, bash_head);
    lp_text_addf(out, "    '')\n        options='--help --version'\n        words='words%s help'\n",
                 lp_text_str(&words));
    lp_text_addf(out, "        ;;\n    help) words='words%s' ;;\n", lp_text_str(&words));
    for (int i = 0; i < n; i++) add_of_command(out, &c[i], "--help=bash");
    lp_text_add(out, bash_tail);
    lp_text_free(&words);
}

int cli_help(const cli_command *c, int n, lp_help_format f, FILE *out) {
    static void (*const formats[])(lp_text *, const cli_command *, int) = {
        [LP_HELP_TEXT] = add_text, [LP_HELP_MARKDOWN] = add_markdown, [LP_HELP_MAN] = add_man,
        [LP_HELP_BASH] = add_bash, [LP_HELP_LIST] = add_list,
    };
    lp_text text = {0};
    formats[f](&text, c, n);
    bool written = fputs(lp_text_str(&text), out) != EOF && fflush(out) == 0;
    lp_text_free(&text);
    if (!written) lp_error("standard output cannot be written");
    return written ? LP_EXIT_OK : LP_EXIT_FAIL;
}

/* ---- versions ---------------------------------------------------------------------------------
 */

static bool is_first(const cli_command *c, int i) {
    for (int j = 0; j < i; j++)
        if (c[j].stage && strcmp(c[j].stage, c[i].stage) == 0) return false;
    return true;
}

int cli_version(const cli_command *c, int n) {
    static const char *const words[] = {"--version", NULL};
    lp_version_print(CLI_PROG);
    for (int i = 0; i < n; i++) {
        lp_err e = {""};
        lp_text text = {0};
        if (!c[i].stage || !is_first(c, i)) continue;
        if (cli_ask(c[i].stage, words, &text, &e) == 0)
            fputs(lp_text_str(&text), stdout);
        else
            printf(CLI_PROG "-%s: missing: %s\n", c[i].stage, e.msg);
        lp_text_free(&text);
    }
    if (fflush(stdout) == 0 && !ferror(stdout)) return LP_EXIT_OK;
    lp_error("standard output cannot be written");
    return LP_EXIT_FAIL;
}
