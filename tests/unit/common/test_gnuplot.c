/* gnuplot: many pictures from one process, what goes wrong, quoting, marks of axes. */
#include "common/gnuplot.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/common/test.h"

#define assert_has(text, part)                                                                     \
    do {                                                                                           \
        if (!strstr((text), (part))) fail_msg("\"%s\" lacks \"%s\"", (text), (part));              \
    } while (0)

static bool is_installed(void) {
    return access("/usr/bin/gnuplot", X_OK) == 0 || access("/usr/local/bin/gnuplot", X_OK) == 0;
}

static int draw(lp_gnuplot *g, const char *script, lp_text *svg, lp_err *e) {
    lp_text s = {0};
    lp_text_add(&s, script);
    int rc = lp_gnuplot_draw(g, 400, 300, &s, svg, e);
    lp_text_free(&s);
    return rc;
}

static void draws_many(void **state) {
    (void)state;
    lp_gnuplot g;
    lp_err e = {""};
    if (!is_installed()) skip();
    assert_int_equal(lp_gnuplot_start(&g, &e), 0);
    for (int i = 0; i < 3; i++) {
        lp_text svg = {0};
        if (draw(&g, i == 1 ? "set multiplot layout 1,2\nplot x\nplot -x\n" : "plot x\n", &svg, &e))
            fail_msg("%s", e.msg);
        assert_int_equal(strncmp(svg.s, "<?xml", 5), 0);
        assert_has(svg.s, "viewBox=\"0 0 400 300\"");
        assert_string_equal(svg.s + svg.len - 7, "</svg>\n");
        assert_null(strstr(svg.s, "end of picture"));
        assert_true(strstr(svg.s + 5, "<?xml") == NULL); /* one document */
        lp_text_free(&svg);
    }
    lp_gnuplot_end(&g);
}

/* Settings of a picture do not leak into the next: it is the same as from a new process. */
static void forgets(void **state) {
    (void)state;
    lp_text first = {0}, again = {0};
    lp_gnuplot g;
    lp_err e = {""};
    if (!is_installed()) skip();
    assert_int_equal(lp_gnuplot_start(&g, &e), 0);
    assert_int_equal(draw(&g, "plot x\n", &first, &e), 0);
    assert_int_equal(
        draw(&g,
             "set title 'T'\nset logscale xy\nset label 1 'L' at 1,1\nset object 1 rect "
             "from 1,1 to 2,2\nset multiplot\nplot x\n",
             &again, &e),
        0);
    lp_text_clear(&again);
    assert_int_equal(draw(&g, "plot x\n", &again, &e), 0);
    assert_string_equal(first.s, again.s);
    lp_gnuplot_end(&g);
    lp_text_free(&first);
    lp_text_free(&again);
}

static void faults(void **state) {
    (void)state;
    lp_text svg = {0};
    lp_gnuplot g;
    lp_err e = {""};
    if (!is_installed()) skip();
    assert_int_equal(lp_gnuplot_start(&g, &e), 0);
    assert_int_equal(draw(&g, "set title 'nothing is drawn'\n", &svg, &e), -1);
    assert_has(e.msg, "gnuplot drew nothing");
    lp_gnuplot_end(&g);
    assert_int_equal(lp_gnuplot_start(&g, &e), 0);
    assert_int_equal(draw(&g, "plot $nowhere\n", &svg, &e), -1);
    assert_has(e.msg, "gnuplot");
    lp_gnuplot_end(&g);
    assert_int_equal(lp_gnuplot_start(&g, &e), 0);
    assert_int_equal(draw(&g, "exit status 3\n", &svg, &e), -1);
    assert_has(e.msg, "gnuplot failed (status 3)");
    lp_gnuplot_end(&g);
    lp_text_free(&svg);
}

static void not_installed(void **state) {
    (void)state;
    char *path = lp_strdup(getenv("PATH"));
    lp_gnuplot g;
    lp_err e = {""};
    setenv("PATH", "/nowhere", 1);
    assert_int_equal(lp_gnuplot_start(&g, &e), -1);
    setenv("PATH", path, 1);
    assert_has(e.msg, "install gnuplot (package gnuplot-nox)");
    lp_gnuplot_end(&g);
    free(path);
}

