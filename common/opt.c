/* Command-line options from a table.
 *
 * In: argv and an lp_cmd. Out: values through the rows' `dest`, positional words, --help and
 * --version on stdout, one error line on stderr. Knows no command's meaning and checks no value
 * beyond being an integer. */
#include "common/opt.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/error.h"
#include "common/help.h"
#include "common/log.h"

int lp_usage_error(const lp_cmd *cmd, const char *fmt, ...) {
    lp_err e;
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(e.msg, sizeof e.msg, fmt, ap);
    va_end(ap);
    lp_clean_controls(e.msg, "");
    lp_error("%s", e.msg);
    fprintf(stderr, "try %s --help\n", lp_cmd_name(cmd));
    return LP_EXIT_USAGE;
}

static int print_help(const lp_cmd *cmd, const char *format) {
    lp_help_format f = lp_help_format_of(format);
    lp_text text = {0};
    if (f == LP_HELP_UNKNOWN)
        return lp_usage_error(cmd, "--help=%s: " LP_HELP_FORMATS " is expected", format);
    lp_cmd_help(cmd, f, &text);
    fputs(lp_text_str(&text), stdout);
    lp_text_free(&text);
    return LP_EXIT_OK;
}

static const lp_opt *find_long(const lp_cmd *cmd, const char *name, size_t len) {
    for (size_t i = 0; i < cmd->n_opts + LP_N_COMMON_OPTS; i++) {
        const lp_opt *o = i < cmd->n_opts ? &cmd->opts[i] : &lp_common_opts[i - cmd->n_opts];
        if (strncmp(o->name, name, len) == 0 && o->name[len] == '\0') return o;
    }
    return NULL;
}

static const lp_opt *find_short(const lp_cmd *cmd, char c) {
    for (size_t i = 0; i < cmd->n_opts + LP_N_COMMON_OPTS; i++) {
        const lp_opt *o = i < cmd->n_opts ? &cmd->opts[i] : &lp_common_opts[i - cmd->n_opts];
        if (o->short_name == c) return o;
    }
    return NULL;
}

/* -1 to go on, else the exit status. */
static int apply_common(const lp_cmd *cmd, size_t which) {
    switch (which) {
    case LP_OPT_HELP:
        return print_help(cmd, "text");
    case LP_OPT_VERSION:
        lp_version_print(cmd->prog);
        return LP_EXIT_OK;
    case LP_OPT_QUIET:
        lp_log_set_level(LP_LOG_QUIET);
        return -1;
    default:
        lp_log_set_level(LP_LOG_VERBOSE);
        return -1;
    }
}

/* Stores one option; `value` is NULL for flags. -1 to go on, else the exit status. */
static int apply(const lp_cmd *cmd, const lp_opt *o, const char *value) {
    for (size_t i = 0; i < LP_N_COMMON_OPTS; i++) {
        if (o == &lp_common_opts[i]) return apply_common(cmd, i);
    }
    switch (o->kind) {
    case LP_OPT_FLAG:
        *(bool *)o->dest = true;
        break;
    case LP_OPT_STR:
        *(const char **)o->dest = value;
        break;
    case LP_OPT_I64:
        if (!lp_parse_i64(value, o->dest))
            return lp_usage_error(cmd, "--%s: '%s' is not an integer", o->name, value);
        break;
    case LP_OPT_LIST:
        lp_strv_add(o->dest, value);
        break;
    }
    return -1;
}

/* The words of a command line, consumed from the front. */
typedef struct words_in {
    int argc;
    char **argv;
    int at;
} words_in;

/* The value of option `o`: attached to it, or the next word. NULL when there is none. */
static const char *value_of(words_in *in, const char *attached) {
    if (attached) return attached;
    return in->at < in->argc ? in->argv[in->at++] : NULL;
}

static int parse_long(const lp_cmd *cmd, words_in *in, const char *word) {
    const char *name = word + 2;
    size_t len = strcspn(name, "=");
    const char *attached = name[len] == '=' ? name + len + 1 : NULL;
    const lp_opt *o = find_long(cmd, name, len);
    if (!o) return lp_usage_error(cmd, "unknown option '--%.*s'", (int)len, name);
    if (o == &lp_common_opts[LP_OPT_HELP] && attached) return print_help(cmd, attached);
    if (o->kind == LP_OPT_FLAG) {
        if (attached) return lp_usage_error(cmd, "--%s takes no value", o->name);
        return apply(cmd, o, NULL);
    }
    const char *value = value_of(in, attached);
    if (!value) return lp_usage_error(cmd, "--%s needs a value (%s)", o->name, o->arg);
    return apply(cmd, o, value);
}

/* `-q`, `-qv`, `-D X` and `-DX`. */
static int parse_short(const lp_cmd *cmd, words_in *in, const char *word) {
    for (const char *c = word + 1; *c; c++) {
        const lp_opt *o = find_short(cmd, *c);
        if (!o) return lp_usage_error(cmd, "unknown option '-%c'", *c);
        if (o->kind != LP_OPT_FLAG) {
            const char *value = value_of(in, c[1] ? c + 1 : NULL);
            if (!value) return lp_usage_error(cmd, "-%c needs a value (%s)", *c, o->arg);
            return apply(cmd, o, value);
        }
        int status = apply(cmd, o, NULL);
        if (status != -1) return status;
    }
    return -1;
}

/* A program started with a standard stream closed would get its database as descriptor 0, 1 or 2,
 * and messages would be written into it. */
static void keep_standard_streams(void) {
    int fd;
    do fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0) close(fd);
}

int lp_opt_parse(const lp_cmd *cmd, int argc, char **argv, lp_strv *words) {
    keep_standard_streams();
    lp_log_init(cmd->prog);
    words_in in = {.argc = argc, .argv = argv, .at = 1};
    bool options = true;
    while (in.at < in.argc) {
        const char *word = in.argv[in.at++];
        int status = -1;
        if (options && strcmp(word, "--") == 0)
            options = false;
        else if (options && strncmp(word, "--", 2) == 0)
            status = parse_long(cmd, &in, word);
        else if (options && word[0] == '-' && word[1])
            status = parse_short(cmd, &in, word);
        else if (words)
            lp_strv_add(words, word);
        else
            status = lp_usage_error(cmd, "unexpected argument '%s'", word);
        if (status != -1) return status;
    }
    return -1;
}
