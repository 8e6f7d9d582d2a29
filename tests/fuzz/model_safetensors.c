/* Fuzz target: a safetensors file, any bytes. What is read lies inside the file and can be
 * converted. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "model/safetensors.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void use(const mdl_tensor *t, const uint8_t *data, size_t size) {
    enum { MOST = 4096 };
    const float scale = 0.5F;
    if (t->n_bytes > 0 &&
        (t->data < data || t->n_bytes > size || t->data - data > (ptrdiff_t)(size - t->n_bytes)))
        abort();
    if (t->dtype == MDL_OTHER || t->n_elems > MOST) return;
    if (t->dtype == MDL_I8 && mdl_tensor_rows(t) != 1) return;
    float *v = lp_alloc(t->n_elems + 1, sizeof *v);
    mdl_tensor scales = {.data = (const unsigned char *)&scale}, copy = *t;
    copy.scale = &scales;
    mdl_tensor_read(&copy, 0, mdl_tensor_rows(t), v);
    free(v);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lp_err e = {""};
    mdl_safetensors s;
    int rc = mdl_safetensors_read("f", data, size, &s, &e);
    if (rc != 0 && (strncmp(e.msg, "f: ", 3) != 0 || strchr(e.msg, '\n') || s.n != 0)) abort();
    for (size_t i = 0; i < s.n; i++) {
        use(&s.v[i], data, size);
        if (mdl_safetensors_find(&s, s.v[i].name) != &s.v[i]) abort();
    }
    mdl_safetensors_close(&s);
    return 0;
}
