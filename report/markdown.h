/* The small part of Markdown that the data card is written in, as HTML. */
#ifndef LLMPERF_REPORT_MARKDOWN_H
#define LLMPERF_REPORT_MARKDOWN_H

#include "common/text.h"

/* Headings (`#` becomes h2, one level less from there), paragraphs, lists with `- `, tables with
 * `|`, blocks indented by four blanks, `code` in a line, and a backslash before what is meant
 * literally. Any other text stays text: nothing of it becomes markup. */
void rep_markdown(lp_text *out, const char *markdown);

#endif
