/* config.json: how wide and deep the network is.
 *
 * In: JSON that a stranger wrote. Out: sizes within limits that fit together, so that nobody else
 * has to doubt them. perf_head is read by head_config.c. */
#include "model/config.h"

#include <stdlib.h>
#include <string.h>

#include "common/fs.h"
#include "model/strict.h"

enum {
    MAX_CONFIG_BYTES = 8 << 20,
    MAX_VOCAB = 1 << 22,
    MAX_POSITIONS = 1 << 17,
    MAX_WIDTH = 1 << 16,
    MAX_LAYERS = 1 << 10,
    MAX_INNER = 1 << 19
};

json_t *mdl_config_load(const char *dir, lp_err *e) {
    lp_text text = {0};
    json_t *root = NULL;
    char *path = lp_path_join(dir, "config.json");
    if (lp_read_file(path, MAX_CONFIG_BYTES, &text, e) == 0) {
        root = lp_json_parse(lp_text_str(&text), text.len, e);
        if (!root) lp_fail_in(e, "%s", path);
    }
    if (root && !json_is_object(root)) {
        lp_fail(e, "%s: not a JSON object", path);
        json_decref(root);
        root = NULL;
    }
    lp_text_free(&text);
    free(path);
    return root;
}

/* A member that must be there unless `out` already holds its default (not 0). */
static int size_in(const mdl_at *at, const char *name, int64_t max, size_t *out) {
    int64_t v = (int64_t)*out;
    int rc = mdl_get_int(at, name, 1, max, &v);
    if (rc == MDL_ABSENT && v > 0) rc = MDL_READ;
    if (mdl_need(at, name, rc) != 0) return -1;
    *out = (size_t)v;
    return 0;
}

static int word_is(const mdl_at *at, const char *name, const char *only, bool needed) {
    const char *const words[] = {only, NULL};
    int which, rc = mdl_get_word(at, name, words, &which);
    return needed ? mdl_need(at, name, rc) : rc == MDL_BAD ? -1 : 0;
}

/* What the network's layout needs: qkv_proj is cut in four parts, and values are rotated in pairs.
 */
static int check_fit(const mdl_config *c, const char *where, lp_err *e) {
    if (c->n_embd % c->n_head != 0)
        return lp_fail(e, "%s: n_embd %zu is not a multiple of n_head %zu", where, c->n_embd,
                       c->n_head);
    if (c->n_embd % 8 != 0)
        return lp_fail(e, "%s: n_embd %zu is not a multiple of 8", where, c->n_embd);
    size_t head_dim = c->n_embd / c->n_head;
    if (head_dim % 2 != 0)
        return lp_fail(e, "%s: n_embd / n_head is %zu, not even", where, head_dim);
    if (c->rotary_dim % 2 != 0 || c->rotary_dim > head_dim)
        return lp_fail(e,
                       "%s: rotary_dim %zu is not even or more than n_embd / n_head, which is %zu",
                       where, c->rotary_dim, head_dim);
    return 0;
}

int mdl_config_read(const json_t *root, const char *where, mdl_config *out, lp_err *e) {
    const mdl_at at = {root, where, e};
    mdl_config c = {.n_positions = 2048, .rotary_dim = 64};
    double eps = 1e-5;
    if (word_is(&at, "model_type", "codegen", true) != 0 ||
        size_in(&at, "vocab_size", MAX_VOCAB, &c.vocab_size) != 0 ||
        size_in(&at, "n_positions", MAX_POSITIONS, &c.n_positions) != 0 ||
        size_in(&at, "n_embd", MAX_WIDTH, &c.n_embd) != 0 ||
        size_in(&at, "n_layer", MAX_LAYERS, &c.n_layer) != 0 ||
        size_in(&at, "n_head", MAX_WIDTH, &c.n_head) != 0 ||
        size_in(&at, "rotary_dim", MAX_WIDTH, &c.rotary_dim) != 0)
        return -1;
    c.n_inner = 4 * c.n_embd;
    if (size_in(&at, "n_inner", MAX_INNER, &c.n_inner) != 0 ||
        word_is(&at, "activation_function", "gelu_new", false) != 0 ||
        mdl_get_num(&at, "layer_norm_epsilon", 1e-12, 1, &eps) == MDL_BAD)
        return -1;
    c.ln_eps = (float)eps;
    if (check_fit(&c, where, e) != 0) return -1;
    *out = c;
    return 0;
}
