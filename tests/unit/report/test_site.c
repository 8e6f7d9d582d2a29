/* The report's folder: which are taken, which refused, what is replaced and what is left alone. */
#include "report/site.h"

#include <sys/stat.h>

#include "common/fs.h"
#include "tests/unit/db/temp.h"

static void put(const char *path, const char *bytes) {
    lp_err e;
    must(lp_write_file(path, bytes, strlen(bytes), &e), &e);
}

static bool there(const char *path) {
    struct stat st;
    return lstat(path, &st) == 0;
}

static void write_page(rep_site *s, const char *name, const char *bytes) {
    lp_text t = {0};
    lp_err e;
    lp_text_add(&t, bytes);
    must(rep_site_write(s, name, &t, &e), &e);
    lp_text_free(&t);
}

static void names(void **state) {
    (void)state;
    static const char *const good[] = {
        "index.html",        "report.css",           "report.js",
        "kernels/0001.html", "img/times-groups.svg", "img/k0001.svg"};
    static const char *const bad[] = {
        "",           ".html",         "../a.html",     "a/b.html",
        "img/a.html", "kernels/a.svg", "/etc/a.html",   "img/../a.svg",
        "Index.html", "a.css",         "kernels/.html", "img/-a.svg",
        "notes.txt",  "a b.html",      "img/a/b.svg"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!rep_site_is_name(good[i])) fail_msg("%s is refused", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (rep_site_is_name(bad[i])) fail_msg("'%s' is taken", bad[i]);
}

static void new_folder(void **state) {
    (void)state;
    rep_site s;
    lp_err e = {""};
    must(rep_site_open(&s, temp_path("new/deep"), &e), &e);
    write_page(&s, "kernels/0001.html", "k");
    write_page(&s, "index.html", "i");
    must(rep_site_finish(&s, &e), &e);
    rep_site_close(&s);
    static const char *const files[] = {"index.html", "kernels/0001.html", "report.css",
                                        "report.js", REP_SITE_MARK};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char *path = lp_path_join(temp_path("new/deep"), files[i]);
        if (!there(path)) fail_msg("%s is missing", path);
        free(path);
    }
}

static void replaces_a_report(void **state) {
    (void)state;
    rep_site s;
    lp_err e = {""};
    must(rep_site_open(&s, temp_path("again"), &e), &e);
    write_page(&s, "kernels/0001.html", "k");
    write_page(&s, "img/old.svg", "o");
    write_page(&s, "index.html", "i");
    must(rep_site_finish(&s, &e), &e);
    rep_site_close(&s);
    put(temp_path("again/notes.txt"), "mine");
    put(temp_path("again/img/photo.png"), "mine");

    must(rep_site_open(&s, temp_path("again"), &e), &e);
    assert_false(there(temp_path("again/index.html"))); /* not complete yet */
    write_page(&s, "img/new.svg", "n");
    write_page(&s, "index.html", "j");
    must(rep_site_finish(&s, &e), &e);
    rep_site_close(&s);
    assert_true(there(temp_path("again/img/new.svg")));
    assert_true(there(temp_path("again/index.html")));
    assert_true(there(temp_path("again/notes.txt")));
    assert_true(there(temp_path("again/img/photo.png")));
    assert_false(there(temp_path("again/img/old.svg")));
    assert_false(there(temp_path("again/kernels/0001.html")));
}

static void refuse(const char *dir, const char *why) {
    rep_site s;
    lp_err e = {""};
    assert_int_equal(rep_site_open(&s, dir, &e), -1);
    assert_has(e.msg, why);
    assert_has(e.msg, dir);
    rep_site_close(&s);
}

static void refuses_others(void **state) {
    (void)state;
    assert_int_equal(mkdir(temp_path("mine"), 0700), 0);
    put(temp_path("mine/index.html"), "precious");
    refuse(temp_path("mine"), "is neither empty nor a report of llmperf; give another folder");
    lp_text t = {0};
    lp_err e;
    must(lp_read_file(temp_path("mine/index.html"), 100, &t, &e), &e);
    assert_string_equal(t.s, "precious");
    lp_text_free(&t);
    put(temp_path("file"), "x");
    refuse(temp_path("file"), "is no folder");
}

/* A link in a report must not lead writing or removing elsewhere. */
static void refuses_links(void **state) {
    (void)state;
    rep_site s;
    lp_err e = {""};
    assert_int_equal(mkdir(temp_path("linked"), 0700), 0);
    assert_int_equal(mkdir(temp_path("elsewhere"), 0700), 0);
    put(temp_path("elsewhere/a.svg"), "precious");
    put(temp_path("linked/" REP_SITE_MARK), "");
    assert_int_equal(symlink(temp_path("elsewhere"), temp_path("linked/img")), 0);
    assert_int_equal(rep_site_open(&s, temp_path("linked"), &e), -1);
    assert_has(e.msg, "linked/img: is no folder; remove it");
    rep_site_close(&s);
    assert_true(there(temp_path("elsewhere/a.svg")));
}

static void empty_folder(void **state) {
    (void)state;
    rep_site s;
    lp_err e = {""};
    assert_int_equal(mkdir(temp_path("empty"), 0700), 0);
    must(rep_site_open(&s, temp_path("empty"), &e), &e);
    rep_site_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(new_folder),
        cmocka_unit_test(replaces_a_report),
        cmocka_unit_test(refuses_others),
        cmocka_unit_test(refuses_links),
        cmocka_unit_test(empty_folder),
    };
    return cmocka_run_group_tests(tests, temp_setup, temp_teardown);
}
