/* Synthesised kernels as files of a folder. Input: a request, the folder. Output: one file a
 * kernel; files of an earlier, larger request go. Touches no file that is named otherwise. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/intr.h"
#include "gen/synth.h"

enum { DIGITS = 6 };
static const char prefix[] = "synth-", suffix[] = ".cl";

void gen_synth_file(int64_t index, lp_text *out) {
    lp_text_addf(out, "%s%0*lld%s", prefix, DIGITS, (long long)index, suffix);
}

/* The index in a name that gen_synth_file makes, -1 when it is none. */
static int64_t index_of(const char *name) {
    lp_text again = {0};
    long long index = -1;
    size_t n = strlen(name), fixed = sizeof prefix + sizeof suffix - 2;
    if (n > fixed && n < fixed + 16 && strncmp(name, prefix, sizeof prefix - 1) == 0) {
        index = 0;
        for (const char *p = name + sizeof prefix - 1; *p >= '0' && *p <= '9'; p++)
            index = index * 10 + (*p - '0');
        gen_synth_file(index, &again);
        if (strcmp(lp_text_str(&again), name) != 0) index = -1;
    }
    lp_text_free(&again);
    return index;
}

static int remove_others(const gen_synth *g, const char *dir, lp_err *e) {
    static const char *const suffixes[] = {suffix, NULL};
    lp_strv files = {0};
    int rc = lp_list_files(dir, suffixes, &files, e);
    for (size_t i = 0; rc == 0 && i < files.n; i++) {
        if (index_of(files.v[i]) < g->count) continue;
        char *path = lp_path_join(dir, files.v[i]);
        if (unlink(path)) rc = lp_fail(e, "%s: cannot be removed: %s", path, strerror(errno));
        free(path);
    }
    lp_strv_free(&files);
    return rc;
}

int gen_synth_write(const gen_synth *g, const char *dir, lp_err *e) {
    lp_text name = {0};
    lp_text body = {0};
    int rc = lp_mkdirs(dir, e);
    if (rc == 0) rc = remove_others(g, dir, e);
    for (int64_t i = 0; rc == 0 && i < g->count; i++) {
        lp_text_clear(&name);
        lp_text_clear(&body);
        gen_synth_file(i, &name);
        gen_synth_kernel(g, i, &body);
        char *path = lp_path_join(dir, lp_text_str(&name));
        rc = lp_update_file(path, body.s, body.len, e);
        free(path);
        if (rc == 0 && lp_interrupted()) rc = GEN_SYNTH_INTERRUPTED;
    }
    lp_text_free(&name);
    lp_text_free(&body);
    return rc;
}
