/* Which files a command line means, under which keys, in which order. */
#include "analyze/corpus.h"
#include "tests/unit/analyze/temp.h"

enum { MAX = 1 << 20 };

static an_corpus corpus;

/* Finds and compares the keys, joined by spaces. */
static void keys_are(const char *const *paths, const char *want) {
    lp_strv v = {0};
    lp_text got = {0};
    lp_err e = {""};
    for (; *paths; paths++) lp_strv_add(&v, *paths);
    an_corpus_free(&corpus);
    if (an_corpus_find(&v, MAX, &corpus, &e)) fail_msg("%s", e.msg);
    for (size_t i = 0; i < corpus.n; i++) lp_text_addf(&got, "%s%s", i ? " " : "", corpus.v[i].key);
    assert_string_equal(lp_text_str(&got), want);
    lp_text_free(&got);
    lp_strv_free(&v);
}

#define KEYS(want, ...) keys_are((const char *const[]){__VA_ARGS__, NULL}, want)

static int make_files(void **state) {
    if (temp_enter(state)) return -1;
    put("c/b.cl", "");
    put("c/a/z.ocl", "");
    put("c/a/h.h", "");
    put("c/a.cl", "");
    put("d/b.cl", "");
    put("d/x.cl", "");
    put("d/odd.txt", "");
    return 0;
}

static void folders_and_files(void **state) {
    (void)state;
    KEYS("a.cl a/z.ocl b.cl", "c");
    KEYS("a.cl a/z.ocl b.cl", "c/");
    KEYS("a.cl a/z.ocl b.cl", "./c");
    KEYS("c/b.cl", "c/b.cl");
    KEYS("c/b.cl", "./c/b.cl");
    KEYS("b.cl", "c/../c/b.cl");
    KEYS("d/odd.txt", "d/odd.txt");
    KEYS("c/a.cl d/x.cl", "d/x.cl", "c/a.cl", "./d/x.cl");
    char *abs = lp_path_join(temp_dir, "c/b.cl");
    KEYS("b.cl", abs);
    free(abs);
}

#define PROGRAM "kernel void k(global int *a) { a[0] = 1; }"

/* Of other languages only files that hold a program in a string. */
static void programs_in_strings(void **state) {
    (void)state;
    put("h/a.cpp", "auto s = R\"(" PROGRAM ")\";");
    put("h/b.h", "#define S \"" PROGRAM "\"");
    put("h/c.py", "s = '''" PROGRAM "'''");
    put("h/d.c", "// " PROGRAM "\nint x; char *s = \"kernel void\";");
    put("h/e.hpp", PROGRAM);
    put("h/f.clh", PROGRAM);
    put("h/g.clh", "int f(int x);");
    put("h/h.cxx", "");
    put("h/i.txt", "\"" PROGRAM "\"");
    put("h/j.c", "char *s = \"" PROGRAM);
    put("h/k.cl", "");
    KEYS("a.cpp b.h c.py f.clh j.c k.cl", "h");
    KEYS("h/d.c h/i.txt", "h/d.c", "h/i.txt");
}

/* Files longer than the limit are not even looked into. */
static void long_files(void **state) {
    char *text = lp_alloc(MAX + 2, 1);
    (void)state;
    memset(text, ' ', MAX);
    memcpy(text, "\"" PROGRAM "\"", sizeof PROGRAM + 1);
    put("long/a.c", text);
    KEYS("a.c", "long");
    text[MAX] = ' ';
    put("long/a.c", text);
    KEYS("", "long");
    free(text);
}

static void same_names_are_told_apart(void **state) {
    (void)state;
    KEYS("a.cl a/z.ocl c/b.cl d/b.cl x.cl", "c", "d");
    KEYS("a.cl a/z.ocl c/b.cl d/b.cl x.cl", "d", "c");
    KEYS("a.cl a/z.ocl b.cl", "c", "./c");
}

static void fails(const char *a, const char *b, const char *message) {
    lp_strv v = {0};
    lp_err e = {""};
    an_corpus c;
    lp_strv_add(&v, a);
    lp_strv_add(&v, b);
    assert_int_equal(an_corpus_find(&v, MAX, &c, &e), -1);
    assert_has(e.msg, message);
    an_corpus_free(&c);
    lp_strv_free(&v);
}

static void what_cannot_be(void **state) {
    (void)state;
    fails("c", "nowhere", "nowhere: no such file or folder");
    put("e/c/b.cl", "");
    char *one = lp_path_join(temp_dir, "c/b.cl"), *two = lp_path_join(temp_dir, "d/b.cl");
    fails(one, two, "would both be stored as b.cl");
    free(one);
    free(two);
    fails("c/\xff.cl", "d", "no such file");
}

