/* tokenizer.json from a stranger: it is refused in one line, or encodes any text. A NUL ends the
 * file; what follows is the text. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "model/tokenizer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void check_tokens(const mdl_tok *t, const mdl_tokens *got, size_t n) {
    for (size_t i = 0; i < got->n; i++)
        if (got->ids[i] >= mdl_tok_ids(t) || got->starts[i] > n ||
            (i > 0 && got->starts[i] < got->starts[i - 1]))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    static const char usual[] = "abab ba1 12 \xC3\xA9\xFF\n\n  get_global_id(0) don't A\tB";
    const char *json = (const char *)data;
    size_t n_json = strnlen(json, n);
    const char *text = n_json < n ? json + n_json + 1 : usual;
    size_t n_text = n_json < n ? n - n_json - 1 : sizeof usual - 1;
    lp_err e = {""};
    lp_text back = {0};
    mdl_tokens got = {0};
    mdl_tok *t = mdl_tok_parse(json, n_json, "tokenizer.json", &e);
    if (!t && (e.msg[0] == '\0' || strchr(e.msg, '\n'))) abort();
    if (t && mdl_tok_encode(t, text, n_text, &got, &e) == 0) {
        check_tokens(t, &got, n_text);
        if (mdl_tok_decode(t, got.ids, got.n, &back, &e)) abort();
    }
    lp_text_free(&back);
    mdl_tokens_free(&got);
    mdl_tok_free(t);
    return 0;
}
