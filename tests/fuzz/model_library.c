/* Records of strangers, as a program hands them to libllmperf: a handle or one line; with a handle,
 * a launch and its prompt, or one line. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "db/launch.h"
#include "model/features.h"
#include "model/launch.h"
#include "model/library.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void use(const db_kernel *k) {
    char *const names[] = {"flop", "launch.bytes", "launch.groups"};
    const lp_strv list = {(char **)names, 3, 3};
    float x[3];
    db_sample s;
    lp_text notes = {0}, prompt = {0};
    lp_err e = {""};
    db_formulas f;
    if (mdl_launch_make(k, 4096, 64, NULL, &s, &notes, &e) == 0) {
        db_formulas_init(&f, k);
        db_launch_prompt(k, &s, LP_PROMPT_PREPARED, &f, NULL, &prompt);
        mdl_features_of(&f, &s, &list, x);
        db_formulas_free(&f);
    } else if (!e.msg[0]) {
        abort();
    }
    db_sample_free(&s);
    lp_text_free(&notes);
    lp_text_free(&prompt);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    llmperf_error e = {""};
    llmperf_kernel *k = llmperf_kernel_from_record((const char *)data, n, NULL, &e);
    if (!k && (!e.message[0] || strchr(e.message, '\n'))) abort();
    if (k) use(mdl_lib_record(k));
    llmperf_kernel_free(k);
    return 0;
}
