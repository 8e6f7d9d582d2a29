/* A campaign as canonical JSON (stored in the database), back from it, and the defaults as
 * commented YAML. Input: an lp_campaign or JSON text. Output: text or fields. Does not read YAML.
 */
#include <stdlib.h>
#include <string.h>

#include "common/campaign_keys.h"
#include "common/json.h"

#define JSON_NAME "campaign in the database" /* stands for the file in messages */

static json_t *value_json(const lp_key *k, const void *field) {
    json_t *list = NULL;
    switch (k->type) {
    case LP_KEY_INT:
        return json_integer(*(const int64_t *)field);
    case LP_KEY_NUM:
        return json_real(*(const double *)field);
    case LP_KEY_BOOL:
        return json_boolean(*(const bool *)field);
    case LP_KEY_NAME:
        return json_string(*(char *const *)field);
    case LP_KEY_CHOICE:
        return json_string(k->words[*(const int *)field]);
    case LP_KEY_PATHS:
        return NULL;
    case LP_KEY_MACROS:
        list = json_array();
        for (size_t i = 0; i < ((const lp_strv *)field)->n; i++)
            json_array_append_new(list, json_string(((const lp_strv *)field)->v[i]));
        return list;
    case LP_KEY_LOCALS:
        list = json_array();
        for (size_t i = 0; i < ((const lp_int_list *)field)->n; i++)
            json_array_append_new(list, json_integer(((const lp_int_list *)field)->v[i]));
        return list;
    }
    LP_BUG("type %d of key %s", (int)k->type, k->path);
}

/* The object that holds the last word of `path`, made on the way; *last is that word. */
static json_t *object_for(json_t *root, const char *path, const char **last) {
    for (const char *dot; (dot = strchr(path, '.')); path = dot + 1) {
        char *word = lp_strndup(path, (size_t)(dot - path));
        json_t *next = json_object_get(root, word);
        if (!next) {
            next = json_object();
            json_object_set_new(root, word, next);
        }
        free(word);
        root = next;
    }
    *last = path;
    return root;
}

char *lp_campaign_json(const lp_campaign *c) {
    json_t *root = json_object();
    for (size_t i = 0; i < lp_n_keys; i++) {
        const char *last = NULL;
        json_t *v = value_json(&lp_keys[i], (const char *)c + lp_keys[i].offset);
        if (!v) continue;
        json_t *in = object_for(root, lp_keys[i].path, &last);
        json_object_set_new(in, last, v);
    }
    char *s = lp_json_text(root);
    json_decref(root);
    return s;
}

static lp_yaml *tree_of(const json_t *j, int depth, lp_err *e);

static lp_yaml *scalar_of(const json_t *j) {
    lp_text t = {0};
    lp_yaml *y = lp_alloc(1, sizeof *y);
    y->plain = !json_is_string(j);
    if (json_is_string(j))
        lp_text_add(&t, json_string_value(j));
    else if (json_is_integer(j))
        lp_text_addf(&t, "%lld", (long long)json_integer_value(j));
    else if (json_is_real(j))
        lp_text_addf(&t, "%.17g", json_real_value(j));
    else if (json_is_boolean(j))
        lp_text_add(&t, json_is_true(j) ? "true" : "false");
    lp_text_add(&t, "");
    y->text = lp_text_take(&t);
    return y;
}

static int add_members(lp_yaml *y, const json_t *j, int depth, lp_err *e) {
    lp_yaml **tail = &y->child;
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)j, key, v) {
        *tail = tree_of(v, depth + 1, e);
        if (!*tail) return -1;
        (*tail)->key = lp_strdup(key);
        tail = &(*tail)->next;
    }
    return 0;
}

static int add_items(lp_yaml *y, const json_t *j, int depth, lp_err *e) {
    lp_yaml **tail = &y->child;
    for (size_t i = 0; i < json_array_size(j); i++) {
        *tail = tree_of(json_array_get(j, i), depth + 1, e);
        if (!*tail) return -1;
        tail = &(*tail)->next;
    }
    return 0;
}

/* JSON as the same tree that YAML gives, without positions, so that one reader checks both. */
static lp_yaml *tree_of(const json_t *j, int depth, lp_err *e) {
    if (depth > LP_YAML_DEPTH) {
        lp_fail(e, JSON_NAME ": nested too deeply");
        return NULL;
    }
    if (!json_is_object(j) && !json_is_array(j)) return scalar_of(j);
    lp_yaml *y = lp_alloc(1, sizeof *y);
    y->kind = json_is_object(j) ? LP_YAML_MAP : LP_YAML_LIST;
    if (json_is_object(j) ? add_members(y, j, depth, e) : add_items(y, j, depth, e)) {
        lp_yaml_free(y);
        return NULL;
    }
    return y;
}

int lp_campaign_from_json(const char *json, lp_campaign *c, lp_err *e) {
    lp_campaign_defaults(c);
    json_t *j = lp_json_parse(json, strlen(json), e);
    if (!j) return lp_fail_in(e, JSON_NAME);
    lp_yaml *root = tree_of(j, 0, e);
    json_decref(j);
    if (!root) return -1;
    int rc = lp_campaign_apply(JSON_NAME, root, c, e);
    lp_yaml_free(root);
    return rc;
}

static const char *section_help(const char *path, size_t n) {
    for (size_t i = 0; i < lp_n_sections; i++)
        if (strlen(lp_sections[i].path) == n && strncmp(lp_sections[i].path, path, n) == 0)
            return lp_sections[i].help;
    LP_BUG("section of key %s has no help", path);
}

/* Prints the headers of the sections that `path` is in and `before` was not; returns the key's
 * indentation. */
static int print_sections(FILE *out, const char *path, const char *before) {
    int indent = 0;
    for (const char *dot = strchr(path, '.'); dot; dot = strchr(dot + 1, '.'), indent += 2) {
        size_t n = (size_t)(dot - path);
        const char *word = path + n;
        if (strncmp(path, before, n + 1) == 0) continue;
        while (word > path && word[-1] != '.') word--;
        fprintf(out, "%s%*s%.*s: # %s\n", indent ? "" : "\n", indent, "", (int)(dot - word), word,
                section_help(path, n));
    }
    return indent;
}

void lp_campaign_print_defaults(FILE *out) {
    const char *before = "";
    fputs("# Every key of a campaign with its default. Leave out what you do not change.\n", out);
    for (size_t i = 0; i < lp_n_keys; i++) {
        const lp_key *k = &lp_keys[i];
        const char *dot = strrchr(k->path, '.');
        int indent = print_sections(out, k->path, before);
        fprintf(out, "%*s# %s%s%s%s\n", indent, "", k->help, *k->unit ? " [" : "", k->unit,
                *k->unit ? "]" : "");
        fprintf(out, "%*s%s: %s\n", indent, "", dot ? dot + 1 : k->path, k->dflt);
        before = k->path;
    }
}
