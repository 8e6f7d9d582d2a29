/* Starting stages as programs. Input: a stage's name and words. Output: this process becomes it, or
 * its answer, or one line why not. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "common/fs.h"
#include "common/log.h"
#include "common/proc.h"
#include "common/text.h"

char *cli_stage_path(const char *stage, lp_err *e) {
    lp_text name = {0};
    char *dir = lp_self_dir();
    lp_text_addf(&name, CLI_PROG "%s%s", stage ? "-" : "", stage ? stage : "");
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

int cli_ask(const char *stage, const char *const *words, lp_text *out, lp_err *e) {
    enum { MAX_LINE = 1 << 16, MAX_WORDS = 8 };
    const double timeout_s = 30;
    char *argv[MAX_WORDS + 2] = {cli_stage_path(stage, e)};
    lp_text line = {0};
    lp_proc p;
    for (int i = 0; i < MAX_WORDS && words[i]; i++) argv[i + 1] = (char *)words[i];
    int rc = argv[0] ? lp_proc_start(&p, argv, true, e) : -1;
    if (rc == 0) {
        while ((rc = lp_proc_read_line(&p, timeout_s, MAX_LINE, &line, e)) == 1)
            lp_text_addf(out, "%s\n", lp_text_str(&line));
        if (rc == 0)
            rc = lp_proc_wait(&p) == 0 ? 0 : lp_fail(e, "%s failed", argv[0]);
        else
            lp_proc_kill(&p);
        if (rc == -2) rc = lp_fail(e, "%s: no answer", argv[0]);
    }
    lp_text_free(&line);
    free(argv[0]);
    return rc == 0 ? 0 : -1;
}
