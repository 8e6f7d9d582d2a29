/* common/help*.c and markup.c: the same rows as text, Markdown, man page and bash completion; and
 * nothing in a sentence that a format would take for its own. */
#include "tests/unit/common/test.h"

#include <string.h>

#include "common/campaign_keys.h"
#include "common/campaign_reference.h"
#include "common/help.h"
#include "common/markup.h"

static bool flag;
static const char *text;
static long long number;

static const lp_opt opts[] = {
    {"all", 'a', LP_OPT_FLAG, &flag, NULL, "everything; `x|y` and a|b"},
    {"how", 'w', LP_OPT_STR, &text, "fast|slow", "which way"},
    {"limit", 0, LP_OPT_I64, &number, "N", "at most N (3)"},
};
static const lp_cmd cmd = {.prog = "llmperf-x",
                           .name = "llmperf x y",
                           .usage = "[options] FILE.cl...\n--how fast|slow",
                           .summary = "Does x. And y.",
                           .details =
                               "First \\ paragraph\nin two lines.\n\n$ llmperf x y 'a.cl'\n.out",
                           .opts = opts,
                           .n_opts = sizeof opts / sizeof *opts};

static int run(int argc, char **argv) {
    (void)argc;
    (void)argv;
    return 0;
}
static const lp_command commands[] = {{"y", run, "does y"}, {"z", run, "does z"}};
static const lp_program program = {
    .name = "llmperf-x", .words = "llmperf x", .title = "The x.", .commands = commands, .n = 2};

/* What `fn` appends, in a buffer of this function. */
#define SAID(call)                                                                                 \
    __extension__({                                                                                \
        lp_text out = {0};                                                                         \
        call;                                                                                      \
        snprintf(said, sizeof said, "%s", lp_text_str(&out));                                      \
        lp_text_free(&out);                                                                        \
        said;                                                                                      \
    })
static char said[16384];

static void assert_has(const char *part) {
    if (!strstr(said, part)) fail_msg("lacks: %s\nsaid: %s", part, said);
}

static void lines_are_filled(void **state) {
    (void)state;
    assert_string_equal(SAID(lp_fill(&out, "aa bb\ncc  dd", 0, 2, 5)), "aa bb\n  cc\n  dd");
    assert_string_equal(SAID(lp_fill(&out, "aa bb", 4, 0, 7)), "aa\nbb");
    assert_string_equal(SAID(lp_fill(&out, "longer-than-that x", 0, 0, 4)), "longer-than-that\nx");
    assert_string_equal(SAID(lp_fill(&out, "  ", 0, 0, 4)), "");
}

