/* llmperf run and config, with stages that only note how they were called. The test copies itself
 * to a temporary folder as `llmperf`, because stages are looked for beside the running program. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/cli.h"
#include "common/fs.h"
#include "common/text.h"

static char dir[64]; /* of the test that runs */

static char *in_dir(const char *name) {
    return lp_path_join(dir, name);
}

static void put(const char *name, const char *text, mode_t mode) {
    lp_err e = {""};
    char *path = in_dir(name);
    if (lp_write_file(path, text, strlen(text), &e)) fail_msg("%s", e.msg);
    chmod(path, mode);
    free(path);
}

/* The file's text, "" when it is not there; caller frees. */
static char *get(const char *name) {
    lp_text t = {0};
    char *path = in_dir(name);
    if (lp_read_file(path, 1 << 20, &t, NULL)) lp_text_add(&t, "");
    lp_text_add(&t, "");
    free(path);
    return lp_text_take(&t);
}

/* A stage that appends its name and words to `log`, then does what `then` says. */
static void put_stage(const char *stage, const char *then) {
    char name[32];
    lp_text t = {0};
    snprintf(name, sizeof name, "llmperf-%s", stage);
    lp_text_addf(&t, "#!/bin/sh\necho \"%s $*\" >>%s/log\n%s\n", stage, dir, then);
    put(name, t.s, 0755);
    lp_text_free(&t);
}

static int set_up(void **state) {
    (void)state;
    char made[] = "/tmp/llmperf-cli-XXXXXX";
    lp_text self = {0};
    lp_err e = {""};
    if (!mkdtemp(made)) return -1;
    memcpy(dir, made, sizeof made);
    if (lp_read_file("/proc/self/exe", (size_t)1 << 30, &self, &e)) fail_msg("%s", e.msg);
    char *path = in_dir("llmperf");
    if (lp_write_file(path, self.s, self.len, &e)) fail_msg("%s", e.msg);
    chmod(path, 0755);
    free(path);
    lp_text_free(&self);
    put_stage("analyze", "exit 0");
    put_stage("gen", "exit 0");
    put_stage("profile", "exit 0");
    put_stage("db", "exit 0");
    put("c.yaml",
        "name: tiny\ncorpus: {paths: [/k/a, /k/b], defines: [N=4], include_dirs: [/inc], held_out: "
        "[/k/b]}\n",
        0644);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    char *argv[] = {(char *)"/bin/rm", (char *)"-rf", dir, NULL};
    pid_t pid = fork();
    if (pid == 0) {
        execv(argv[0], argv);
        _exit(127);
    }
    return waitpid(pid, NULL, 0) == pid ? 0 : -1;
}

/* Starts DIR/llmperf in DIR with the words (up to NULL); output goes to DIR/stdout and DIR/stderr.
 */
static pid_t start(const char *const *words) {
    char *argv[12] = {in_dir("llmperf")};
    for (int i = 0; words[i]; i++) argv[i + 1] = (char *)words[i];
    pid_t pid = fork();
    if (pid == 0) {
        if (chdir(dir) != 0 || !freopen("stdout", "w", stdout) || !freopen("stderr", "w", stderr))
            _exit(126);
        execv(argv[0], argv);
        _exit(127);
    }
    free(argv[0]);
    return pid;
}

