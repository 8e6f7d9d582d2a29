/* Any source through the steps of the prompt and through a tokenizer that has all bytes: nothing is
 * lost in tokens, places never go back, minified sources do not grow much. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/prompt.h"
#include "model/byte_level.h"
#include "model/tokenizer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* All bytes, a few merges and added tokens that take spaces along. */
static mdl_tok *make_tokenizer(void) {
    lp_text s = {0};
    lp_text_add(&s,
                "{\"pre_tokenizer\":{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Digits\","
                "\"individual_digits\":true},{\"type\":\"ByteLevel\",\"add_prefix_space\":false}"
                "]},\"model\":{\"type\":\"BPE\",\"vocab\":{");
    for (int c = 0; c < 256; c++) {
        char byte = (char)c;
        lp_text_add(&s, c ? ",\"" : "\"");
        if (c == '"' || c == '\\') lp_text_addc(&s, '\\');
        mdl_byte_level_write(&s, &byte, 1);
        lp_text_addf(&s, "\":%d", c);
    }
    lp_text_add(&s, ",\"in\":256,\"int\":257,\"==\":258},\"merges\":[\"i n\",\"in t\",\"= =\"]},"
                    "\"added_tokens\":[{\"id\":259,\"content\":\"    \",\"single_word\":false,"
                    "\"lstrip\":false,\"rstrip\":false,\"normalized\":true,\"special\":false}]}");
    lp_err e = {""};
    mdl_tok *t = mdl_tok_parse(s.s, s.len, "t.json", &e);
    if (!t) abort();
    lp_text_free(&s);
    return t;
}

static void check_tokens(const mdl_tok *t, const char *s, size_t n) {
    mdl_tokens got = {0};
    lp_text back = {0};
    if (mdl_tok_encode(t, s, n, &got, NULL)) abort();
    for (size_t i = 0; i < got.n; i++)
        if (got.starts[i] >= n || (i > 0 && got.starts[i] < got.starts[i - 1])) abort();
    if (mdl_tok_decode(t, got.ids, got.n, &back, NULL)) abort();
    if (lp_utf8_valid(s, n) && (back.len != n || (n > 0 && memcmp(back.s, s, n) != 0))) abort();
    lp_text_free(&back);
    mdl_tokens_free(&got);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
    static mdl_tok *tok;
    if (!tok) tok = make_tokenizer();
    const lp_prompt_arg args[] = {{0, "data", "buffer", "float", 64, NULL, "zeros"},
                                  {1, "n", "scalar", "int", 0, "7", NULL}};
    const lp_prompt_fact fact = {"flop", 3};
    char *code = lp_strndup((const char *)data, n);
    lp_text out = {0};
    check_tokens(tok, (const char *)data, n);
    for (int level = LP_PROMPT_PLAIN; level <= LP_PROMPT_MINIFIED; level++) {
        lp_text_clear(&out);
        lp_prompt_build(&out, &(lp_prompt){.kernel = "k",
                                           .code = code,
                                           .level = (lp_prompt_level)level,
                                           .args = args,
                                           .n_args = 2,
                                           .facts = &fact,
                                           .n_facts = 1,
                                           .global_size = 64,
                                           .local_size = 32});
        if (out.len > 24 * n + 1000) abort();
        check_tokens(tok, out.s, out.len);
    }
    lp_text_free(&out);
    free(code);
    return 0;
}
