/* A temporary folder that a test program works in. */
#ifndef TEST_ANALYZE_TEMP_H
#define TEST_ANALYZE_TEMP_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/fs.h"
#include "tests/unit/analyze/source.h"

static char temp_dir[] = "/tmp/llmperf-analyze-XXXXXX";

static inline int temp_enter(void **state) {
    (void)state;
    return mkdtemp(temp_dir) && chdir(temp_dir) == 0 ? 0 : -1;
}

static inline int temp_leave(void **state) {
    char cmd[128];
    (void)state;
    snprintf(cmd, sizeof cmd, "rm -rf '%s'", temp_dir);
    return chdir("/") == 0 ? system(cmd) : -1; // NOLINT(cert-env33-c): the name is ours
}

/* Writes a file, with its folders. */
static inline void put(const char *path, const char *text) {
    char *dir = lp_path_dir(path);
    lp_err e = {""};
    if (lp_mkdirs(dir, &e) || lp_write_file(path, text, strlen(text), &e)) fail_msg("%s", e.msg);
    free(dir);
}

#endif
