/* A campaign file: keys of the YAML tree go into their fields, unknown ones are refused with the
 * nearest known key, and values that must fit together are checked. Input: bytes or a file. Output:
 * an lp_campaign with absolute corpus paths, or one error line with line and column. Does not list
 * the keys (campaign_keys.c), check single values (campaign_value.c) or print (campaign_print.c).
 */
#include "common/campaign.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/campaign_keys.h"
#include "common/fs.h"
#include "common/words.h"
#include "common/yaml.h"

#define PATH_BYTES 64 /* of a key in the table, with room */
#define SUM_TOLERANCE 1e-6
#define MAX_WEIGHTS 16

typedef struct apply {
    const char *file;
    lp_campaign *c;
    const lp_yaml **given; /* by key: the node that set it, NULL for defaults */
    lp_err *e;
} apply;

int64_t lp_common_multiple(const int64_t *v, size_t n) {
    int64_t all = 1;
    for (size_t i = 0; i < n; i++) {
        int64_t a = all;
        int64_t b = v[i];
        if (b < 1) return 0;
        while (b != 0) {
            int64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (__builtin_mul_overflow(all / a, v[i], &all)) return 0;
    }
    return all;
}

static void *field_of(const lp_campaign *c, int key) {
    return (char *)c + lp_keys[key].offset;
}

void lp_campaign_defaults(lp_campaign *c) {
    lp_err e = {""};
    memset(c, 0, sizeof *c);
    for (size_t i = 0; i < lp_n_keys; i++) {
        lp_yaml *v = lp_yaml_parse(lp_keys[i].path, lp_keys[i].dflt, strlen(lp_keys[i].dflt), &e);
        if (!v || lp_key_set(&lp_keys[i], c, lp_keys[i].path, v, &e)) LP_BUG("default: %s", e.msg);
        lp_yaml_free(v);
    }
}

void lp_campaign_free(lp_campaign *c) {
    for (size_t i = 0; i < lp_n_keys; i++) {
        void *field = field_of(c, (int)i);
        switch (lp_keys[i].type) {
        case LP_KEY_NAME:
            free(*(char **)field);
            break;
        case LP_KEY_PATHS:
        case LP_KEY_MACROS:
            lp_strv_free(field);
            break;
        case LP_KEY_LOCALS:
            free(((lp_int_list *)field)->v);
            break;
        default:
            break;
        }
    }
    memset(c, 0, sizeof *c);
}

/* True when some key's path starts with `path` and a dot. */
static bool is_section(const char *path) {
    size_t n = strlen(path);
    for (size_t i = 0; i < lp_n_keys; i++)
        if (strncmp(lp_keys[i].path, path, n) == 0 && lp_keys[i].path[n] == '.') return true;
    return false;
}

/* The next word of a key's path after the section, e.g. "shares" of launch.shares.idle under
 * launch; false when the key belongs elsewhere. */
static bool word_under(const char *path, const char *section, char word[PATH_BYTES]) {
    size_t n = strlen(section);
    if (strncmp(path, section, n) != 0 || (n > 0 && path[n] != '.')) return false;
    path += n > 0 ? n + 1 : 0;
    size_t len = strcspn(path, ".");
    memcpy(word, path, len);
    word[len] = '\0';
    return true;
}

/* Where a key that is misplaced or written with dots belongs, -1 when nowhere. */
static int find_elsewhere(const char *key) {
    const char *last = strrchr(key, '.');
    last = last ? last + 1 : key;
    for (size_t i = 0; i < lp_n_keys; i++) {
        const char *dot = strrchr(lp_keys[i].path, '.');
        if (strcmp(dot ? dot + 1 : lp_keys[i].path, last) == 0) return (int)i;
    }
    return -1;
}

static void known_words(const char *section, lp_text *out) {
    char word[PATH_BYTES];
    char before[PATH_BYTES] = "";
    for (size_t i = 0; i < lp_n_keys; i++) {
        if (!word_under(lp_keys[i].path, section, word) || strcmp(word, before) == 0) continue;
        lp_text_addf(out, "%s%s", out->len ? ", " : "", word);
        memcpy(before, word, sizeof before);
    }
}

static int unknown_key(const apply *a, const char *section, const lp_yaml *v) {
    char word[PATH_BYTES];
    char best[PATH_BYTES] = "";
    char shown[LP_WORD_SHOWN];
    size_t best_distance = SIZE_MAX;
    lp_yaml at = {.line = v->key_line, .col = v->key_col};
    lp_text t = {0};
    for (size_t i = 0; i < lp_n_keys; i++) {
        if (!word_under(lp_keys[i].path, section, word)) continue;
        size_t d = lp_word_distance(v->key, word);
        if (d >= best_distance) continue;
        best_distance = d;
        memcpy(best, word, sizeof best);
    }
    int other = find_elsewhere(v->key);
    if (lp_word_is_near(v->key, best_distance)) {
        lp_text_addf(&t, "did you mean `%s`?", best);
    } else if (other >= 0) {
        lp_text_addf(&t, "it is written %s", lp_keys[other].path);
    } else {
        lp_text_add(&t, "known here: ");
        lp_text keys = {0};
        known_words(section, &keys);
        lp_text_add(&t, lp_text_str(&keys));
        lp_text_free(&keys);
    }
    lp_key_fail(a->file, &at, a->e, "unknown key `%s`%s%s; %s", lp_word_show(v->key, shown),
                *section ? " in " : "", section, lp_text_str(&t));
    lp_text_free(&t);
    return -1;
}

static int apply_section(apply *a, const char *section, const lp_yaml *map);

static int apply_entry(apply *a, const char *section, const char *path, const lp_yaml *v) {
    int key = strchr(v->key, '.') ? -1 : lp_key_find(path);
    if (key >= 0) {
        a->given[key] = v;
        return lp_key_set(&lp_keys[key], a->c, a->file, v, a->e);
    }
    if (strchr(v->key, '.') || !is_section(path)) return unknown_key(a, section, v);
    if (v->kind != LP_YAML_MAP)
        return lp_key_fail(a->file, v, a->e, "%s is a section; write its keys below it, indented",
                           path);
    return apply_section(a, path, v);
}

static int apply_section(apply *a, const char *section, const lp_yaml *map) {
    lp_text path = {0};
    int rc = 0;
    for (const lp_yaml *v = map->child; v && rc == 0; v = v->next) {
        lp_text_clear(&path);
        lp_text_addf(&path, "%s%s%s", section, *section ? "." : "", v->key);
        rc = apply_entry(a, section, lp_text_str(&path), v);
    }
    lp_text_free(&path);
    return rc;
}

/* The last written of some keys, for the position of an error about all of them. */
static const lp_yaml *last_given(const apply *a, const int *keys, int n, const lp_yaml *root) {
    const lp_yaml *at = NULL;
    for (int i = 0; i < n; i++) {
        const lp_yaml *v = a->given[keys[i]];
        if (v && (!at || v->line > at->line || (v->line == at->line && v->col > at->col))) at = v;
    }
    return at ? at : root;
}

static int check_sums(const apply *a, const lp_yaml *root) {
    static const char *const sums[][3] = {
        {"launch.shares.idle", "launch.shares.under", "launch.shares.saturated"},
        {"split.train", "split.val", "split.test"},
    };
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        int key[3];
        double sum = 0;
        for (int j = 0; j < 3; j++) {
            key[j] = lp_key_find(sums[i][j]);
            sum += *(double *)field_of(a->c, key[j]);
        }
        if (fabs(sum - 1) > SUM_TOLERANCE)
            return lp_key_fail(a->file, last_given(a, key, 3, root), a->e,
                               "%s, %s and %s add up to %g; they must add up to 1", sums[i][0],
                               sums[i][1], sums[i][2], sum);
    }
    return 0;
}

