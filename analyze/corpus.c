/* Finds the kernel files of a command line.
 *
 * In: files and folders. Out: a sorted list, each file once. Headers are no entries: they are read
 * where a kernel includes them, unless they hold programs in strings. Opens only files of other
 * languages, to see whether they do. */
#include "analyze/corpus.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analyze/host.h"
#include "common/fs.h"
#include "common/intr.h"
#include "common/log.h"

/* Takes `path`. */
static void add_file(an_corpus *c, char *path, const char *key, const char *root) {
    c->v = lp_grow(c->v, &c->cap, c->n + 1, sizeof *c->v);
    an_file *f = &c->v[c->n++];
    *f = (an_file){.path = path, .key = lp_strdup(key), .real = realpath(path, NULL)};
    if (root) f->root = lp_strdup(root);
    if (!f->real) f->real = lp_strdup(path);
}

static void free_file(an_file *f) {
    free(f->path);
    free(f->key);
    free(f->root);
    free(f->real);
}

/* Adds the files of a folder that end so; `host`: those of them that hold kernels. */
static int add_names(an_corpus *c, const char *root, const char *const *suffixes, bool host,
                     size_t max_bytes, lp_err *e) {
    lp_strv names = {0};
    int rc = lp_list_files(root, suffixes, &names, e);
    for (size_t i = 0; rc == 0 && i < names.n && !lp_interrupted(); i++) {
        char *path = lp_path_join(root, names.v[i]);
        bool text = lp_utf8_valid(names.v[i], strlen(names.v[i]));
        if (host && !an_host_has_kernel(path, max_bytes)) {
            free(path);
        } else if (text) {
            add_file(c, path, names.v[i], root);
        } else {
            lp_warn("%s: a file name in it is not UTF-8; left out", root);
            free(path);
        }
    }
    lp_strv_free(&names);
    return rc;
}

static int add_folder(an_corpus *c, const char *root, size_t max_bytes, lp_err *e) {
    static const char *const suffixes[] = {".cl", ".ocl", NULL};
    if (add_names(c, root, suffixes, false, max_bytes, e)) return -1;
    if (add_names(c, root, an_host_suffixes, true, max_bytes, e)) return -1;
    lp_strv_add(&c->roots, root);
    return 0;
}

static bool goes_up(const char *path) {
    for (const char *s = path; (s = strstr(s, "..")); s += 2)
        if ((s == path || s[-1] == '/') && (s[2] == '/' || s[2] == 0)) return true;
    return false;
}

/* A file that was given itself keeps the path it was given by, unless that says where on this
 * machine it is. */
static int add_given(an_corpus *c, const char *path, lp_err *e) {
    const char *key = path;
    if (!lp_utf8_valid(path, strlen(path))) return lp_fail(e, "a file name that is not UTF-8");
    while (key[0] == '.' && key[1] == '/')
        for (key += 2; *key == '/';) key++;
    if (key[0] == '/' || goes_up(key)) key = lp_path_base(path);
    add_file(c, lp_strdup(path), key, NULL);
    return 0;
}

static int compare(const void *a, const void *b) {
    const an_file *x = a, *y = b;
    int by_key = strcmp(x->key, y->key);
    return by_key ? by_key : strcmp(x->real, y->real);
}

/* Sorts by key and drops files that were named twice. */
static void sort(an_corpus *c) {
    an_file *kept = lp_alloc(c->n + 1, sizeof *kept);
    size_t n = 0;
    if (c->n) qsort(c->v, c->n, sizeof *c->v, compare);
    for (size_t i = 0; i < c->n; i++) {
        bool again = i + 1 < c->n && compare(&c->v[i], &c->v[i + 1]) == 0;
        if (again)
            free_file(&c->v[i]);
        else
            kept[n++] = c->v[i];
    }
    free(c->v);
    *c = (an_corpus){.v = kept, .n = n, .cap = c->n + 1, .roots = c->roots};
}

static bool clashes(const an_corpus *c, size_t i) {
    return (i > 0 && strcmp(c->v[i - 1].key, c->v[i].key) == 0) ||
           (i + 1 < c->n && strcmp(c->v[i + 1].key, c->v[i].key) == 0);
}

/* Two folders may hold files of the same relative path: those get the name of their folder in
 * front. */
