/* The cache of compiled programs: found by what they depend on, never trusted, kept small. */
#include "check.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "profile/cache.h"

static char home[64];

static int setup(void **state) {
    (void)state;
    strcpy(home, "/tmp/llmperf-test-XXXXXX");
    return mkdtemp(home) ? setenv("XDG_CACHE_HOME", home, 1) || setenv("TMPDIR", home, 1) : -1;
}

static int teardown(void **state) {
    (void)state;
    char cmd[128];
    snprintf(cmd, sizeof cmd, "rm -rf '%s'", home);
    return system(cmd); // NOLINT(cert-env33-c): a test, on a name made here
}

static prof_cache open_cache(int64_t bytes_max) {
    prof_cache c;
    lp_err e = {""};
    if (prof_cache_open(&c, bytes_max, &e) != 0) fail_msg("%s", e.msg);
    return c;
}

static char *path_of(const prof_cache *c, const char *driver, const char *std, const char *source) {
    prof_device d = {.name = "D"};
    snprintf(d.driver, sizeof d.driver, "%s", driver);
    return prof_cache_path(c, &d, std, source);
}

static void a_path_depends_on_everything(void **state) {
    (void)state;
    prof_cache c = open_cache(1000);
    char *p[] = {path_of(&c, "1", "CL1.2", "s"), path_of(&c, "2", "CL1.2", "s"),
                 path_of(&c, "1", "CL2.0", "s"), path_of(&c, "1", "CL1.2", "t"),
                 path_of(&c, "1", "CL1.2", "s")};
    for (int i = 0; i < 4; i++)
        for (int k = i + 1; k < 4; k++) assert_string_not_equal(p[i], p[k]);
    assert_string_equal(p[0], p[4]);
    for (int i = 0; i < 5; i++) free(p[i]);
    prof_cache_close(&c);
}

static void what_is_written_is_read(void **state) {
    (void)state;
    static const char bytes[] = "a\0b\nc";
    prof_cache c = open_cache(1000);
    lp_err e = {""};
    lp_text t = {0};
    char *path = path_of(&c, "1", "", "bytes");
    assert_false(prof_cache_has(path));
    assert_int_equal(prof_cache_read(path, &t, &e), -1);
    assert_int_equal(prof_cache_write(path, bytes, sizeof bytes, &e), 0);
    assert_true(prof_cache_has(path));
    assert_int_equal(prof_cache_read(path, &t, &e), 0);
    assert_int_equal(t.len, sizeof bytes);
    assert_memory_equal(t.s, bytes, sizeof bytes);
    lp_text_free(&t);
    unlink(path);
    free(path);
    prof_cache_close(&c);
}

static void a_damaged_file_is_no_program(void **state) {
    (void)state;
    prof_cache c = open_cache(10000);
    lp_err e = {""};
    char *path = path_of(&c, "1", "", "damaged");
    for (off_t at = 0; at < 50; at += 7) {
        lp_text t = {0};
        assert_int_equal(prof_cache_write(path, "0123456789", 10, &e), 0);
        int fd = open(path, O_RDWR);
        char x;
        assert_int_equal(pread(fd, &x, 1, at), 1);
        x ^= 1;
        assert_int_equal(pwrite(fd, &x, 1, at), 1);
        close(fd);
        assert_int_equal(prof_cache_read(path, &t, &e), -1);
        assert_has(e.msg, path);
        lp_text_free(&t);
    }
    assert_int_equal(truncate(path, 20), 0);
    lp_text t = {0};
    assert_int_equal(prof_cache_read(path, &t, &e), -1);
    lp_text_free(&t);
    unlink(path);
    free(path);
    prof_cache_close(&c);
}

static void the_least_used_go_first(void **state) {
    (void)state;
    enum { N = 5, PAYLOAD = 100 };
    const int64_t each = 144;
    char bytes[PAYLOAD] = "x", *path[N];
    lp_err e = {""};
    prof_cache c = open_cache(N * each);
    for (int i = 0; i < N; i++) {
        char source[16];
        snprintf(source, sizeof source, "s%d", i);
        path[i] = path_of(&c, "1", "", source);
        assert_int_equal(prof_cache_write(path[i], bytes, sizeof bytes, &e), 0);
        const struct timespec when[2] = {{1000 + i, 0}, {1000 + i, 0}};
        assert_int_equal(utimensat(AT_FDCWD, path[i], when, 0), 0);
    }
    lp_text t = {0};
    assert_int_equal(prof_cache_read(path[0], &t, &e), 0); /* used now */
    lp_text_free(&t);
    prof_cache_trim(&c);
    for (int i = 0; i < N; i++) assert_true(prof_cache_has(path[i]));
    c.bytes_max = 2 * each;
    prof_cache_trim(&c);
    const bool stays[N] = {true, false, false, false, true};
    for (int i = 0; i < N; i++) assert_int_equal(prof_cache_has(path[i]), stays[i]);
    for (int i = 0; i < N; i++) free(path[i]);
    prof_cache_close(&c);
}

static void without_a_home_the_fallback_serves(void **state) {
    (void)state;
    prof_cache c;
    lp_err e = {""};
    setenv("XDG_CACHE_HOME", "/proc/none", 1);
    assert_int_equal(prof_cache_open(&c, 1000, &e), 0);
    assert_int_equal(strncmp(c.dir, home, strlen(home)), 0);
    struct stat st;
    assert_int_equal(stat(c.dir, &st), 0);
    assert_int_equal(st.st_mode & 077, 0);
    prof_cache_close(&c);
    setenv("XDG_CACHE_HOME", home, 1);
}

static void no_room_keeps_nothing(void **state) {
    (void)state;
    prof_cache c = open_cache(0);
    assert_null(path_of(&c, "1", "", "s"));
    prof_cache_close(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_path_depends_on_everything),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(a_damaged_file_is_no_program),
        cmocka_unit_test(the_least_used_go_first),
        cmocka_unit_test(without_a_home_the_fallback_serves),
        cmocka_unit_test(no_room_keeps_nothing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
