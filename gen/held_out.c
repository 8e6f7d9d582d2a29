/* Are the kernels that a campaign holds out marked in the database?
 *
 * In: corpus.paths and corpus.held_out, rows of kernel. Out: an error for kernels that were read
 * without `--held-out`. Paths in the database are relative to the corpus folder, so the check is
 * by the held-out folder's place in it: it finds the command that was forgotten, it does not mark
 * anything (analyze does) and opens no file. */
#include "gen/held_out.h"

#include <stdlib.h>
#include <string.h>

#include "common/fs.h"

static int refuse(const char *kernel, const char *folder, lp_err *e) {
    return lp_fail(e,
                   "kernel %s lies in %s, which corpus.held_out names, but was read without that: "
                   "run `llmperf analyze` again with --held-out %s",
                   kernel, folder, folder);
}

/* A kernel of the held-out part of a corpus folder that is not marked; `inside`: path of that part
 * in the folder, "" when all of the folder is held out. Then paths do not tell its kernels from
 * those of other folders, and one that is marked shows that analyze was told. */
static int find_unmarked(db *d, const char *inside, char **path, lp_err *e) {
    if (*inside)
        return db_get_text(d, e, path,
                           "SELECT min(path) FROM kernel WHERE status = 'ok' AND held_out = 0 AND"
                           " (path = ?1 OR substr(path, 1, length(?1) + 1) = ?1 || '/')",
                           "t", inside);
    return db_get_text(d, e, path,
                       "SELECT min(path) FROM kernel WHERE status = 'ok' AND NOT EXISTS"
                       " (SELECT 1 FROM kernel WHERE held_out = 1)",
                       "");
}

static int check_pair(db *d, const char *folder, const char *held_out, lp_err *e) {
    char *path = NULL;
    const char *inside = "";
    if (!lp_path_within(folder, held_out)) {
        if (!lp_path_within(held_out, folder)) return 0;
        inside = held_out + strlen(folder);
        inside += strspn(inside, "/");
    }
    int rc = find_unmarked(d, inside, &path, e);
    if (rc == 0 && path) rc = refuse(path, held_out, e);
    free(path);
    return rc;
}

int gen_check_held_out(db *d, const lp_campaign *c, lp_err *e) {
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < c->corpus_held_out.n; i++)
        for (size_t j = 0; rc == 0 && j < c->corpus_paths.n; j++)
            rc = check_pair(d, c->corpus_paths.v[j], c->corpus_held_out.v[i], e);
    return rc;
}
