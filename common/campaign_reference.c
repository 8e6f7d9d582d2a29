/* The reference of campaign files: docs/campaign.md, llmperf-campaign(5), and the same as text.
 *
 * In: the table of keys. Out: text. Knows no key by name but those of its example. */
#include "common/campaign_reference.h"

#include <ctype.h>
#include <string.h>

#include "common/campaign_keys.h"
#include "common/markup.h"

enum { WIDTH = 100, INDENT = 4 };

static const char *const introduction[] = {
    "A campaign is one YAML file: which kernels, which launches of them, how they are timed, and "
    "what becomes of the times. `llmperf run FILE` carries it out.",
    "Every key has a default, so a file holds only what differs. An unknown key, a wrong type and "
    "an impossible value are errors with line and column: `llmperf config check FILE` finds them, "
    "`llmperf config check --defaults` prints all keys as a file.",
    "Relative paths start at the folder of the file. All random choices derive from the seeds: "
    "the same file, kernels and seed give the same plan on any machine.",
};
enum { N_INTRODUCTION = sizeof introduction / sizeof *introduction };

static const char example[] = "name: mine\n"
                              "seed: 7\n"
                              "corpus:\n"
                              "  paths: [../kernels-corpus/map]  # relative to this file\n"
                              "launch:\n"
                              "  per_kernel: 20\n"
                              "  local_sizes: [64, 128, 256]\n"
                              "  shares: {idle: 0.2, under: 0.4, saturated: 0.4}\n"
                              "profile:\n"
                              "  timeout_s: 10\n";

/* ---- what a key takes --------------------------------------------------------------------------
 */

static void add_type(lp_text *out, const lp_key *k) {
    static const char *const names[] = {
        [LP_KEY_INT] = "whole number",
        [LP_KEY_NUM] = "number",
        [LP_KEY_BOOL] = "true or false",
        [LP_KEY_NAME] = "letters, digits, `.`, `_`, `-`",
        [LP_KEY_PATHS] = "list of paths",
        [LP_KEY_MACROS] = "list of NAME or NAME=VALUE",
        [LP_KEY_LOCALS] = "list of multiples of 32",
    };
    if (k->type != LP_KEY_CHOICE) {
        lp_text_add(out, names[k->type]);
        return;
    }
    for (int i = 0; k->words[i]; i++) lp_text_addf(out, "%s`%s`", i ? " or " : "", k->words[i]);
}

/* Empty where the type says it all. */
static void add_range(lp_text *out, const lp_key *k) {
    if (k->type == LP_KEY_NUM)
        lp_text_addf(out, "%g to %g", k->lo, k->hi);
    else if ((k->type == LP_KEY_INT || k->type == LP_KEY_LOCALS) && k->ihi == INT64_MAX)
        lp_text_addf(out, "%lld or more", (long long)k->ilo);
    else if (k->type == LP_KEY_INT || k->type == LP_KEY_LOCALS)
        lp_text_addf(out, "%lld to %lld", (long long)k->ilo, (long long)k->ihi);
}

/* The section that the key is in: "launch.shares", "" at the top. */
static size_t section_length(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot ? (size_t)(dot - path) : 0;
}

static const lp_section *section_of(const char *path) {
    size_t n = section_length(path);
    for (size_t i = 0; i < lp_n_sections; i++)
        if (strlen(lp_sections[i].path) == n && strncmp(lp_sections[i].path, path, n) == 0)
            return &lp_sections[i];
    return NULL;
}

static bool begins_section(size_t i) {
    if (i == 0) return true;
    size_t n = section_length(lp_keys[i].path);
    return n != section_length(lp_keys[i - 1].path) ||
           strncmp(lp_keys[i].path, lp_keys[i - 1].path, n) != 0;
}

/* ---- Markdown ---------------------------------------------------------------------------------
 */

static void add_cell(lp_text *out, const lp_text *t) {
    lp_text_add(out, " | ");
    lp_md_prose(out, lp_text_str(t));
}

static void add_md_key(lp_text *out, const lp_key *k) {
    lp_text type = {0}, range = {0};
    add_type(&type, k);
    add_range(&range, k);
    lp_text_add(out, "| ");
    lp_md_code(out, k->path);
    add_cell(out, &type);
    lp_text_add(out, " | ");
    lp_md_code(out, k->dflt);
    lp_text_add(out, " | ");
    lp_md_prose(out, k->unit);
    add_cell(out, &range);
    lp_text_add(out, " | ");
    lp_md_prose(out, k->help);
    lp_text_add(out, " |\n");
    lp_text_free(&type);
    lp_text_free(&range);
}

