/* common/fs.c: limits, what is not a regular file, links, order, replacing, paths. */
#include "tests/unit/common/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/log.h"
#include "tests/unit/common/capture.h"

static char dir[] = "/tmp/lp_fs_XXXXXX";

static int enter_folder(void **state) {
    (void)state;
    return mkdtemp(dir) && chdir(dir) == 0 ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    lp_text t = {0};
    lp_text_addf(&t, "rm -rf %s", dir);
    int rc = chdir("/") == 0 ? system(t.s) : -1; // NOLINT(cert-env33-c): the folder's name is ours
    lp_text_free(&t);
    return rc;
}

static void put(const char *path, const char *text) {
    assert_int_equal(lp_write_file(path, text, strlen(text), NULL), 0);
}

static void check_content(const char *path, const char *want) {
    lp_text t = {0};
    assert_int_equal(lp_read_file(path, 1000, &t, NULL), 0);
    assert_string_equal(lp_text_str(&t), want);
    lp_text_free(&t);
}

static void reads_up_to_the_limit(void **state) {
    (void)state;
    put("ten", "0123456789");
    lp_text t = {0};
    lp_text_add(&t, "<");
    lp_err e;
    assert_int_equal(lp_read_file("ten", 10, &t, &e), 0);
    assert_string_equal(t.s, "<0123456789");
    assert_int_equal(lp_read_file("ten", 9, &t, &e), -1);
    assert_string_equal(e.msg, "ten: longer than the limit of 9 bytes");
    lp_text_free(&t);
}

static void reads_regular_files_only(void **state) {
    (void)state;
    lp_text t = {0};
    lp_err e;
    assert_int_equal(lp_read_file("absent", 10, &t, &e), -1);
    assert_string_equal(e.msg, "absent: No such file or directory");
    assert_int_equal(lp_read_file(".", 10, &t, &e), -1);
    assert_string_equal(e.msg, ".: not a regular file");
    assert_int_equal(mkfifo("fifo", 0600), 0);
    assert_int_equal(lp_read_file("fifo", 10, &t, &e), -1); /* must not wait for a writer */
    assert_string_equal(e.msg, "fifo: not a regular file");
    lp_text_free(&t);
}

static void writing_replaces_whole_files(void **state) {
    (void)state;
    put("w", "old and long");
    put("w", "new");
    check_content("w", "new");
    assert_int_equal(symlink("w", "link"), 0);
    put("link", "through");
    struct stat st;
    assert_true(lstat("link", &st) == 0 && S_ISLNK(st.st_mode));
    check_content("w", "through");
    lp_strv left = {0};
    assert_int_equal(lp_list_files(".", (const char *const[]){".tmp", NULL}, &left, NULL), 0);
    assert_int_equal(left.n, 0);
    lp_strv_free(&left);
}

static void failed_writes_leave_the_old_file(void **state) {
    (void)state;
    lp_err e;
    assert_int_equal(lp_write_file("no/such/file", "x", 1, &e), -1);
    assert_string_equal(e.msg, "no/such/file: cannot write: No such file or directory");
    assert_int_equal(lp_write_file("/dev/full", "x", 1, &e), -1);
    assert_string_equal(e.msg, "/dev/full: cannot write: No space left on device");
    assert_int_equal(lp_write_file("/dev/null", "x", 1, &e), 0);
    struct stat st;
    assert_true(stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode));
    assert_int_equal(lp_write_file(".", "x", 1, &e), -1);
}

/* A file that has the bytes keeps its inode, one that differs in any way is replaced. */
static void updates_only_what_differs(void **state) {
    (void)state;
    struct stat before, after;
    put("update", "same");
    assert_int_equal(stat("update", &before), 0);
    assert_int_equal(lp_update_file("update", "same", 4, NULL), 0);
    assert_int_equal(stat("update", &after), 0);
    assert_int_equal(after.st_ino, before.st_ino);
    static const char *const others[] = {"sane", "sa", "longer", ""};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_int_equal(lp_update_file("update", others[i], strlen(others[i]), NULL), 0);
        check_content("update", others[i]);
    }
    lp_err e;
    assert_int_equal(lp_update_file("no/such/file", "x", 1, &e), -1);
    assert_string_equal(e.msg, "no/such/file: cannot write: No such file or directory");
}

