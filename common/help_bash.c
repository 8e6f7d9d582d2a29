/* --help=bash: what the bash completion knows of a command, as cases of one shell function that
 * cli/help.c writes the frame of.
 *
 * In: the tables of a command or a program. Out: shell text. The function gets a command without
 * "llmperf " and an option, and sets `options`, `words` (what completes an argument) and, for an
 * option that takes a value, `value`. */
#include <stdlib.h>
#include <string.h>

#include "common/help_int.h"

static bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}

/* The words of "worker|sample" and of "N|none"; false when there are none. */
static bool add_choices(lp_text *out, const char *arg) {
    bool any = false;
    if (!strchr(arg, '|')) return false;
    for (const char *s = arg; *s;) {
        size_t n = strcspn(s, "|");
        if (is_lower(*s)) lp_text_addf(out, "%s %.*s", any ? "" : "words", (int)n, s);
        any = any || is_lower(*s);
        s += n + (s[n] == '|');
    }
    return any;
}

/* "FILE.svg": a name that ends so. */
static const char *suffix_of(const char *arg) {
    const char *dot = strrchr(arg, '.');
    return dot && is_lower(dot[1]) ? dot : NULL;
}

void lp_bash_kind(lp_text *out, const char *name, const char *arg) {
    static const char *const files[] = {"FILE", "PATH", "FROM"};
    const char *suffix = suffix_of(arg);
    if (add_choices(out, arg)) return;
    if (strcmp(arg, "DIR") == 0)
        lp_text_add(out, "dir");
    else if (suffix)
        lp_text_addf(out, "file *%s", suffix);
    else if (name && strcmp(name, "db") == 0)
        lp_text_add(out, "file *.db");
    else if (name && strcmp(name, "config") == 0)
        lp_text_add(out, "file *.yaml");
    else if (lp_is_one_of(arg, files, sizeof files / sizeof *files))
        lp_text_add(out, "file");
}

/* The next word of a usage text without brackets and dots; *s goes behind it. Caller frees; NULL at
 * the end. */
static char *usage_word(const char **s) {
    *s += strspn(*s, " \n[]()|");
    size_t n = strcspn(*s, " \n[]()");
    if (n == 0) return NULL;
    char *word = lp_strndup(*s, n);
    *s += n;
    char *dots = strstr(word, "...");
    if (dots) *dots = '\0';
    return word;
}

static bool takes_value(const lp_cmd *cmd, const char *option) {
    for (size_t i = 0; i < cmd->n_opts; i++) {
        const lp_opt *o = &cmd->opts[i];
        bool is_short = option[1] && option[1] == o->short_name && !option[2];
        if (is_short || strcmp(option + strspn(option, "-"), o->name) == 0)
            return o->kind != LP_OPT_FLAG;
    }
    return false;
}

/* What completes the words that are no options: the first such word of the usage that says it. */
static void add_words(lp_text *out, const lp_cmd *cmd) {
    const char *at = cmd->usage;
    bool value = false;
    size_t before = out->len;
    for (char *w; out->len == before && (w = usage_word(&at)); free(w)) {
        if (*w == '-')
            value = takes_value(cmd, w);
        else if (value)
            value = false;
        else
            lp_bash_kind(out, NULL, w);
    }
}

/* The name in the cases: without the program's own. */
static const char *case_name(const char *name) {
    const char *blank = strchr(name, ' ');
    return blank ? blank + 1 : "";
}

void lp_cmd_bash(lp_text *out, const lp_cmd *cmd) {
    const lp_opt *o;
    lp_text_addf(out, "    '%s')\n        options='", case_name(lp_cmd_name(cmd)));
    for (size_t i = 0; (o = lp_any_opt(cmd, i)); i++)
        lp_text_addf(out, "%s--%s", i ? " " : "", o->name);
    lp_text_add(out, "'\n        words='");
    add_words(out, cmd);
    lp_text_add(out, "'\n        case $2 in\n");
    for (size_t i = 0; i < cmd->n_opts; i++) {
        o = &cmd->opts[i];
        if (o->kind == LP_OPT_FLAG) continue;
        lp_text_add(out, "        ");
        if (o->short_name) lp_text_addf(out, "-%c | ", o->short_name);
        lp_text_addf(out, "--%s) value='", o->name);
        lp_bash_kind(out, o->name, o->arg);
        lp_text_add(out, "' ;;\n");
    }
    lp_text_add(out, "        esac\n        ;;\n");
}

void lp_bash_program(lp_text *out, const char *name, const lp_command *commands, int n) {
    lp_text_addf(out, "    '%s')\n        options='--help --version'\n        words='words",
                 case_name(name));
    for (int i = 0; i < n; i++) lp_text_addf(out, " %s", commands[i].name);
    lp_text_add(out, "'\n        ;;\n");
}