static int check_orders(const apply *a, const lp_yaml *root) {
    static const char *const orders[][2] = {
        {"scalars.coefficient_min", "scalars.coefficient_max"},
        {"buffers.float_min", "buffers.float_max"},
        {"profile.reps_min", "profile.reps_max"},
    };
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        double v[2];
        int key[2];
        for (int j = 0; j < 2; j++) {
            key[j] = lp_key_find(orders[i][j]);
            void *f = field_of(a->c, key[j]);
            v[j] = lp_keys[key[j]].type == LP_KEY_INT ? (double)*(int64_t *)f : *(double *)f;
        }
        if (v[0] > v[1])
            return lp_key_fail(a->file, last_given(a, key, 2, root), a->e,
                               "%s is %g and %s is %g; the first may not be larger", orders[i][0],
                               v[0], orders[i][1], v[1]);
    }
    return 0;
}

static int check_lists(const apply *a, const lp_yaml *root) {
    const int locals = lp_key_find("launch.local_sizes");
    const int paths = lp_key_find("corpus.paths");
    const lp_int_list *sizes = &a->c->launch_local_sizes;
    if (sizes->n == 0)
        return lp_key_fail(a->file, last_given(a, &locals, 1, root), a->e,
                           "launch.local_sizes is empty; give at least one, such as [64]");
    if (a->c->corpus_paths.n == 0)
        return lp_key_fail(a->file, last_given(a, &paths, 1, root), a->e,
                           "corpus.paths is empty; give at least one file or folder");
    const int keys[] = {locals, lp_key_find("launch.global_max")};
    for (size_t i = 0; i < sizes->n; i++)
        if (sizes->v[i] > a->c->launch_global_max)
            return lp_key_fail(a->file, last_given(a, keys, 2, root), a->e,
                               "launch.local_sizes has %lld, more than launch.global_max (%lld)",
                               (long long)sizes->v[i], (long long)a->c->launch_global_max);
    return 0;
}