static void lists_sorted_without_links_and_git(void **state) {
    (void)state;
    assert_int_equal(lp_mkdirs("l/b/c", NULL), 0);
    assert_int_equal(lp_mkdirs("l/.git", NULL), 0);
    put("l/z.cl", "");
    put("l/b/a.ocl", "");
    put("l/b/c/x.cl", "");
    put("l/b.cl", "");
    put("l/b/readme.txt", "");
    put("l/.git/hidden.cl", "");
    assert_int_equal(symlink("z.cl", "l/alias.cl"), 0);
    assert_int_equal(symlink("..", "l/up"), 0);
    assert_int_equal(mkfifo("l/pipe.cl", 0600), 0);
    lp_strv v = {0};
    assert_int_equal(lp_list_files("l", (const char *const[]){".cl", ".ocl", NULL}, &v, NULL), 0);
    const char *want[] = {"b.cl", "b/a.ocl", "b/c/x.cl", "z.cl"};
    assert_int_equal(v.n, 4);
    for (size_t i = 0; i < 4; i++) assert_string_equal(v.v[i], want[i]);
    lp_strv_free(&v);
    lp_err e;
    assert_int_equal(lp_list_files("absent", (const char *const[]){".cl", NULL}, &v, &e), -1);
    assert_string_equal(e.msg, "absent: cannot list: No such file or directory");
    assert_int_equal(lp_list_files("l/z.cl", (const char *const[]){".cl", NULL}, &v, &e), -1);
    assert_string_equal(e.msg, "l/z.cl: cannot list: Not a directory");
}

static void listing_stops_at_64_folders(void **state) {
    (void)state;
    lp_text t = {0};
    lp_text_add(&t, "deep");
    for (int i = 1; i < 64; i++) lp_text_add(&t, "/d");
    assert_int_equal(lp_mkdirs(t.s, NULL), 0);
    size_t level64 = t.len;
    lp_text_add(&t, "/in.cl");
    put(t.s, "");
    t.len = level64;
    lp_text_add(&t, "/d");
    assert_int_equal(lp_mkdirs(t.s, NULL), 0);
    lp_text_add(&t, "/out.cl");
    put(t.s, "");
    lp_strv v = {0};
    capture c = capture_begin(stderr);
    int rc = lp_list_files("deep", (const char *const[]){".cl", NULL}, &v, NULL);
    char *said = capture_end(&c);
    assert_int_equal(rc, 0);
    assert_int_equal(v.n, 1);
    assert_non_null(strstr(v.v[0], "/in.cl"));
    assert_non_null(strstr(said, "skipped: more than 64 folders deep"));
    free(said);
    lp_strv_free(&v);
    lp_text_free(&t);
}

static void makes_folders(void **state) {
    (void)state;
    lp_err e;
    assert_int_equal(lp_mkdirs("m/n//o/", &e), 0);
    assert_int_equal(lp_mkdirs("m/n/o", &e), 0);
    assert_int_equal(lp_mkdirs("/", &e), 0);
    struct stat st;
    assert_true(stat("m/n/o", &st) == 0 && S_ISDIR(st.st_mode));
    put("m/file", "");
    assert_int_equal(lp_mkdirs("m/file", &e), -1);
    assert_string_equal(e.msg, "m/file: cannot make the folder: a file has that name");
    assert_int_equal(lp_mkdirs("m/file/x", &e), -1);
    assert_string_equal(e.msg, "m/file: cannot make the folder: a file has that name");
    assert_int_equal(lp_mkdirs("", &e), -1);
}

static void check_owned(char *got, const char *want) {
    assert_string_equal(got, want);
    free(got);
}

static void paths(void **state) {
    (void)state;
    check_owned(lp_path_join("a", "b"), "a/b");
    check_owned(lp_path_join("a/", "b"), "a/b");
    check_owned(lp_path_join("", "b"), "b");
    check_owned(lp_path_join("a", "/b"), "/b");
    check_owned(lp_path_dir("a/b/c"), "a/b");
    check_owned(lp_path_dir("a/b/"), "a");
    check_owned(lp_path_dir("a//b"), "a");
    check_owned(lp_path_dir("a"), ".");
    check_owned(lp_path_dir("/a"), "/");
    check_owned(lp_path_dir("/"), "/");
    check_owned(lp_path_dir(""), ".");
    assert_string_equal(lp_path_base("a/b.cl"), "b.cl");
    assert_string_equal(lp_path_base("b.cl"), "b.cl");
    assert_true(lp_path_within("/a/b", "/a/b"));
    assert_true(lp_path_within("/a/b/c.cl", "/a/b"));
    assert_true(lp_path_within("/a/b/c.cl", "/a/b/"));
    assert_true(lp_path_within("/a", "/"));
    assert_false(lp_path_within("/a/bc", "/a/b"));
    assert_false(lp_path_within("/a", "/a/b"));
    char *self = lp_self_dir();
    assert_non_null(self);
    assert_int_equal(self[0], '/');
    free(self);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_up_to_the_limit),
        cmocka_unit_test(reads_regular_files_only),
        cmocka_unit_test(writing_replaces_whole_files),
        cmocka_unit_test(failed_writes_leave_the_old_file),
        cmocka_unit_test(updates_only_what_differs),
        cmocka_unit_test(lists_sorted_without_links_and_git),
        cmocka_unit_test(listing_stops_at_64_folders),
        cmocka_unit_test(makes_folders),
        cmocka_unit_test(paths),
    };
    return cmocka_run_group_tests(tests, enter_folder, remove_folder);
}
