/* Fuzz target: calibration.json. Any bytes must be read or refused in one line. */
#include <stdlib.h>
#include <string.h>

#include "model/calibration.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lp_err e = {""};
    mdl_calibration c = {0};
    int rc = mdl_calibration_parse((const char *)data, size, "c.json", &c, &e);
    if (rc != 0 && (e.msg[0] == '\0' || strchr(e.msg, '\n'))) abort();
    for (size_t i = 0; i < c.n; i++)
        if (!mdl_calibration_find(&c, c.v[i].pattern, c.v[i].class_)) abort();
    mdl_calibration_free(&c);
    return 0;
}
