/* The data card's Markdown: its few forms, and that anything else stays text. */
#include "report/markdown.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/common/test.h"

static void check(const char *in, const char *want) {
    lp_text t = {0};
    rep_markdown(&t, in);
    assert_string_equal(lp_text_str(&t), want);
    lp_text_free(&t);
}

static void blocks(void **state) {
    (void)state;
    check("", "");
    check("\n\n", "");
    check("one\ntwo\n\nthree", "<p>one\ntwo</p>\n<p>three</p>\n");
    check("# A\n## B\n### C\n##### D", "<h2>A</h2>\n<h3>B</h3>\n<h4>C</h4>\n<h4>D</h4>\n");
    check("- a\n- b\n\nc\n", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<p>c</p>\n");
    check("    x < 1\n    y\n", "<pre>x &lt; 1\ny\n</pre>\n");
    check("text\n# head\n- item\ntext", "<p>text</p>\n<h2>head</h2>\n<ul>\n<li>item</li>\n</ul>\n"
                                        "<p>text</p>\n");
}

static void tables(void **state) {
    (void)state;
    check("| a | b |\n|---|---|\n| x | 1.5 |\n| y | 2 us |\n",
          "<div class=\"table\" tabindex=\"0\">\n<table>\n<thead>\n<tr><th>a</th><th>b</th></tr>\n"
          "</thead>\n<tbody>\n<tr><td>x</td><td class=\"n\">1.5</td></tr>\n"
          "<tr><td>y</td><td>2 us</td></tr>\n</tbody>\n</table>\n</div>\n");
    check("| a\\|b |\n", "<div class=\"table\" tabindex=\"0\">\n<table>\n<thead>\n<tr><th>a|b</th>"
                         "</tr>\n</thead>\n<tbody>\n</tbody>\n</table>\n</div>\n");
}

static void inlines(void **state) {
    (void)state;
    check("run `a < b` now", "<p>run <code>a &lt; b</code> now</p>\n");
    check("open `a", "<p>open <code>a</code></p>\n");
    check("\\<b\\> \\`x\\` \\\\ \\n", "<p>&lt;b&gt; `x` \\ \\n</p>\n");
    check("ends with \\", "<p>ends with \\</p>\n");
}

static void hostile(void **state) {
    (void)state;
    check("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n");
    check("# <img src=x>", "<h2>&lt;img src=x&gt;</h2>\n");
    check("[a](javascript:1) ![b](http://c)", "<p>[a](javascript:1) ![b](http://c)</p>\n");
    check("|",
          "<div class=\"table\" tabindex=\"0\">\n<table>\n<thead>\n</thead>\n</table>\n</div>\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(blocks), cmocka_unit_test(tables),
                                       cmocka_unit_test(inlines), cmocka_unit_test(hostile)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
