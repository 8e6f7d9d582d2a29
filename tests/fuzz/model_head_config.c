/* Fuzz target: perf_head of config.json. Any JSON must be read or refused in one line. */
#include <stdlib.h>
#include <string.h>

#include "model/head_config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lp_err e = {""};
    mdl_head_config c;
    json_t *j = lp_json_parse((const char *)data, size, NULL);
    if (!j) return 0;
    int rc = mdl_head_config_read(j, "config.json: perf_head", &c, &e);
    if (rc != 0 && (e.msg[0] == '\0' || strchr(e.msg, '\n'))) abort();
    if (rc == 0 && c.network_weight == 0 && c.n_trees == 0) abort();
    mdl_head_config_free(&c);
    json_decref(j);
    return 0;
}
