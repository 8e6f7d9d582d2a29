/* The folder of compiled programs.
 *
 * In: sources, devices, bytes. Out: files. Knows no OpenCL; compiles nothing. */
#include "profile/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/hash.h"
#include "profile/sandbox.h"

/* Of a file: magic, hash of the rest in hex, the rest. */
static const char magic[] = "LLMPERFBIN1\n";
enum { MAGIC_BYTES = sizeof magic - 1, HASH_CHARS = 32, HEAD_BYTES = MAGIC_BYTES + HASH_CHARS };
static const char suffix[] = ".clbin";
static const size_t file_bytes_max = (size_t)256 << 20;

static char *home_folder(void) {
    const char *xdg = getenv("XDG_CACHE_HOME"); // NOLINT(concurrency-mt-unsafe)
    const char *home = getenv("HOME");          // NOLINT(concurrency-mt-unsafe)
    if (xdg && xdg[0] == '/') return lp_path_join(xdg, "llmperf");
    return home && home[0] == '/' ? lp_path_join(home, ".cache/llmperf") : NULL;
}

/* A home that cannot be written to (a job of a batch system) is no reason to fail. */
static char *usable_folder(lp_err *e) {
    lp_err ignored;
    char *own = home_folder();
    if (own) {
        char *parent = lp_path_dir(own);
        bool made = lp_mkdirs(parent, &ignored) == 0 && prof_private_dir(own, &ignored) == 0 &&
                    access(own, W_OK) == 0;
        free(parent);
        if (made) return own;
        free(own);
    }
    char *dir = lp_path_join(prof_scratch_path(), "programs");
    if (prof_private_dir(dir, e) == 0) return dir;
    free(dir);
    return NULL;
}

int prof_cache_open(prof_cache *c, int64_t bytes_max, lp_err *e) {
    *c = (prof_cache){.bytes_max = bytes_max};
    if (bytes_max == 0) return 0;
    c->dir = usable_folder(e);
    if (!c->dir) return -1;
    prof_sandbox_allow_folder(c->dir);
    prof_cache_trim(c);
    return 0;
}

void prof_cache_close(prof_cache *c) {
    if (c->dir) prof_cache_trim(c);
    free(c->dir);
    *c = (prof_cache){.dir = NULL};
}

char *prof_cache_path(const prof_cache *c, const prof_device *d, const char *std,
                      const char *source) {
    const char *parts[] = {magic, d->platform, d->name, d->version, d->driver, std, source};
    lp_text key = {0};
    char hex[HASH_CHARS + 1];
    if (!c->dir) return NULL;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        lp_text_addn(&key, parts[i], strlen(parts[i]) + 1);
    lp_hash128_hex(key.s, key.len, hex);
    lp_text_clear(&key);
    lp_text_addf(&key, "%s/%s%s", c->dir, hex, suffix);
    return lp_text_take(&key);
}

bool prof_cache_has(const char *path) {
    return access(path, R_OK) == 0;
}

/* ---- files ---- */

int prof_cache_write(const char *path, const void *bytes, size_t n, lp_err *e) {
    lp_text t = {0};
    char hex[HASH_CHARS + 1];
    lp_hash128_hex(bytes, n, hex);
    lp_text_add(&t, magic);
    lp_text_add(&t, hex);
    lp_text_addn(&t, bytes, n);
    int rc = lp_write_file(path, t.s, t.len, e);
    lp_text_free(&t);
    return rc;
}

int prof_cache_read(const char *path, lp_text *out, lp_err *e) {
    lp_text t = {0};
    char hex[HASH_CHARS + 1];
    int rc = lp_read_file(path, file_bytes_max, &t, e);
    if (rc == 0) {
        bool whole = t.len > HEAD_BYTES && memcmp(t.s, magic, MAGIC_BYTES) == 0;
        if (whole) lp_hash128_hex(t.s + HEAD_BYTES, t.len - HEAD_BYTES, hex);
        if (!whole || memcmp(hex, t.s + MAGIC_BYTES, HASH_CHARS) != 0)
            rc = lp_fail(e, "%s: not a compiled program of this version, or damaged", path);
    }
    if (rc == 0) {
        lp_text_addn(out, t.s + HEAD_BYTES, t.len - HEAD_BYTES);
        utimensat(AT_FDCWD, path, NULL, 0);
    }
    lp_text_free(&t);
    return rc;
}

/* ---- trimming ---- */

typedef struct entry {
    char name[64];
    struct timespec used;
    int64_t bytes;
} entry;

typedef struct listing {
    entry *v;
    size_t n, cap;
    int64_t bytes;
} listing;

static void list(const char *dir, listing *l) {
    DIR *d = opendir(dir);
    const struct dirent *de;
    struct stat st;
    int fd = d ? dirfd(d) : -1;
    if (fd < 0) return;
    while ((de = readdir(d))) { // NOLINT(concurrency-mt-unsafe): each stream has one reader
        size_t n = strlen(de->d_name);
        if (n < sizeof suffix || n >= sizeof l->v->name ||
            strcmp(de->d_name + n - (sizeof suffix - 1), suffix) != 0)
            continue;
        if (fstatat(fd, de->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0) continue;
        l->v = lp_grow(l->v, &l->cap, l->n + 1, sizeof *l->v);
        entry *x = &l->v[l->n++];
        *x = (entry){.used = st.st_mtim, .bytes = st.st_size};
        memcpy(x->name, de->d_name, n + 1);
        l->bytes += x->bytes;
    }
    closedir(d);
}

static int by_use(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec) return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    if (x->used.tv_nsec != y->used.tv_nsec) return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
    return strcmp(x->name, y->name);
}

void prof_cache_trim(const prof_cache *c) {
    listing l = {.v = NULL};
    list(c->dir, &l);
    if (l.n && l.bytes > c->bytes_max) qsort(l.v, l.n, sizeof *l.v, by_use);
    for (size_t i = 0; i < l.n && l.bytes > c->bytes_max; i++) {
        char *path = lp_path_join(c->dir, l.v[i].name);
        if (unlink(path) == 0) l.bytes -= l.v[i].bytes;
        free(path);
    }
    free(l.v);
}
