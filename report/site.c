/* The folder that a report is written to.
 *
 * In: names and bytes. Out: files below one folder. Touches nothing but files with names that a
 * report has, in a folder that is one. */
#include "report/site.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/fs.h"

static const char css[] = {
#include "report_css.inc"
};
static const char js[] = {
#include "report_js.inc"
};
static const char mark[] =
    "A report of llmperf. `llmperf report --out` replaces it; to keep it, move the folder.\n";

/* Where files of a kind may be. */
static const struct {
    const char *folder, *suffix;
} kinds[] = {{"", ".html"}, {"kernels/", ".html"}, {"img/", ".svg"}};
enum { N_KINDS = sizeof kinds / sizeof *kinds };

bool rep_site_is_name(const char *name) {
    if (strcmp(name, "report.css") == 0 || strcmp(name, "report.js") == 0) return true;
    for (int k = 0; k < N_KINDS; k++) {
        size_t n = strlen(name), before = strlen(kinds[k].folder), after = strlen(kinds[k].suffix);
        if (n <= before + after || strncmp(name, kinds[k].folder, before) != 0 ||
            strcmp(name + n - after, kinds[k].suffix) != 0)
            continue;
        size_t i = before;
        while (i < n - after && (islower((unsigned char)name[i]) ||
                                 isdigit((unsigned char)name[i]) || (i > before && name[i] == '-')))
            i++;
        if (i == n - after) return true;
    }
    return false;
}

static int check_empty(const char *dir, lp_err *e) {
    DIR *d = opendir(dir);
    const struct dirent *f;
    bool empty = true, marked = false;
    if (!d) return lp_fail(e, "%s: %s", dir, strerror(errno));
    while ((f = readdir(d))) {
        if (strcmp(f->d_name, ".") == 0 || strcmp(f->d_name, "..") == 0) continue;
        empty = false;
        if (strcmp(f->d_name, REP_SITE_MARK) == 0) marked = true;
    }
    closedir(d);
    if (empty || marked) return 0;
    return lp_fail(e, "%s: is neither empty nor a report of llmperf; give another folder", dir);
}

/* A folder of its own below the report's: not somewhere else by a link. */
static int make_folder(const char *dir, const char *name, lp_err *e) {
    struct stat st;
    char *path = lp_path_join(dir, name);
    int rc = 0;
    if (lstat(path, &st) == 0 && !S_ISDIR(st.st_mode))
        rc = lp_fail(e, "%s: is no folder; remove it", path);
    else
        rc = lp_mkdirs(path, e);
    free(path);
    return rc;
}

static int write_at(const rep_site *s, const char *name, const char *bytes, size_t n, lp_err *e) {
    char *path = lp_path_join(s->dir, name);
    int rc = lp_update_file(path, bytes, n, e);
    free(path);
    return rc;
}

static int drop(const rep_site *s, const char *name, lp_err *e) {
    char *path = lp_path_join(s->dir, name);
    int rc = 0;
    if (unlink(path) != 0 && errno != ENOENT) rc = lp_fail(e, "%s: %s", path, strerror(errno));
    free(path);
    return rc;
}

int rep_site_open(rep_site *s, const char *dir, lp_err *e) {
    struct stat st;
    *s = (rep_site){.dir = lp_strdup(dir)};
    if (stat(dir, &st) == 0) {
        if (!S_ISDIR(st.st_mode)) return lp_fail(e, "%s: is no folder; give another name", dir);
        if (check_empty(dir, e) != 0) return -1;
    } else if (lp_mkdirs(dir, e) != 0) {
        return -1;
    }
    if (write_at(s, REP_SITE_MARK, mark, sizeof mark - 1, e) != 0) return -1;
    if (drop(s, "index.html", e) != 0) return -1;
    return make_folder(dir, "img", e) != 0 ? -1 : make_folder(dir, "kernels", e);
}

int rep_site_write(rep_site *s, const char *name, const lp_text *bytes, lp_err *e) {
    if (!rep_site_is_name(name)) LP_BUG("`%s` is no name of a report's file", name);
    lp_strv_add(&s->written, name);
    return write_at(s, name, lp_text_str(bytes), bytes->len, e);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Of one kind; s->written is sorted. */
static int drop_old(const rep_site *s, int kind, lp_err *e) {
    char *folder = lp_path_join(s->dir, kinds[kind].folder);
    DIR *d = opendir(folder);
    const struct dirent *f;
    lp_text name = {0};
    int rc = d ? 0 : lp_fail(e, "%s: %s", folder, strerror(errno));
    while (rc == 0 && d && (f = readdir(d))) {
        lp_text_clear(&name);
        lp_text_addf(&name, "%s%s", kinds[kind].folder, f->d_name);
        const char *key = name.s;
        if (!rep_site_is_name(key) ||
            bsearch(&key, s->written.v, s->written.n, sizeof key, by_name))
            continue;
        rc = drop(s, key, e);
    }
    if (d) closedir(d);
    lp_text_free(&name);
    free(folder);
    return rc;
}

int rep_site_finish(rep_site *s, lp_err *e) {
    const lp_text style = {(char *)css, sizeof css - 1, 0}, script = {(char *)js, sizeof js - 1, 0};
    if (rep_site_write(s, "report.css", &style, e) != 0) return -1;
    if (rep_site_write(s, "report.js", &script, e) != 0) return -1;
    lp_strv_sort(&s->written);
    for (int k = 0; k < N_KINDS; k++)
        if (drop_old(s, k, e) != 0) return -1;
    return 0;
}

void rep_site_close(rep_site *s) {
    free(s->dir);
    lp_strv_free(&s->written);
    *s = (rep_site){0};
}