static void quoting(void **state) {
    (void)state;
    static const struct {
        const char *in, *text, *tic;
    } cases[] = {
        {"plain", "'plain'", "'plain'"},
        {"it's", "'it'.\"\\047\".'s'", "'it'.\"\\047\".'s'"},
        {"'\nx", "''.\"\\047\".'?x'", "''.\"\\047\".'?x'"},
        {"a\\n\"`x`", "'a\\n\"`x`'", "'a\\n\"`x`'"},
        {"100 %s", "'100 %s'", "'100 %%s'"},
        {"\x1b\xff\xc3\xa9", "'\?\?\xc3\xa9'", "'\?\?\xc3\xa9'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lp_text t = {0};
        lp_gnuplot_quote(&t, cases[i].in);
        assert_string_equal(t.s, cases[i].text);
        lp_text_clear(&t);
        lp_gnuplot_quote_tic(&t, cases[i].in);
        assert_string_equal(t.s, cases[i].tic);
        lp_text_free(&t);
    }
}

/* A name of thousands of characters must not push the plot out of its picture. */
static void quoting_long(void **state) {
    (void)state;
    char s[301];
    lp_text t = {0};
    memset(s, 'x', 300);
    s[300] = 0;
    lp_gnuplot_quote(&t, s);
    assert_int_equal(t.len, 120 + 5);
    assert_string_equal(t.s + t.len - 5, "x...'");
    lp_text_clear(&t);
    lp_gnuplot_quote_tic(&t, s);
    assert_int_equal(t.len, 32 + 5);
    lp_text_clear(&t);
    lp_gnuplot_quote_tic(&t, s + 300 - 32); /* just fits */
    assert_int_equal(t.len, 32 + 2);
    lp_text_free(&t);
}

/* What is quoted is drawn as it is, and runs nothing; what is no XML is not drawn. */
static void quoted_is_text(void **state) {
    (void)state;
    static const struct {
        const char *in, *drawn;
    } cases[] = {{"a_b^{c} `echo no` '; <x> & %d @y", "a_b^{c} `echo no` '; &lt;x> &amp; %d @y"},
                 {"'; print 'x", ">'; print 'x<"},
                 {"a'' @GPVAL_PWD `echo no`'''b'", ">a'' @GPVAL_PWD `echo no`'''b'<"},
                 {"'.system('echo no').'", ">'.system('echo no').'<"},
                 {"x\xef\xbf\xbfy\xef\xbf\xbez", ">x?y?z<"},
                 {"v[w[0]]>1", ">v[w[0]]?1<"}};
    if (!is_installed()) skip();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lp_text script = {0}, svg = {0};
        lp_gnuplot g;
        lp_err e = {""};
        assert_int_equal(lp_gnuplot_start(&g, &e), 0);
        lp_text_add(&script, "set title ");
        lp_gnuplot_quote(&script, cases[i].in);
        lp_text_add(&script, " offset 0,1\nset xtics (");
        lp_gnuplot_quote_tic(&script, cases[i].in);
        lp_text_add(&script, " 0)\nplot x title ");
        lp_gnuplot_quote(&script, cases[i].in);
        lp_text_addc(&script, '\n');
        if (draw(&g, script.s, &svg, &e)) fail_msg("%s: %s", cases[i].in, e.msg);
        const char *at = svg.s;
        for (int k = 0; k < 3; k++) {
            assert_has(at, cases[i].drawn);
            at = strstr(at, cases[i].drawn) + 1;
        }
        lp_gnuplot_end(&g);
        lp_text_free(&script);
        lp_text_free(&svg);
    }
}

static void marks(void **state) {
    (void)state;
    lp_text t = {0};
    lp_gnuplot_time_tics(&t, "x", 900, 2e9);
    assert_int_equal(strncmp(t.s, "set xtics ('100 ns' 1e2, '' 2e2 1, ", 35), 0);
    assert_has(t.s, ", '1 us' 1e3, ");
    assert_has(t.s, ", '100 us' 1e5, ");
    assert_has(t.s, ", '1 s' 1e9, ");
    lp_text_clear(&t);
    lp_gnuplot_count_tics(&t, "cb", 1, 2e7);
    assert_int_equal(strncmp(t.s, "set cbtics ('1' 1e0, ", 21), 0);
    assert_has(t.s, ", '10 k' 1e4, ");
    assert_has(t.s, ", '1 M' 1e6, ");
    lp_text_clear(&t);
    lp_gnuplot_count_tics(&t, "y", 0.02, 5);
    assert_has(t.s, "('0.01' 1e-2, ");
    assert_has(t.s, ", '0.1' 1e-1, ");
    lp_text_clear(&t);
    lp_gnuplot_time_tics(&t, "y", 300, 6000); /* few powers of ten: 2 and 5 too */
    assert_has(t.s, "('100 ns' 1e2, '200 ns' 2e2 0, '' 3e2 1, '' 4e2 1, '500 ns' 5e2 0, ");
    assert_has(t.s, ", '1 us' 1e3, '2 us' 2e3 0, ");
    lp_text_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_many),     cmocka_unit_test(forgets), cmocka_unit_test(faults),
        cmocka_unit_test(not_installed),  cmocka_unit_test(quoting), cmocka_unit_test(quoting_long),
        cmocka_unit_test(quoted_is_text), cmocka_unit_test(marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