static void add_md_section(lp_text *out, const lp_section *s) {
    lp_text_addf(out, "\n## %s\n\n", s ? s->path : "At the top");
    if (s) {
        size_t start = out->len;
        lp_md_prose(out, s->help);
        out->s[start] = (char)toupper((unsigned char)out->s[start]);
        lp_text_add(out, ".\n\n");
    }
    lp_text_add(out,
                "| key | type | default | unit | range | meaning |\n|---|---|---|---|---|---|\n");
}

static void add_markdown(lp_text *out) {
    lp_text_add(out, "# Campaign files\n");
    for (int i = 0; i < N_INTRODUCTION; i++) {
        lp_text_addc(out, '\n');
        lp_md_prose(out, introduction[i]);
        lp_text_addc(out, '\n');
    }
    lp_text_addf(out, "\n```yaml\n%s```\n", example);
    for (size_t i = 0; i < lp_n_keys; i++) {
        if (begins_section(i)) add_md_section(out, section_of(lp_keys[i].path));
        add_md_key(out, &lp_keys[i]);
    }
}

/* ---- man page and text ------------------------------------------------------------------------
 */

/* "whole number, samples, 1 to 1000000, default 10" */
static void add_facts(lp_text *out, const lp_key *k) {
    lp_text range = {0};
    add_range(&range, k);
    add_type(out, k);
    if (*k->unit) lp_text_addf(out, ", %s", k->unit);
    if (range.len) lp_text_addf(out, ", %s", range.s);
    lp_text_addf(out, "; default `%s`", k->dflt);
    lp_text_free(&range);
}

static void add_man_key(lp_text *out, const lp_key *k) {
    lp_text facts = {0};
    add_facts(&facts, k);
    lp_text_add(out, ".TP\n\\fB");
    lp_man_escape(out, k->path, strlen(k->path));
    lp_text_add(out, "\\fR\n");
    lp_man_prose(out, k->help);
    lp_text_add(out, "\n.br\n");
    lp_man_prose(out, facts.s);
    lp_text_addc(out, '\n');
    lp_text_free(&facts);
}

static void add_man(lp_text *out) {
    lp_man_begin(out, "llmperf campaign", "5", "campaign files of llmperf");
    lp_text_add(out, ".SH DESCRIPTION\n");
    for (int i = 0; i < N_INTRODUCTION; i++) {
        if (i) lp_text_add(out, ".PP\n");
        lp_man_prose(out, introduction[i]);
        lp_text_addc(out, '\n');
    }
    lp_text_add(out, ".SH EXAMPLE\n.EX\n");
    lp_man_escape(out, example, strlen(example));
    lp_text_add(out, ".EE\n.SH KEYS\n");
    for (size_t i = 0; i < lp_n_keys; i++) {
        const lp_section *s = section_of(lp_keys[i].path);
        if (begins_section(i) && s) {
            lp_text_add(out, ".SS ");
            lp_man_escape(out, s->path, strlen(s->path));
            lp_text_add(out, ": ");
            lp_man_escape(out, s->help, strlen(s->help));
            lp_text_addc(out, '\n');
        }
        add_man_key(out, &lp_keys[i]);
    }
    lp_text_add(out, ".SH SEE ALSO\n");
    lp_man_ref(out, "llmperf", "1", ",");
    lp_man_ref(out, "llmperf run", "1", ",");
    lp_man_ref(out, "llmperf config", "1", "");
}

static void add_text(lp_text *out) {
    for (int i = 0; i < N_INTRODUCTION; i++) {
        lp_fill(out, introduction[i], 0, 0, WIDTH);
        lp_text_add(out, "\n\n");
    }
    lp_text_add(out, example);
    for (size_t i = 0; i < lp_n_keys; i++) {
        const lp_key *k = &lp_keys[i];
        const lp_section *s = section_of(k->path);
        lp_text facts = {0};
        add_facts(&facts, k);
        if (begins_section(i) && s) lp_text_addf(out, "\n%s: %s\n", s->path, s->help);
        if (begins_section(i)) lp_text_addc(out, '\n');
        lp_text_addf(out, "%s\n%*s", k->path, INDENT, "");
        lp_fill(out, k->help, INDENT, INDENT, WIDTH);
        lp_text_addf(out, "\n%*s", INDENT, "");
        lp_fill(out, facts.s, INDENT, INDENT, WIDTH);
        lp_text_addc(out, '\n');
        lp_text_free(&facts);
    }
}

void lp_campaign_reference(lp_help_format f, lp_text *out) {
    if (f == LP_HELP_MARKDOWN)
        add_markdown(out);
    else if (f == LP_HELP_MAN)
        add_man(out);
    else
        add_text(out);
}
