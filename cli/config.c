/* llmperf config: checks campaign files, prints the defaults. Input: YAML files. Output: one line
 * each, or a template. Does not run anything. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "common/campaign.h"
#include "common/log.h"
#include "common/opt.h"

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

static int finish(int status) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    lp_error("cannot write to stdout");
    return LP_EXIT_FAIL;
}

int cli_config(int argc, char **argv) {
    bool defaults = false;
    bool json = false;
    lp_strv words = {0};
    const lp_opt opts[] = {
        {"defaults", 0, LP_OPT_FLAG, &defaults, NULL, "print every key with its default as YAML"},
        {"json", 0, LP_OPT_FLAG, &json, NULL, "print each campaign as canonical JSON"},
    };
    const lp_cmd cmd = {CLI_PROG, "config check FILE... | config check --defaults",
                        "Checks campaign files: exit status 1 when one has an error, with line and "
                        "column.",
                        opts, sizeof opts / sizeof *opts};
    int status = lp_opt_parse(&cmd, argc, argv, &words);
    if (status >= 0) goto out;
    if (words.n == 0 || strcmp(words.v[0], "check") != 0) {
        status = lp_usage_error(&cmd, "config needs the word `check`");
    } else if (defaults) {
        lp_campaign_print_defaults(stdout);
        status = finish(LP_EXIT_OK);
    } else if (words.n == 1) {
        status = lp_usage_error(&cmd, "config check needs a file, or --defaults");
    } else {
        status = LP_EXIT_OK;
        for (size_t i = 1; i < words.n; i++)
            if (!check_file(words.v[i], json)) status = LP_EXIT_FAIL;
        status = finish(status);
    }
out:
    lp_strv_free(&words);
    return status;
}