/* With launch.sweep_locals a global size is a multiple of every local size, and a kernel gets whole
 * groups. */
static int check_sweep(const apply *a, const lp_yaml *root) {
    const lp_campaign *c = a->c;
    const lp_int_list *sizes = &c->launch_local_sizes;
    const int keys[] = {lp_key_find("launch.sweep_locals"), lp_key_find("launch.local_sizes"),
                        lp_key_find("launch.global_max"), lp_key_find("launch.per_kernel")};
    if (!c->launch_sweep_locals) return 0;
    int64_t common = lp_common_multiple(sizes->v, sizes->n);
    if (common == 0 || common > c->launch_global_max)
        return lp_key_fail(a->file, last_given(a, keys, 3, root), a->e,
                           "launch.sweep_locals needs a global size that all of "
                           "launch.local_sizes divide; there is none up to launch.global_max "
                           "(%lld)",
                           (long long)c->launch_global_max);
    if ((size_t)c->launch_per_kernel < sizes->n)
        return lp_key_fail(
            a->file, last_given(a, keys, 4, root), a->e,
            "launch.per_kernel is %lld; with launch.sweep_locals it must be at least "
            "%zu, one launch for each of launch.local_sizes",
            (long long)c->launch_per_kernel, sizes->n);
    return 0;
}

/* Choosing among draws needs a range of work to aim at. */
static int check_work(const apply *a, const lp_yaml *root) {
    const lp_campaign *c = a->c;
    const int keys[] = {lp_key_find("launch.work_draws"), lp_key_find("launch.work_min"),
                        lp_key_find("launch.work_max")};
    if (c->launch_work_draws < 2) return 0;
    if (c->launch_work_max == 0)
        return lp_key_fail(a->file, last_given(a, keys, 3, root), a->e,
                           "launch.work_draws is %lld, which needs a launch.work_max to aim at",
                           (long long)c->launch_work_draws);
    if (c->launch_work_min > c->launch_work_max)
        return lp_key_fail(a->file, last_given(a, keys, 3, root), a->e,
                           "launch.work_min is %lld and launch.work_max is %lld; the first may not "
                           "be larger",
                           (long long)c->launch_work_min, (long long)c->launch_work_max);
    return 0;
}

