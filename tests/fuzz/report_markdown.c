/* Fuzz target: pages. Any bytes become HTML in which every tag is one of ours and all text is
 * UTF-8; and text for gnuplot becomes one quoted word of one line. */
#include <stdlib.h>
#include <string.h>

#include "common/gnuplot.h"
#include "report/html.h"
#include "report/markdown.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What may follow a '<'. */
static const char *const tags[] = {"p>",     "/p>",
                                   "h2>",    "/h2>",
                                   "h3>",    "/h3>",
                                   "h4>",    "/h4>",
                                   "ul>",    "/ul>",
                                   "li>",    "/li>",
                                   "pre>",   "/pre>",
                                   "code>",  "/code>",
                                   "table>", "/table>",
                                   "thead>", "/thead>",
                                   "tbody>", "/tbody>",
                                   "tr>",    "/tr>",
                                   "th>",    "/th>",
                                   "td>",    "td class=\"n\">",
                                   "/td>",   "div class=\"table\" tabindex=\"0\">",
                                   "/div>"};

static void check_tags(const char *html) {
    for (const char *s = html; (s = strchr(s, '<')); s++) {
        size_t i = 0, n = sizeof tags / sizeof *tags;
        while (i < n && strncmp(s + 1, tags[i], strlen(tags[i])) != 0) i++;
        if (i == n) abort();
    }
}

/* One string, in which only a quote interrupts. */
static void check_quoted(const char *s, size_t n) {
    static const char between[] = "'.\"\\047\".'";
    if (n < 2 || s[0] != '\'' || s[n - 1] != '\'' || strchr(s, '\n')) abort();
    for (size_t i = 1; i + 1 < n; i++) {
        if (s[i] != '\'') continue;
        if (strncmp(s + i, between, strlen(between)) != 0) abort();
        i += strlen(between) - 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = lp_strndup((const char *)data, size);
    lp_text t = {0};
    rep_markdown(&t, text);
    if (!lp_utf8_valid(lp_text_str(&t), t.len)) abort();
    check_tags(lp_text_str(&t));
    lp_text_clear(&t);
    rep_escape(&t, text);
    if (!lp_utf8_valid(lp_text_str(&t), t.len) || strpbrk(lp_text_str(&t), "<>\"'")) abort();
    lp_text_clear(&t);
    lp_gnuplot_quote(&t, text);
    check_quoted(t.s, t.len);
    lp_text_free(&t);
    free(text);
    return 0;
}
