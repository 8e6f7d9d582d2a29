/* Files and folders.
 *
 * In: paths. Out: bytes, sorted lists, folders. Errors are one line that names the path. Follows no
 * symbolic link while walking, reads nothing but regular files, and never reads more than it was
 * told. */
#include "common/fs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/log.h"

enum { MAX_DEPTH = 64 };

/* ---- whole files ---- */

/* Opens a regular file; O_NONBLOCK so that a FIFO in a corpus cannot hold the program up. */
static int open_regular(const char *path, lp_err *e) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return lp_fail(e, "%s: %s", path, strerror(errno));
    struct stat st;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        close(fd);
        return lp_fail(e, "%s: not a regular file", path);
    }
    return fd;
}

int lp_read_file(const char *path, size_t max_bytes, lp_text *out, lp_err *e) {
    int fd = open_regular(path, e);
    if (fd < 0) return -1;
    char buf[65536];
    size_t total = 0;
    int rc = 0;
    for (;;) {
        ssize_t n = read(fd, buf, sizeof buf);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) rc = lp_fail(e, "%s: %s", path, strerror(errno));
        if (n <= 0) break;
        if ((size_t)n > max_bytes - total) {
            rc = lp_fail(e, "%s: longer than the limit of %zu bytes", path, max_bytes);
            break;
        }
        lp_text_addn(out, buf, (size_t)n);
        total += (size_t)n;
    }
    close(fd);
    return rc;
}

static int write_all(int fd, const char *bytes, size_t n) {
    while (n > 0) {
        ssize_t k = write(fd, bytes, n);
        if (k < 0 && errno == EINTR) continue;
        if (k < 0) return -1;
        bytes += k;
        n -= (size_t)k;
    }
    return 0;
}

/* Devices and pipes (/dev/stdout) cannot be replaced by a rename: they are written to directly. */
static int write_direct(const char *path, const char *bytes, size_t n, lp_err *e) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    int rc = fd < 0 ? -1 : write_all(fd, bytes, n);
    int err = errno;
    if (fd >= 0 && close(fd) != 0 && rc == 0) {
        rc = -1;
        err = errno;
    }
    return rc ? lp_fail(e, "%s: cannot write: %s", path, strerror(err)) : 0;
}

/* Writes `tmp` (made anew); on failure it is gone and errno says why. */
static int write_new(const char *tmp, const char *bytes, size_t n, bool sync) {
    unlink(tmp); /* left by a killed process that had the same id */
    int fd = open(tmp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return -1;
    int rc = write_all(fd, bytes, n);
    if (rc == 0 && sync) rc = fsync(fd);
    int err = errno;
    if (close(fd) != 0 && rc == 0) {
        rc = -1;
        err = errno;
    }
    if (rc) unlink(tmp);
    errno = err;
    return rc;
}

static int replace_file(const char *path, const char *bytes, size_t n, bool sync, lp_err *e) {
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) return write_direct(path, bytes, n, e);
    char *target = realpath(path, NULL); /* a symbolic link stays one */
    if (!target) target = lp_strdup(path);
    lp_text tmp = {0};
    lp_text_addf(&tmp, "%s.%ld.tmp", target, (long)getpid());
    int rc = write_new(tmp.s, bytes, n, sync);
    if (rc == 0 && rename(tmp.s, target) != 0) {
        int err = errno;
        unlink(tmp.s);
        errno = err;
        rc = -1;
    }
    if (rc) lp_fail(e, "%s: cannot write: %s", path, strerror(errno));
    lp_text_free(&tmp);
    free(target);
    return rc;
}

int lp_write_file(const char *path, const char *bytes, size_t n, lp_err *e) {
    return replace_file(path, bytes, n, true, e);
}

int lp_update_file(const char *path, const char *bytes, size_t n, lp_err *e) {
    lp_text old = {0};
    bool same = lp_read_file(path, n, &old, NULL) == 0 && old.len == n &&
                (n == 0 || memcmp(old.s, bytes, n) == 0);
    lp_text_free(&old);
    return same ? 0 : replace_file(path, bytes, n, false, e);
}

/* ---- listing ---- */

typedef struct walk {
    const char *root;
    const char *const *suffixes;
    lp_strv *out;
} walk;

static bool has_suffix(const char *name, const char *const *suffixes) {
    size_t n = strlen(name);
    for (; *suffixes; suffixes++) {
        size_t k = strlen(*suffixes);
        if (k <= n && memcmp(name + n - k, *suffixes, k) == 0) return true;
    }
    return false;
}

