/* From a campaign to a folder of pages.
 *
 * In: an open database and options. Out: the report's files. What a page says is the business of
 * page_*.c; this file knows which pages there are and how they are linked. */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

static const rep_page pages[] = {
    {"index.html", "Overview", "the figures that one looks for first, the data card", NULL,
     rep_page_index},
    {"times.html", "Times", "how long launches take, and what balancing keeps", NULL,
     rep_page_times},
    {"quality.html", "Quality", "failures, precision, repeatability, drift", NULL,
     rep_page_quality},
    {"corpus.html", "Corpus", "feature coverage, patterns, domains, what was skipped", NULL,
     rep_page_corpus},
    {"model.html", "Model", "what a model predicts beside what was measured", rep_has_model,
     rep_page_model},
    {"kernels.html", "Kernels",
     "every kernel, and pages of single ones: source, accesses, launches, curves", NULL,
     rep_page_kernels},
};
enum { N_PAGES = sizeof pages / sizeof *pages };

static bool wanted(const rep *r, const rep_page *p) {
    return !p->wanted || p->wanted(r);
}

int rep_write_page(rep *r, const char *file, const char *up, const char *here, const char *title,
                   const lp_text *body, lp_err *e) {
    rep_link nav[N_PAGES];
    lp_text out = {0};
    rep_head h = {up, title, r->campaign->name, nav, 0, here};
    for (int i = 0; i < N_PAGES; i++)
        if (wanted(r, &pages[i])) nav[h.n_nav++] = (rep_link){pages[i].file, pages[i].title};
    rep_page_head(&out, &h);
    lp_text_addn(&out, lp_text_str(body), body->len);
    rep_page_foot(&out, r->tool_version ? r->tool_version : "?");
    int rc = rep_site_write(&r->site, file, &out, e);
    lp_text_free(&out);
    return rc;
}

void rep_page_links(const rep *r, lp_text *out) {
    lp_text_add(out, "<ul class=\"pages\">\n");
    for (int i = 1; i < N_PAGES; i++) {
        if (!wanted(r, &pages[i])) continue;
        lp_text_addf(out, "<li><a href=\"%s\">", pages[i].file);
        rep_escape(out, pages[i].title);
        lp_text_add(out, "</a>: ");
        rep_escape(out, pages[i].words);
        lp_text_add(out, "</li>\n");
    }
    lp_text_add(out, "</ul>\n");
}

int rep_draw(rep *r, lp_text *out, const char *up, const rep_figure *f, const lp_text *script,
             lp_err *e) {
    lp_text svg = {0}, name = {0};
    lp_text_addf(&name, "img/%s.svg", f->name);
    int rc = lp_gnuplot_draw(&r->plot, f->width, f->height, script, &svg, e);
    if (rc == 0) rc = rep_site_write(&r->site, name.s, &svg, e);
    if (rc == 0) rep_figure_html(out, up, f);
    lp_text_free(&svg);
    lp_text_free(&name);
    return rc;
}

static int write_page(rep *r, const rep_page *p, lp_err *e) {
    lp_text body = {0};
    int rc = p->body(r, &body, e);
    if (rc == 0) rc = rep_write_page(r, p->file, "", p->file, p->title, &body, e);
    lp_text_free(&body);
    return rc;
}

/* The first page comes last: it is there when all others are. */
static int write_site(rep *r, lp_err *e) {
    if (rep_site_open(&r->site, r->o->out, e) != 0) return -1;
    r->begun = true;
    for (int i = N_PAGES - 1; i >= 0; i--)
        if (wanted(r, &pages[i]) && write_page(r, &pages[i], e) != 0) return -1;
    return rep_site_finish(&r->site, e);
}

int rep_run(rep *r, lp_err *e) {
    if (lp_gnuplot_start(&r->plot, e) != 0) return -1;
    int rc = rep_load(r, e);
    if (rc == 0) rc = rep_load_model(r, e);
    if (rc == 0) rc = write_site(r, e);
    lp_gnuplot_end(&r->plot);
    rep_site_close(&r->site);
    rep_free_model(r);
    rep_free(r);
    return rc;
}
