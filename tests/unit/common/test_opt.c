/* common/opt.c and version.c: every way to write an option, and every refusal with its exit status.
 */
#include "tests/unit/common/test.h"

#include <string.h>

#include "common/error.h"
#include "common/log.h"
#include "common/opt.h"
#include "tests/unit/common/capture.h"

static bool all;
static const char *db;
static long long limit;
static lp_strv defines;

static const lp_opt opts[] = {
    {"all", 'a', LP_OPT_FLAG, &all, NULL, "everything"},
    {"db", 0, LP_OPT_STR, &db, "FILE", "the database"},
    {"limit", 'n', LP_OPT_I64, &limit, "N", "at most N"},
    {"define-with-a-long-name", 'D', LP_OPT_LIST, &defines, "NAME=VALUE", "a macro"},
};
static const lp_cmd cmd = {.prog = "llmperf-x",
                           .usage = "[options] PATH...",
                           .summary = "Does x.",
                           .opts = opts,
                           .n_opts = 4};

/* Parses the NULL-terminated words after the program's name; what it prints is in `said`
 * afterwards. */
static char said[4096];
static int parse(lp_strv *words, const char *const *args) {
    char *argv[16] = {(char *)"llmperf-x"};
    int argc = 1;
    while (args[argc - 1]) {
        argv[argc] = (char *)args[argc - 1];
        argc++;
    }
    all = false;
    db = NULL;
    limit = -1;
    lp_strv_free(&defines);
    lp_log_set_level(LP_LOG_NORMAL);
    capture err = capture_begin(stderr);
    capture out = capture_begin(stdout);
    int rc = lp_opt_parse(&cmd, argc, argv, words);
    char *o = capture_end(&out);
    char *e = capture_end(&err);
    snprintf(said, sizeof said, "%s%s", o, e);
    free(o);
    free(e);
    return rc;
}
#define PARSE(words, ...) parse(words, (const char *const[]){__VA_ARGS__, NULL})

static void forms_of_options(void **state) {
    (void)state;
    lp_strv w = {0};
    assert_int_equal(PARSE(&w, "one", "--db", "a.db", "-aq", "-n5", "-D", "A=1", "-DB=2", "two"),
                     -1);
    assert_true(all);
    assert_string_equal(db, "a.db");
    assert_int_equal(limit, 5);
    assert_int_equal(defines.n, 2);
    assert_string_equal(defines.v[0], "A=1");
    assert_string_equal(defines.v[1], "B=2");
    assert_int_equal(lp_log_get_level(), LP_LOG_QUIET);
    assert_int_equal(w.n, 2);
    assert_string_equal(w.v[1], "two");
    assert_int_equal(PARSE(&w, "--db=x=y", "--limit=-0x10", "-n", "-3", "-v"), -1);
    assert_string_equal(db, "x=y");
    assert_int_equal(limit, -3);
    assert_int_equal(lp_log_get_level(), LP_LOG_VERBOSE);
    assert_int_equal(PARSE(&w, "--db="), -1);
    assert_string_equal(db, "");
    assert_string_equal(lp_log_prog(), "llmperf-x");
    lp_strv_free(&w);
}

static void dashes_end_options(void **state) {
    (void)state;
    lp_strv w = {0};
    assert_int_equal(PARSE(&w, "-", "--", "--db", "-a", "--"), -1);
    assert_int_equal(w.n, 4);
    assert_string_equal(w.v[0], "-");
    assert_string_equal(w.v[1], "--db");
    assert_string_equal(w.v[3], "--");
    assert_null(db);
    lp_strv_free(&w);
}

static void refusals(void **state) {
    (void)state;
    lp_strv w = {0};
    static const struct {
        const char *args[3];
        const char *message;
    } rows[] = {
        {{"--nope", NULL}, "unknown option '--nope'"},
        {{"--nope=1", NULL}, "unknown option '--nope'"},
        {{"--d", NULL}, "unknown option '--d'"},
        {{"--dbx", NULL}, "unknown option '--dbx'"},
        {{"-ax", NULL}, "unknown option '-x'"},
        {{"--all=1", NULL}, "--all takes no value"},
        {{"--db", NULL}, "--db needs a value (FILE)"},
        {{"-n", NULL}, "-n needs a value (N)"},
        {{"--limit", "ten", NULL}, "--limit: 'ten' is not an integer"},
        {{"-n1k", NULL}, "--limit: '1k' is not an integer"},
        {{"--a\x1b[2J\n", NULL}, "unknown option '--a [2J '"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char want[256];
        snprintf(want, sizeof want, "llmperf-x: %s\ntry llmperf-x --help\n", rows[i].message);
        assert_int_equal(parse(&w, rows[i].args), LP_EXIT_USAGE);
        assert_string_equal(said, want);
    }
    assert_int_equal(PARSE(NULL, "-a", "word"), LP_EXIT_USAGE);
    assert_string_equal(said, "llmperf-x: unexpected argument 'word'\ntry llmperf-x --help\n");
    lp_strv_free(&w);
}

static void help_comes_from_the_table(void **state) {
    (void)state;
    assert_int_equal(PARSE(NULL, "--help"), LP_EXIT_OK);
    assert_string_equal(
        said,
        "usage: llmperf-x [options] PATH...\n\nDoes x.\n\noptions:\n"
        "  -a, --all                   everything\n"
        "      --db FILE               the database\n"
        "  -n, --limit N               at most N\n"
        "  -D, --define-with-a-long-name NAME=VALUE\n"
        "                              a macro\n"
        "  -h, --help                  show this help; as markdown, man, bash: --help=FORMAT\n"
        "      --version               show the version, also of libraries\n"
        "  -q, --quiet                 errors only\n"
        "  -v, --verbose               more detail\n");
    assert_int_equal(PARSE(NULL, "-h"), LP_EXIT_OK);
}

static void version_names_the_program(void **state) {
    (void)state;
    assert_int_equal(PARSE(NULL, "--version"), LP_EXIT_OK);
    char want[256];
    snprintf(want, sizeof want, "llmperf-x %s\n", lp_version());
    assert_int_equal(strncmp(said, want, strlen(want)), 0);
    assert_non_null(strstr(said, "\nlibraries: jansson "));
    assert_non_null(strstr(lp_version(), " (commit "));
    assert_in_range(lp_version()[0], '0', '9');
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_options),
        cmocka_unit_test(dashes_end_options),
        cmocka_unit_test(refusals),
        cmocka_unit_test(help_comes_from_the_table),
        cmocka_unit_test(version_names_the_program),
    };
    int rc = cmocka_run_group_tests(tests, NULL, NULL);
    lp_strv_free(&defines);
    return rc;
}
