/* Pages: what strangers wrote stays text; frame, tables and figures. */
#include "report/html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/common/test.h"

#define assert_has(text, part)                                                                     \
    do {                                                                                           \
        if (!strstr((text), (part))) fail_msg("\"%s\" lacks \"%s\"", (text), (part));              \
    } while (0)

static void escape(void **state) {
    (void)state;
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"", ""},
        {"a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"},
        {"<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"},
        {"\" onload='x' &lt;", "&quot; onload=&#39;x&#39; &amp;lt;"},
        {"a\tb\nc", "a\tb\nc"},
        {"\x01 \x1b[31m \x7f \r", "\xef\xbf\xbd \xef\xbf\xbd[31m \xef\xbf\xbd \xef\xbf\xbd"},
        {"\xc2\x85|\xc2\xa0|\xc3\xa9", "\xef\xbf\xbd|\xc2\xa0|\xc3\xa9"}, /* NEL, blank, e acute */
        {"\xff\xc3(\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd(\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xc0\xbcscript>", "\xef\xbf\xbd\xef\xbf\xbdscript&gt;"}, /* '<', over-long */
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},  /* half a surrogate */
        {"\xf0\x9f\x98\x80 \xe6\x97\xa5", "\xf0\x9f\x98\x80 \xe6\x97\xa5"},
        {"a\xe2\x80\xae"
         "b\xe2\x81\xa6",
         "a[U+202E]b[U+2066]"}, /* turns the text around */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lp_text t = {0};
        rep_escape(&t, cases[i].in);
        assert_string_equal(lp_text_str(&t), cases[i].out);
        assert_true(lp_utf8_valid(lp_text_str(&t), t.len));
        lp_text_free(&t);
    }
}

/* Nothing that ends text or an attribute survives, whatever the bytes. */
static void escape_every_byte(void **state) {
    (void)state;
    for (int a = 1; a < 256; a++)
        for (int b = 1; b < 256; b++) {
            const char in[] = {(char)a, (char)b, 0};
            lp_text t = {0};
            rep_escape(&t, in);
            if (strpbrk(t.s, "<>\"'") || !lp_utf8_valid(t.s, t.len))
                fail_msg("bytes %d %d become \"%s\"", a, b, t.s);
            lp_text_free(&t);
        }
}

static void page(void **state) {
    (void)state;
    const rep_link nav[] = {{"index.html", "Overview"}, {"times.html", "Times"}};
    const rep_head h = {"../", "A \"kernel\"", "<b>name</b>", nav, 2, "times.html"};
    lp_text t = {0};
    rep_page_head(&t, &h);
    rep_page_foot(&t, "1.0 <x>");
    assert_has(t.s, "<!DOCTYPE html>\n<html lang=\"en\">");
    assert_has(t.s, "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ");
    assert_has(t.s, "<title>A &quot;kernel&quot; - &lt;b&gt;name&lt;/b&gt;</title>");
    assert_has(t.s, "href=\"../report.css\"");
    assert_has(t.s, "src=\"../report.js\"");
    assert_has(t.s, "<a href=\"../index.html\">Overview</a>");
    assert_has(t.s, "<a href=\"../times.html\" aria-current=\"page\">Times</a>");
    assert_has(t.s, "<h1>A &quot;kernel&quot;</h1>");
    assert_has(t.s, "llmperf 1.0 &lt;x&gt;.");
    assert_null(strstr(t.s, "http:"));
    assert_null(strstr(t.s, "unsafe"));
    lp_text_free(&t);
}

static void table(void **state) {
    (void)state;
    static const rep_column columns[] = {{"na<me", false}, {"n", true}};
    lp_text t = {0};
    rep_table_begin(&t, "of \"all\"", columns, 2);
    rep_row_begin(&t);
    rep_cell(&t, "<i>");
    rep_cell_int(&t, 1234567);
    rep_row_end(&t);
    rep_row_begin(&t);
    rep_cell_code(&t, "a & b");
    rep_cell_num(&t, 2.5, 1);
    rep_row_end(&t);
    rep_row_begin(&t);
    rep_cell_link(&t, "kernels/0001.html", "<k>");
    rep_cell_num(&t, NAN, 1);
    rep_row_end(&t);
    rep_row_begin(&t);
    rep_cell_ns(&t, 12345);
    rep_cell_ns(&t, INFINITY);
    rep_row_end(&t);
    rep_table_end(&t);
    assert_has(t.s, "aria-label=\"of &quot;all&quot;\"");
    assert_has(t.s, "<th scope=\"col\">na&lt;me</th><th scope=\"col\" class=\"n\">n</th>");
    assert_has(t.s, "<td>&lt;i&gt;</td><td class=\"n\" data-v=\"1234567\">1,234,567</td>");
    assert_has(t.s, "<td><code>a &amp; b</code></td><td class=\"n\" data-v=\"2.5\">2.5</td>");
    assert_has(t.s, "<a href=\"kernels/0001.html\">&lt;k&gt;</a></td><td class=\"n\">-</td>");
    assert_has(t.s, "<td class=\"n\" data-v=\"12345\">12.3 us</td><td class=\"n\">-</td>");
    lp_text_free(&t);
}

static void figure(void **state) {
    (void)state;
    const rep_figure f = {"times", "T <", "what \"one\" sees", "how & why", 800, 300};
    lp_text t = {0};
    rep_figure_html(&t, "../", &f);
    assert_has(t.s, "<h3>T &lt;</h3>");
    assert_has(t.s, "<img src=\"../img/times.svg\" width=\"800\" height=\"300\" alt=\"what "
                    "&quot;one&quot; sees\">");
    assert_has(t.s, "<figcaption>how &amp; why</figcaption>");
    lp_text_free(&t);
}

static void words(void **state) {
    (void)state;
    static const struct {
        int64_t v;
        const char *out;
    } cases[] = {{0, "0"},
                 {999, "999"},
                 {1000, "1,000"},
                 {-1000, "-1,000"},
                 {-999, "-999"},
                 {INT64_MAX, "9,223,372,036,854,775,807"},
                 {INT64_MIN, "-9,223,372,036,854,775,808"}};
    char shown[32];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rep_format_int(shown, cases[i].v);
        assert_string_equal(shown, cases[i].out);
    }
    lp_text t = {0};
    rep_para(&t, "%d < %s", 1, "<p>");
    rep_absent(&t, "no %s", "\"");
    rep_section(&t, "Access patterns");
    rep_tiles_begin(&t);
    rep_tile(&t, "1 <", "& words");
    rep_tiles_end(&t);
    assert_string_equal(t.s, "<p>1 &lt; &lt;p&gt;</p>\n<p class=\"absent\">no &quot;</p>\n"
                             "<h2 id=\"access-patterns\">Access patterns</h2>\n"
                             "<ul class=\"tiles\">\n<li><b>1 &lt;</b> <span>&amp; "
                             "words</span></li>\n</ul>\n");
    lp_text_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escape), cmocka_unit_test(escape_every_byte),
        cmocka_unit_test(page),   cmocka_unit_test(table),
        cmocka_unit_test(figure), cmocka_unit_test(words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
