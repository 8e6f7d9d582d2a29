/* Starting stages as programs. Input: a stage's name and words. Output: this process becomes it, or
 * one line why not. Does not wait for children: run.c does. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "common/fs.h"
#include "common/log.h"
#include "common/text.h"

char *cli_stage_path(const char *stage, lp_err *e) {
    lp_text name = {0};
    char *dir = lp_self_dir();
    lp_text_addf(&name, CLI_PROG "-%s", stage);
    char *path = dir ? lp_path_join(dir, name.s) : NULL;
    if (!dir) lp_fail(e, "cannot find the folder of this program");
    if (path && access(path, X_OK) != 0) {
        lp_fail(e, "%s is not beside %s in %s; build or install all programs together", name.s,
                CLI_PROG, dir);
        free(path);
        path = NULL;
    }
    lp_text_free(&name);
    free(dir);
    return path;
}

int cli_become(const char *stage, const char *before, int n, char **words) {
    lp_err e = {""};
    int at = 0;
    char *path = cli_stage_path(stage, &e);
    if (!path) {
        lp_error("%s", e.msg);
        return LP_EXIT_FAIL;
    }
    char **argv = lp_alloc((size_t)n + 3, sizeof *argv);
    argv[at++] = path;
    if (before) argv[at++] = (char *)before;
    for (int i = 0; i < n; i++) argv[at++] = words[i];
    execv(path, argv);
    lp_error("%s: cannot start: %s", path, strerror(errno));
    free(argv);
    free(path);
    return LP_EXIT_FAIL;
}