static void markdown_of_a_sentence(void **state) {
    (void)state;
    static const struct {
        const char *from, *to;
    } rows[] = {
        {"plain, (brackets): 5 > 3 - 2", "plain, (brackets): 5 > 3 - 2"},
        {"NAME=[LENGTH] a*b*c <b>", "NAME=\\[LENGTH\\] a\\*b\\*c \\<b>"},
        {"held_out _x_ a|b", "held_out \\_x\\_ a\\|b"},
        {"`held_out|*` rest", "`held_out\\|*` rest"},
        {"one ` alone", "one \\` alone"},
        {"&amp; a & b", "\\&amp; a & b"},
        {"# no title", "\\# no title"},
        {"- no list\n- of two", "\\- no list - of two"},
        {"a\\b ~c~", "a\\\\b \\~c\\~"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(SAID(lp_md_prose(&out, rows[i].from)), rows[i].to);
    assert_string_equal(SAID(lp_md_code(&out, "a|b")), "`a\\|b`");
    assert_string_equal(SAID(lp_md_code(&out, "a`b")), "`` a`b ``");
}

static void roff_of_a_sentence(void **state) {
    (void)state;
    static const struct {
        const char *from, *to;
    } rows[] = {
        {"--db FILE", "\\-\\-db FILE"},
        {"all .cl files", "all \\&.cl files"},
        {".so man1/x", "\\&.so man1/x"},
        {"'ft' it's", "\\(aqft\\(aq it\\(aqs"},
        {"a\\fBb\\n", "a\\efBb\\en"},
        {"`--db` and \"x\"", "\\fB\\-\\-db\\fR and \\(dqx\\(dq"},
        {"`.hidden` ^ ~", "\\fB.hidden\\fR \\(ha \\(ti"},
        {"one ` alone", "one \\(ga alone"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(SAID(lp_man_prose(&out, rows[i].from)), rows[i].to);
    assert_string_equal(SAID(lp_man_escape(&out, "a\n.b\n 'c", 8)), "a\n\\&.b\n \\(aqc");
}

static void a_command_as_text(void **state) {
    (void)state;
    SAID(lp_cmd_help(&cmd, LP_HELP_TEXT, &out));
    assert_int_equal(strncmp(said,
                             "usage: llmperf x y [options] FILE.cl...\n"
                             "       llmperf x y --how fast|slow\n\nDoes x. And y.\n\noptions:\n"
                             "  -a, --all                   everything; `x|y` and a|b\n"
                             "  -w, --how fast|slow         which way\n",
                             130),
                     0);
    assert_has("\nFirst \\ paragraph in two lines.\n\n    $ llmperf x y 'a.cl'\n    .out\n");
}

static void a_command_as_markdown(void **state) {
    (void)state;
    SAID(lp_cmd_help(&cmd, LP_HELP_MARKDOWN, &out));
    assert_has("## llmperf x y\n\nDoes x. And y.\n\n```usage\nllmperf x y [options] FILE.cl...\n"
               "llmperf x y --how fast|slow\n```\n");
    assert_has("| `-a, --all` | everything; `x\\|y` and a\\|b |\n");
    assert_has("| `-w, --how fast\\|slow` | which way |\n");
    assert_has(
        "\nFirst \\\\ paragraph in two lines.\n\n```console\n$ llmperf x y 'a.cl'\n.out\n```\n");
}

static void a_command_as_man_page(void **state) {
    (void)state;
    SAID(lp_cmd_help(&cmd, LP_HELP_MAN, &out));
    assert_has(".TH LLMPERF\\-X\\-Y 1 ");
    assert_has("\nllmperf\\-x\\-y \\- does x\n");
    assert_has("\n\\fBllmperf x y\\fR [options] FILE.cl...\n.br\n\\fBllmperf x y\\fR \\-\\-how "
               "fast|slow\n");
    assert_has(".TP\n\\fB\\-w\\fR, \\fB\\-\\-how\\fR \\fIfast|slow\\fR\nwhich way\n");
    assert_has("\n.EX\n$ llmperf x y \\(aqa.cl\\(aq\n\\&.out\n.EE\n");
    assert_has(".SH EXIT STATUS\n.TP\n0\ndone\n");
    assert_has("\n.TP\n130\n");
    assert_has(".BR llmperf (1),\n.BR llmperf\\-campaign (5)\n");
}

static void a_command_in_bash_and_lists(void **state) {
    (void)state;
    SAID(lp_cmd_help(&cmd, LP_HELP_BASH, &out));
    assert_has(
        "    'x y')\n        options='--all --how --limit --help --version --quiet --verbose'\n"
        "        words='file *.cl'\n");
    assert_has("        -w | --how) value='words fast slow' ;;\n        --limit) value='' ;;\n");
    assert_null(strstr(said, "--all)"));
    assert_string_equal(SAID(lp_cmd_help(&cmd, LP_HELP_LIST, &out)), "llmperf x y\tdoes x\n");
    assert_string_equal(SAID(lp_program_help(&program, LP_HELP_LIST, &out)),
                        "llmperf x y\tdoes y\nllmperf x z\tdoes z\n");
    SAID(lp_program_help(&program, LP_HELP_BASH, &out));
    assert_has("    'x')\n        options='--help --version'\n        words='words y z'\n");
    SAID(lp_program_help(&program, LP_HELP_MARKDOWN, &out));
    assert_has("| [llmperf x y](#llmperf-x-y) | does y |\n");
    SAID(lp_program_help(&program, LP_HELP_MAN, &out));
    assert_has(".TP\n.BR llmperf\\-x\\-y (1)\ndoes y\n");
}

static void what_completes_a_value(void **state) {
    (void)state;
    static const struct {
        const char *name, *arg, *kind;
    } rows[] = {
        {"out", "DIR", "dir"},
        {"db", "FILE", "file *.db"},
        {"config", "FILE", "file *.yaml"},
        {"plot", "FILE.svg", "file *.svg"},
        {"list", "FILE", "file"},
        {NULL, "PATH", "file"},
        {"validate", "N|none", "words none"},
        {"limit", "N", ""},
        {"shard", "I/N", ""},
        {"eval", "NAME=N,...", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(SAID(lp_bash_kind(&out, rows[i].name, rows[i].arg)), rows[i].kind);
}

static void formats_have_names(void **state) {
    (void)state;
    assert_int_equal(lp_help_format_of("man"), LP_HELP_MAN);
    assert_int_equal(lp_help_format_of("list"), LP_HELP_LIST);
    assert_int_equal(lp_help_format_of(""), LP_HELP_UNKNOWN);
    assert_int_equal(lp_help_format_of("html"), LP_HELP_UNKNOWN);
}

static void the_reference_has_every_key(void **state) {
    (void)state;
    for (lp_help_format f = LP_HELP_TEXT; f <= LP_HELP_MAN; f++) {
        lp_text out = {0};
        lp_campaign_reference(f, &out);
        for (size_t i = 0; i < lp_n_keys; i++) {
            char want[128];
            snprintf(want, sizeof want,
                     f == LP_HELP_TEXT       ? "\n%s\n    "
                     : f == LP_HELP_MARKDOWN ? "\n| `%s` | "
                                             : "\n.TP\n\\fB%s\\fR\n",
                     lp_keys[i].path);
            if (!strstr(out.s, want)) fail_msg("format %d lacks %s", (int)f, lp_keys[i].path);
        }
        lp_text_free(&out);
    }
    SAID(lp_campaign_reference(LP_HELP_MARKDOWN, &out));
    assert_has(
        "| `launch.per_kernel` | whole number | `10` | samples | 1 to 1000000 | samples planned "
        "for each kernel |\n");
    assert_has("| `buffers.degree` | `uniform` or `skewed` | `uniform` |  |  | ");
    assert_has("\n## launch.shares\n\nSamples by saturation class; the three add up to 1.\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_filled),
        cmocka_unit_test(markdown_of_a_sentence),
        cmocka_unit_test(roff_of_a_sentence),
        cmocka_unit_test(a_command_as_text),
        cmocka_unit_test(a_command_as_markdown),
        cmocka_unit_test(a_command_as_man_page),
        cmocka_unit_test(a_command_in_bash_and_lists),
        cmocka_unit_test(what_completes_a_value),
        cmocka_unit_test(formats_have_names),
        cmocka_unit_test(the_reference_has_every_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