static int finish(pid_t pid) {
    int status = 0;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

#define RUN(...) finish(start((const char *const[]){__VA_ARGS__, NULL}))

static void expect_file(const char *name, const char *want) {
    char *got = get(name);
    assert_string_equal(got, want);
    free(got);
}

static void expect_in(const char *name, const char *want) {
    char *got = get(name);
    if (!strstr(got, want)) fail_msg("%s: `%s` does not hold `%s`", name, got, want);
    free(got);
}

static void stages_run_in_order(void **state) {
    (void)state;
    assert_int_equal(RUN("run", "c.yaml"), 0);
    expect_file(
        "log",
        "analyze --db out/tiny/campaign.db --keep-going -DN=4 -I/inc --held-out /k/b -- /k/a /k/b\n"
        "profile --db out/tiny/campaign.db --register\n"
        "gen --config c.yaml --db out/tiny/campaign.db\n"
        "profile --db out/tiny/campaign.db\n"
        "db balance --db out/tiny/campaign.db\n"
        "db split --db out/tiny/campaign.db\n"
        "db export --db out/tiny/campaign.db --out out/tiny/dataset.jsonl\n"
        "db check --db out/tiny/campaign.db --jsonl out/tiny/dataset.jsonl\n"
        "db stats --db out/tiny/campaign.db\n");
    expect_in("stdout", "out/tiny/campaign.db\n");
    expect_in("stdout", "out/tiny/dataset.jsonl\n");
    expect_in("stderr", "llmperf: 1/9 analyze");
}

static void options_reach_the_stages(void **state) {
    (void)state;
    assert_int_equal(RUN("run", "c.yaml", "--quiet", "--out", "d", "--db", "x.db", "--device",
                         "gpu", "--limit", "5"),
                     0);
    expect_in("log", "profile --quiet --db x.db --register --device gpu\n");
    expect_in("log", "profile --quiet --db x.db --device gpu --limit 5\n");
    expect_in("log", "db balance --quiet --db x.db\n");
    expect_in("log", "db export --quiet --db x.db --out d/dataset.jsonl\n");
    expect_in("log", "analyze --quiet --db x.db --keep-going -DN=4");
    expect_file("stdout", "");
    expect_file("stderr", "");
}

static void a_failing_stage_ends_it(void **state) {
    (void)state;
    put_stage("gen", "exit 3");
    assert_int_equal(RUN("run", "c.yaml"), 3);
    expect_in("stderr", "llmperf: stage gen failed with status 3\n");
    char *log = get("log");
    assert_null(strstr(log, "balance"));
    free(log);
}

static void a_killed_stage_ends_it(void **state) {
    (void)state;
    put_stage("profile", "kill -9 $$");
    assert_int_equal(RUN("run", "c.yaml"), 137);
    expect_in("stderr", "llmperf: stage register was killed by signal 9");
}

static void a_missing_stage_is_named(void **state) {
    (void)state;
    char *path = in_dir("llmperf-profile");
    unlink(path);
    free(path);
    assert_int_equal(RUN("run", "c.yaml"), 1);
    expect_in("stderr", "llmperf-profile is not beside llmperf");
}

/* Ctrl-C reaches the stage, which ends in its own way, and no further stage starts. */
static void interruption_reaches_the_stage(void **state) {
    (void)state;
    put_stage("gen", "trap 'echo ended >>log; exit 130' INT\necho waiting >>log\nsleep 20 &\nwait");
    const char *const words[] = {"run", "c.yaml", NULL};
    pid_t pid = start(words);
    for (int i = 0; i < 500; i++) {
        char *log = get("log");
        bool waiting = strstr(log, "waiting") != NULL;
        free(log);
        if (waiting) break;
        usleep(20000);
    }
    kill(pid, SIGINT);
    assert_int_equal(finish(pid), 130);
    expect_in("log", "ended");
    expect_in("stderr", "llmperf: interrupted in gen; run the same command again to go on\n");
    char *log = get("log");
    assert_null(strstr(log, "balance"));
    free(log);
}

static void wrong_usage(void **state) {
    (void)state;
    assert_int_equal(RUN("run"), 2);
    expect_in("stderr", "run needs a campaign file");
    assert_int_equal(RUN("run", "a", "b"), 2);
    assert_int_equal(RUN("run", "c.yaml", "--limit", "0"), 2);
    assert_int_equal(RUN("run", "c.yaml", "--limit", "many"), 2);
    assert_int_equal(RUN("run", "missing.yaml"), 1);
    expect_in("stderr", "missing.yaml");
    put("bad.yaml", "seed: x\n", 0644);
    assert_int_equal(RUN("run", "bad.yaml"), 1);
    expect_in("stderr", "llmperf: bad.yaml:1:7: seed must be a whole number");
    expect_file("log", "");
}

static void config_checks_files(void **state) {
    (void)state;
    put("bad.yaml", "sead: 1\n", 0644);
    assert_int_equal(RUN("config", "check", "c.yaml"), 0);
    expect_file("stdout", "c.yaml: ok, campaign tiny\n");
    assert_int_equal(RUN("config", "check", "bad.yaml", "c.yaml"), 1);
    expect_in("stderr", "llmperf: bad.yaml:1:1: unknown key `sead`; did you mean `seed`?");
    expect_file("stdout", "c.yaml: ok, campaign tiny\n");
    assert_int_equal(RUN("config", "check", "--json", "c.yaml"), 0);
    expect_in("stdout", "{\"balance\":");
    assert_int_equal(RUN("config"), 2);
    assert_int_equal(RUN("config", "check"), 2);
}

static void printed_defaults_are_a_campaign(void **state) {
    (void)state;
    assert_int_equal(RUN("config", "check", "--defaults"), 0);
    char *text = get("stdout");
    put("d.yaml", text, 0644);
    free(text);
    assert_int_equal(RUN("config", "check", "d.yaml"), 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        TEST(stages_run_in_order),
        TEST(options_reach_the_stages),
        TEST(a_failing_stage_ends_it),
        TEST(a_killed_stage_ends_it),
        TEST(a_missing_stage_is_named),
        TEST(interruption_reaches_the_stage),
        TEST(wrong_usage),
        TEST(config_checks_files),
        TEST(printed_defaults_are_a_campaign),
    };
    if (argc > 1 && strcmp(argv[1], "run") == 0) return cli_run(argc - 1, argv + 1);
    if (argc > 1 && strcmp(argv[1], "config") == 0) return cli_config(argc - 1, argv + 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