/* DT_REG, DT_DIR or anything else; some file systems leave d_type unknown. */
static int entry_type(int dir_fd, const struct dirent *d) {
    if (d->d_type != DT_UNKNOWN) return d->d_type;
    struct stat st;
    if (fstatat(dir_fd, d->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0) return DT_UNKNOWN;
    return S_ISREG(st.st_mode) ? DT_REG : S_ISDIR(st.st_mode) ? DT_DIR : DT_UNKNOWN;
}

/* Lists the folder open as `fd` (taken over); `rel` is its path relative to the root, "" for the
 * root itself. What cannot be listed below the root costs a warning, not the campaign. */
static void walk_folder(const walk *w, int fd, const char *rel, int depth) {
    DIR *dir = fdopendir(fd);
    if (!dir) {
        lp_warn("%s/%s: cannot list: %s", w->root, rel, strerror(errno));
        close(fd);
        return;
    }
    const struct dirent *d;
    while ((d = readdir(dir))) { // NOLINT(concurrency-mt-unsafe): one stream, one thread
        if (!strcmp(d->d_name, ".") || !strcmp(d->d_name, "..") || !strcmp(d->d_name, ".git"))
            continue;
        int type = entry_type(fd, d);
        char *path = rel[0] ? lp_path_join(rel, d->d_name) : lp_strdup(d->d_name);
        if (type == DT_REG && has_suffix(d->d_name, w->suffixes)) lp_strv_add(w->out, path);
        if (type == DT_DIR) {
            int sub = -1;
            if (depth >= MAX_DEPTH)
                errno = ELOOP;
            else
                sub = openat(fd, d->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            if (sub >= 0)
                walk_folder(w, sub, path, depth + 1);
            else
                lp_warn("%s/%s: skipped: %s", w->root, path,
                        errno == ELOOP ? "more than 64 folders deep" : strerror(errno));
        }
        free(path);
    }
    closedir(dir);
}

int lp_list_files(const char *root, const char *const *suffixes, lp_strv *out, lp_err *e) {
    int fd = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return lp_fail(e, "%s: cannot list: %s", root, strerror(errno));
    walk w = {.root = root, .suffixes = suffixes, .out = out};
    walk_folder(&w, fd, "", 1);
    lp_strv_sort(out);
    return 0;
}

/* ---- folders and paths ---- */

static int make_one(const char *path, lp_err *e) {
    struct stat st;
    if (mkdir(path, 0777) == 0) return 0;
    int err = errno;
    /* For a folder that is there mkdir says EEXIST, EROFS or EACCES, depending on the file system.
     */
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) return 0;
    return lp_fail(e, "%s: cannot make the folder: %s", path,
                   err == EEXIST ? "a file has that name" : strerror(err));
}

int lp_mkdirs(const char *path, lp_err *e) {
    if (!*path) return lp_fail(e, "cannot make a folder without a name");
    char *p = lp_strdup(path);
    int rc = 0;
    for (char *s = p + 1; *s && rc == 0; s++) {
        if (*s != '/') continue;
        *s = '\0';
        rc = make_one(p, e);
        *s = '/';
    }
    if (rc == 0) rc = make_one(p, e);
    free(p);
    return rc;
}

char *lp_path_join(const char *a, const char *b) {
    if (b[0] == '/' || a[0] == '\0') return lp_strdup(b);
    lp_text t = {0};
    lp_text_add(&t, a);
    if (t.s[t.len - 1] != '/') lp_text_addc(&t, '/');
    lp_text_add(&t, b);
    return lp_text_take(&t);
}

char *lp_path_dir(const char *path) {
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/') n--;
    while (n > 0 && path[n - 1] != '/') n--;
    if (n == 0) return lp_strdup(".");
    while (n > 1 && path[n - 1] == '/') n--;
    return lp_strndup(path, n);
}

const char *lp_path_base(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool lp_path_within(const char *path, const char *folder) {
    size_t n = strlen(folder);
    while (n > 0 && folder[n - 1] == '/') n--;
    return strncmp(path, folder, n) == 0 && (path[n] == '\0' || path[n] == '/');
}

char *lp_self_dir(void) {
    char *self = realpath("/proc/self/exe", NULL);
    if (!self) return NULL;
    char *dir = lp_path_dir(self);
    free(self);
    return dir;
}