/* Synthesis needs a pattern to choose. */
static int check_weights(const apply *a, const lp_yaml *root) {
    static const char prefix[] = "synthesis.shares.";
    int64_t sum = 0;
    int key[MAX_WEIGHTS], n = 0;
    for (size_t i = 0; i < lp_n_keys && n < MAX_WEIGHTS; i++) {
        if (strncmp(lp_keys[i].path, prefix, sizeof prefix - 1) != 0) continue;
        if (strcmp(lp_keys[i].unit, "weight") != 0) continue;
        sum += *(int64_t *)field_of(a->c, (int)i);
        key[n++] = (int)i;
    }
    if (sum > 0) return 0;
    return lp_key_fail(a->file, last_given(a, key, n, root), a->e,
                       "synthesis.shares: the weights of all access patterns are 0; at least one "
                       "must be more");
}

int lp_campaign_apply(const char *file, const lp_yaml *root, lp_campaign *c, lp_err *e) {
    apply a = {.file = file, .c = c, .given = lp_alloc(lp_n_keys, sizeof *a.given), .e = e};
    int rc = 0;
    if (root->kind != LP_YAML_MAP)
        rc = lp_key_fail(file, root, e, "the file must hold `key: value` lines, not %s",
                         lp_yaml_kind_name(root));
    if (rc == 0) rc = apply_section(&a, "", root);
    if (rc == 0) rc = check_sums(&a, root);
    if (rc == 0) rc = check_orders(&a, root);
    if (rc == 0) rc = check_work(&a, root);
    if (rc == 0) rc = check_weights(&a, root);
    if (rc == 0) rc = check_lists(&a, root);
    if (rc == 0) rc = check_sweep(&a, root);
    free(a.given);
    return rc;
}

/* Paths count from the campaign file's folder; symbolic links and ".." are resolved where the file
 * exists. */
static void absolute_paths(lp_strv *paths, const char *folder) {
    char cwd[PATH_MAX];
    if (!getcwd(cwd, sizeof cwd)) return;
    for (size_t i = 0; i < paths->n; i++) {
        char *base = lp_path_join(cwd, folder);
        char *joined = lp_path_join(base, paths->v[i]);
        char *real = realpath(joined, NULL);
        free(paths->v[i]);
        paths->v[i] = real ? real : lp_strdup(joined);
        free(base);
        free(joined);
    }
}

int lp_campaign_parse(const char *name, const char *bytes, size_t n, lp_campaign *c, lp_err *e) {
    lp_campaign_defaults(c);
    lp_yaml *root = lp_yaml_parse(name, bytes, n, e);
    if (!root) return -1;
    int rc = lp_campaign_apply(name, root, c, e);
    lp_yaml_free(root);
    if (rc) return -1;
    char *folder = lp_path_dir(name);
    absolute_paths(&c->corpus_paths, folder);
    absolute_paths(&c->corpus_include_dirs, folder);
    absolute_paths(&c->corpus_held_out, folder);
    free(folder);
    return 0;
}

int lp_campaign_load(const char *path, lp_campaign *c, lp_err *e) {
    lp_text bytes = {0};
    int rc = lp_read_file(path, LP_YAML_BYTES_MAX, &bytes, e);
    if (rc == 0)
        rc = lp_campaign_parse(path, lp_text_str(&bytes), bytes.len, c, e);
    else
        lp_campaign_defaults(c);
    lp_text_free(&bytes);
    return rc;
}