static void part_clashes(an_corpus *c) {
    bool *clash = lp_alloc(c->n + 1, sizeof *clash);
    for (size_t i = 0; i < c->n; i++) clash[i] = clashes(c, i);
    for (size_t i = 0; i < c->n; i++) {
        an_file *f = &c->v[i];
        if (!clash[i] || !f->root) continue;
        char *real = realpath(f->root, NULL), *old = f->key;
        f->key = lp_path_join(lp_path_base(real ? real : f->root), old);
        free(real);
        free(old);
    }
    free(clash);
    sort(c);
}

static int check_keys(const an_corpus *c, lp_err *e) {
    for (size_t i = 1; i < c->n; i++)
        if (strcmp(c->v[i - 1].key, c->v[i].key) == 0)
            return lp_fail(e,
                           "%s and %s would both be stored as %s: give their common parent folder",
                           c->v[i - 1].path, c->v[i].path, c->v[i].key);
    return 0;
}

int an_corpus_find(const lp_strv *paths, size_t max_bytes, an_corpus *c, lp_err *e) {
    memset(c, 0, sizeof *c);
    for (size_t i = 0; i < paths->n; i++) {
        struct stat st;
        const char *path = paths->v[i];
        if (stat(path, &st)) return lp_fail(e, "%s: no such file or folder", path);
        if (S_ISDIR(st.st_mode) ? add_folder(c, path, max_bytes, e) : add_given(c, path, e))
            return -1;
    }
    sort(c);
    part_clashes(c);
    return check_keys(c, e);
}

/* ---- what is held out --------------------------------------------------------------------------
 */

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Takes `f` as a file of the number-th held-out path. */
static void add_reference(an_corpus *c, an_file *f, size_t number) {
    lp_text key = {0};
    lp_text_addf(&key, "held-out/%zu/%s", number, f->key);
    free(f->key);
    f->key = lp_text_take(&key);
    f->held_out = f->reference = true;
    c->v = lp_grow(c->v, &c->cap, c->n + 1, sizeof *c->v);
    c->v[c->n++] = *f;
    *f = (an_file){0};
}

/* Files of a held-out path that the corpus has not. */
static int add_references(an_corpus *c, const char *path, size_t number, size_t max_bytes,
                          lp_err *e) {
    lp_strv one = {0}, have = {0};
    an_corpus found;
    lp_strv_add(&one, path);
    int rc = an_corpus_find(&one, max_bytes, &found, e);
    for (size_t i = 0; i < c->n; i++) lp_strv_add(&have, c->v[i].real);
    lp_strv_sort(&have);
    for (size_t i = 0; rc == 0 && i < found.n; i++)
        if (!have.n || !bsearch(&found.v[i].real, have.v, have.n, sizeof *have.v, compare_names))
            add_reference(c, &found.v[i], number);
    an_corpus_free(&found);
    lp_strv_free(&have);
    lp_strv_free(&one);
    return rc;
}

int an_corpus_hold_out(an_corpus *c, const lp_strv *paths, size_t max_bytes, lp_err *e) {
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < paths->n; i++) {
        char *real = realpath(paths->v[i], NULL);
        if (!real) return lp_fail(e, "%s: no such file or folder to hold out", paths->v[i]);
        for (size_t j = 0; j < c->n; j++) c->v[j].held_out |= lp_path_within(c->v[j].real, real);
        free(real);
        if (max_bytes > 0) rc = add_references(c, paths->v[i], i, max_bytes, e);
    }
    sort(c);
    return rc ? rc : check_keys(c, e);
}

static bool has_key(const an_corpus *c, const char *key) {
    size_t lo = 0, hi = c->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        int order = strcmp(c->v[mid].key, key);
        if (order == 0) return true;
        if (order < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return false;
}

bool an_corpus_has(const an_corpus *c, const char *path) {
    const char *part = strrchr(path, '#');
    if (has_key(c, path)) return true;
    if (!part || part[1] == 0 || part[1 + strspn(part + 1, "0123456789")]) return false;
    char *key = lp_strndup(path, (size_t)(part - path));
    bool found = has_key(c, key);
    free(key);
    return found;
}

void an_corpus_free(an_corpus *c) {
    for (size_t i = 0; i < c->n; i++) free_file(&c->v[i]);
    free(c->v);
    lp_strv_free(&c->roots);
    memset(c, 0, sizeof *c);
}
