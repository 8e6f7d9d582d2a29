/* llmperf config: checks campaign files, prints the defaults and the reference of all keys. Input:
 * YAML files, the table of keys. Output: one line each, or a document. Does not run anything. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "common/campaign.h"
#include "common/campaign_reference.h"
#include "common/log.h"

static bool check_file(const char *path, bool json) {
    lp_campaign c;
    lp_err e = {""};
    bool ok = lp_campaign_load(path, &c, &e) == 0;
    if (!ok) {
        lp_error("%s", e.msg);
    } else if (json) {
        char *text = lp_campaign_json(&c);
        puts(text);
        free(text);
    } else if (lp_log_get_level() > LP_LOG_QUIET) {
        printf("%s: ok, campaign %s\n", path, c.name);
    }
    lp_campaign_free(&c);
    return ok;
}

static int check(int argc, char **argv) {
    bool defaults = false;
    bool json = false;
    lp_strv files = {0};
    const lp_opt opts[] = {
        {"defaults", 0, LP_OPT_FLAG, &defaults, NULL, "print every key with its default as YAML"},
        {"json", 0, LP_OPT_FLAG, &json, NULL, "print each campaign as canonical JSON"},
    };
    const lp_cmd cmd = {.prog = CLI_PROG,
                        .name = CLI_PROG " config check",
                        .usage = "FILE.yaml...\n--defaults",
                        .summary = "Checks campaign files: exit status 1 when one has an error, "
                                   "with line and column.",
                        .details = "$ llmperf config check configs/smoke.yaml\n"
                                   "configs/smoke.yaml: ok, campaign smoke",
                        .opts = opts,
                        .n_opts = sizeof opts / sizeof *opts};
    int status = lp_opt_parse(&cmd, argc, argv, &files);
    if (status >= 0) {
        lp_strv_free(&files);
        return status;
    }
    if (defaults) {
        lp_campaign_print_defaults(stdout);
        status = LP_EXIT_OK;
    } else if (files.n == 0) {
        status = lp_usage_error(&cmd, "config check needs a file, or --defaults");
    } else {
        status = LP_EXIT_OK;
        for (size_t i = 0; i < files.n; i++)
            if (!check_file(files.v[i], json)) status = LP_EXIT_FAIL;
    }
    lp_strv_free(&files);
    return status;
}

static int reference(int argc, char **argv) {
    const char *as = "text";
    lp_text text = {0};
    const lp_opt opts[] = {
        {"as", 0, LP_OPT_STR, &as, "text|markdown|man",
         "for a terminal, as a page, or as a man page (text)"},
    };
    const lp_cmd cmd = {.prog = CLI_PROG,
                        .name = CLI_PROG " config reference",
                        .usage = "[--as text|markdown|man]",
                        .summary =
                            "Every key of a campaign file: type, default, unit, range and meaning.",
                        .details = "$ llmperf config reference",
                        .opts = opts,
                        .n_opts = sizeof opts / sizeof *opts};
    int status = lp_opt_parse(&cmd, argc, argv, NULL);
    if (status >= 0) return status;
    lp_help_format f = lp_help_format_of(as);
    if (f > LP_HELP_MAN)
        return lp_usage_error(&cmd, "--as %s: text, markdown or man is expected", as);
    lp_campaign_reference(f, &text);
    fputs(lp_text_str(&text), stdout);
    lp_text_free(&text);
    return LP_EXIT_OK;
}

int cli_config(int argc, char **argv) {
    static const lp_command commands[] = {
        {"check", check, "check campaign files, print the defaults"},
        {"reference", reference, "every key of a campaign file"},
    };
    const lp_program p = {.name = CLI_PROG,
                          .words = CLI_PROG " config",
                          .title = "Campaign files.",
                          .commands = commands,
                          .n = sizeof commands / sizeof *commands};
    return lp_program_main(&p, argc, argv);
}
