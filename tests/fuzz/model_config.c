/* Fuzz target: config.json. Any JSON must be read or refused in one line; sizes that are read fit
 * together. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/config.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lp_err e = {""};
    mdl_config c;
    json_t *j = lp_json_parse((const char *)data, size, NULL);
    if (!j) return 0;
    int rc = mdl_config_read(j, "f", &c, &e);
    if (rc != 0 && (e.msg[0] != 'f' || strchr(e.msg, '\n'))) abort();
    if (rc == 0 && (c.n_embd % c.n_head != 0 || c.rotary_dim > c.n_embd / c.n_head ||
                    c.n_layer == 0 || c.n_inner == 0))
        abort();
    json_decref(j);
    return 0;
}
