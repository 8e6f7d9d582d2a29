/* The other parts of tokenizer.json: what happens to the text before the model sees it.
 *
 * In: the file's JSON. Out: steps. What is not supported is refused by its name, so that no file is
 * read as something that it is not. */
#include <string.h>

#include "common/words.h"
#include "model/strict.h"
#include "model/tok_int.h"

/* How GPT-2 cuts text into words. */
static const char gpt2[] =
    "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+";
/* A digit to Rust's char::is_numeric; the last one is MDL_SHADOW_DIGIT. */
static const char digit[] = "[\\p{N}\\x{1fffe}]";

typedef struct reader {
    mdl_tok *t;
    bool byte_level; /* seen */
    int depth;
} reader;

static int add_step(reader *r, const mdl_at *at, mdl_step step) {
    if (r->t->n_steps == MDL_MAX_STEPS) {
        mdl_regex_free(step.split);
        return lp_fail(at->e, "%s: more than %d steps", at->where, MDL_MAX_STEPS);
    }
    step.byte_level = r->byte_level;
    r->t->steps[r->t->n_steps++] = step;
    return 0;
}

static int read_byte_level(reader *r, const mdl_at *at) {
    bool space = false, split = true;
    if (r->byte_level) return lp_fail(at->e, "%s: ByteLevel is there twice", at->where);
    if (mdl_need(at, "add_prefix_space", mdl_get_bool(at, "add_prefix_space", &space)) ||
        mdl_get_bool(at, "use_regex", &split) < 0)
        return -1;
    if (space && add_step(r, at, (mdl_step){0})) return -1;
    if (split && add_step(r, at, (mdl_step){.split = mdl_regex_trusted(gpt2)})) return -1;
    r->byte_level = true;
    return 0;
}

static int read_digits(reader *r, const mdl_at *at) {
    bool each = false;
    if (mdl_need(at, "individual_digits", mdl_get_bool(at, "individual_digits", &each))) return -1;
    return add_step(r, at,
                    (mdl_step){.split = mdl_regex_trusted(digit),
                               .behaviour = each ? MDL_ISOLATED : MDL_CONTIGUOUS});
}

static int read_split(reader *r, const mdl_at *at) {
    static const char *const behaviours[] = {"Isolated",       "Removed",    "MergedWithPrevious",
                                             "MergedWithNext", "Contiguous", NULL};
    int behaviour = 0;
    mdl_step step = {0};
    const json_t *pattern;
    if (mdl_need(at, "behavior", mdl_get_word(at, "behavior", behaviours, &behaviour)) ||
        mdl_need(at, "invert", mdl_get_bool(at, "invert", &step.invert)) ||
        mdl_need(at, "pattern", mdl_get_object(at, "pattern", &pattern)))
        return -1;
    const char *regex = json_string_value(json_object_get(pattern, "Regex"));
    const char *literal = json_string_value(json_object_get(pattern, "String"));
    if (!regex == !literal)
        return lp_fail(at->e, "%s.pattern: either Regex or String is wanted", at->where);
    step.split = regex ? mdl_regex_new(regex, at->e) : mdl_regex_literal(literal, at->e);
    if (!step.split) return lp_fail_in(at->e, "%s.pattern", at->where);
    step.behaviour = (mdl_behaviour)behaviour;
    return add_step(r, at, step);
}

static int read_pre_tokenizer(reader *r, const mdl_at *at);

static int read_sequence(reader *r, const mdl_at *at) {
    const json_t *list;
    if (++r->depth > 4) return lp_fail(at->e, "%s: sequences are nested too deep", at->where);
    if (mdl_need(at, "pretokenizers", mdl_get_array(at, "pretokenizers", MDL_MAX_STEPS, &list)))
        return -1;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const mdl_at one = {json_array_get(list, i), at->where, at->e};
        if (!json_is_object(one.o))
            return lp_fail(at->e, "%s: pretokenizers[%zu] is not an object", at->where, i);
        if (read_pre_tokenizer(r, &one)) return -1;
    }
    r->depth--;
    return 0;
}

static int read_pre_tokenizer(reader *r, const mdl_at *at) {
    static const struct {
        const char *type;
        int (*read)(reader *, const mdl_at *);
    } kinds[] = {{"ByteLevel", read_byte_level},
                 {"Digits", read_digits},
                 {"Split", read_split},
                 {"Sequence", read_sequence}};
    char shown[LP_WORD_SHOWN];
    const char *type = NULL;
    if (mdl_need(at, "type", mdl_get_str(at, "type", &type))) return -1;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].type, type) == 0) return kinds[i].read(r, at);
    return lp_fail(at->e, "%s: '%s' is not supported; ByteLevel, Digits, Split and Sequence are",
                   at->where, lp_word_show(type, shown));
}

/* A part that must be absent, null or, where `type` is given, of that type. */
static int want_type(const json_t *root, const char *name, const char *part, const char *type,
                     lp_err *e) {
    char shown[LP_WORD_SHOWN];
    const json_t *o = json_object_get(root, part);
    if (!o || json_is_null(o)) return 0;
    const char *is = lp_json_str(o, "type", "without a type");
    if (type && strcmp(is, type) == 0) return 0;
    return lp_fail(e, "%s: %s: '%s' is not supported; null%s%s", name, part,
                   lp_word_show(is, shown), type ? " and " : " is", type ? "ByteLevel are" : "");
}

int mdl_tok_read_steps(mdl_tok *t, const json_t *root, const char *name, lp_err *e) {
    const json_t *pre;
    reader r = {t, false, 0};
    if (want_type(root, name, "normalizer", NULL, e) ||
        want_type(root, name, "post_processor", "ByteLevel", e) ||
        want_type(root, name, "decoder", "ByteLevel", e))
        return -1;
    const mdl_at file = {root, name, e};
    if (mdl_need(&file, "pre_tokenizer", mdl_get_object(&file, "pre_tokenizer", &pre))) return -1;
    lp_text where = {0};
    lp_text_addf(&where, "%s: pre_tokenizer", name);
    const mdl_at at = {pre, where.s, e};
    int rc = read_pre_tokenizer(&r, &at);
    if (rc == 0 && !r.byte_level)
        rc = lp_fail(e, "%s: without ByteLevel; only byte-level vocabularies are supported",
                     where.s);
    lp_text_free(&where);
    return rc;
}