static void look_up(void **state) {
    (void)state;
    KEYS("a.cl a/z.ocl b.cl", "c");
    assert_true(an_corpus_has(&corpus, "a.cl"));
    assert_true(an_corpus_has(&corpus, "b.cl"));
    assert_false(an_corpus_has(&corpus, "a"));
    assert_false(an_corpus_has(&corpus, "x.cl"));
    assert_true(an_corpus_has(&corpus, "b.cl#2"));
    assert_false(an_corpus_has(&corpus, "b.cl#"));
    assert_false(an_corpus_has(&corpus, "b.cl#x"));
    assert_false(an_corpus_has(&corpus, "x.cl#2"));
    assert_int_equal(corpus.roots.n, 1);
}

/* The corpus of `paths` with `held_out` marked: a letter a file, in their order. */
static void held_is(const char *const *paths, const char *held_out, const char *want) {
    lp_strv v = {0};
    lp_err e = {""};
    char got[16] = "";
    for (; *paths; paths++) lp_strv_add(&v, *paths);
    an_corpus_free(&corpus);
    if (an_corpus_find(&v, MAX, &corpus, &e)) fail_msg("%s", e.msg);
    lp_strv_free(&v);
    lp_strv_add(&v, held_out);
    if (an_corpus_hold_out(&corpus, &v, 0, &e)) fail_msg("%s", e.msg);
    assert_in_range(corpus.n, 1, sizeof got - 1);
    for (size_t i = 0; i < corpus.n; i++) {
        got[i] = corpus.v[i].held_out ? 'h' : '.';
        assert_false(corpus.v[i].reference);
    }
    assert_string_equal(got, want);
    lp_strv_free(&v);
}
#define HELD(held_out, want, ...) held_is((const char *const[]){__VA_ARGS__, NULL}, held_out, want)

/* By where a file is, not by how it was named. */
static void files_that_are_held_out(void **state) {
    (void)state;
    HELD("c/a", ".h.", "c");
    HELD("./c/../c/a/", ".h.", "c");
    HELD("c", "hhh", "c");
    HELD(".", "hh", "d");
    HELD("c/b.cl", "h", "c/b.cl");
    HELD("c/b.cl", ".h", "c/a.cl", "./c/b.cl");
    HELD("c", ".h..", "d", "e", "c/a.cl"); /* e/c/b.cl lies in another c */
    HELD("c/a", ".", "c/a.cl");
    assert_int_equal(symlink("../c/b.cl", "d/c_b.cl"), 0);
    HELD("c", "h.", "d/x.cl", "d/c_b.cl");
    assert_int_equal(unlink("d/c_b.cl"), 0);
    lp_strv v = {0};
    lp_err e = {""};
    lp_strv_add(&v, "c/none");
    assert_int_equal(an_corpus_hold_out(&corpus, &v, 0, &e), -1);
    assert_string_equal(e.msg, "c/none: no such file or folder to hold out");
    lp_strv_free(&v);
}

/* Held-out files that are no part of the corpus are read too, each once. */
static void references(void **state) {
    (void)state;
    static const char *const held_out[] = {"c/a", "c", "d/x.cl", "d"};
    lp_strv v = {0};
    lp_text got = {0};
    lp_err e = {""};
    lp_strv_add(&v, "c/a.cl");
    lp_strv_add(&v, "d/x.cl");
    an_corpus_free(&corpus);
    if (an_corpus_find(&v, MAX, &corpus, &e)) fail_msg("%s", e.msg);
    lp_strv_free(&v);
    for (size_t i = 0; i < 4; i++) lp_strv_add(&v, held_out[i]);
    if (an_corpus_hold_out(&corpus, &v, MAX, &e)) fail_msg("%s", e.msg);
    for (size_t i = 0; i < corpus.n; i++) {
        const an_file *f = &corpus.v[i];
        lp_text_addf(&got, "%s%s%s\n", f->key, f->held_out ? " held" : "",
                     f->reference ? " only" : "");
    }
    assert_string_equal(lp_text_str(&got),
                        "c/a.cl held\nd/x.cl held\nheld-out/0/z.ocl held only\n"
                        "held-out/1/b.cl held only\nheld-out/3/b.cl held only\n");
    assert_int_equal(corpus.roots.n, 0);
    lp_text_free(&got);
    lp_strv_free(&v);
}

static int cleanup(void **state) {
    an_corpus_free(&corpus);
    return temp_leave(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_and_files),
        cmocka_unit_test(programs_in_strings),
        cmocka_unit_test(long_files),
        cmocka_unit_test(same_names_are_told_apart),
        cmocka_unit_test(what_cannot_be),
        cmocka_unit_test(look_up),
        cmocka_unit_test(files_that_are_held_out),
        cmocka_unit_test(references),
    };
    return cmocka_run_group_tests(tests, make_files, cleanup);
}
