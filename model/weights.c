/* One table over the safetensors files of a folder.
 *
 * In: a folder that a stranger made. Out: tensors by name, with the scales of int8 matrices
 * attached. Does not know which tensors a network needs: net.c and the head ask for theirs. */
#include "model/weights.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/json.h"

enum { MAX_INDEX_BYTES = 8 << 20, MAX_FILES = 1000, MAX_NAME_BYTES = 256 };

struct mdl_weights {
    char *dir;
    mdl_safetensors *files;
    size_t n_files;
    mdl_tensor *v;
    size_t n; /* sorted by name */
};

static int by_name(const void *a, const void *b) {
    return strcmp(((const mdl_tensor *)a)->name, ((const mdl_tensor *)b)->name);
}

const mdl_tensor *mdl_weights_find(const mdl_weights *w, const char *name) {
    mdl_tensor key = {.name = name};
    return w->n > 0 ? bsearch(&key, w->v, w->n, sizeof *w->v, by_name) : NULL;
}

size_t mdl_weights_count(const mdl_weights *w) {
    return w->n;
}

size_t mdl_weights_bytes(const mdl_weights *w) {
    size_t sum = 0;
    for (size_t i = 0; i < w->n_files; i++) sum += w->files[i].map_bytes;
    return sum;
}

/* ---- the index ---- */

/* A name of a file in the folder itself, never a way out of it. */
static bool plain_name(const char *s) {
    return *s && *s != '.' && strlen(s) < MAX_NAME_BYTES && !strchr(s, '/');
}

/* The file `name` of the folder, opened on first use; NULL and a message when it is no good. */
static const mdl_safetensors *file_of(mdl_weights *w, const char *name, lp_err *e) {
    if (!plain_name(name)) {
        lp_fail(e, "\"%.100s\" is not the name of a file in the folder", name);
        return NULL;
    }
    for (size_t i = 0; i < w->n_files; i++)
        if (strcmp(lp_path_base(w->files[i].path), name) == 0) return &w->files[i];
    if (w->n_files == MAX_FILES) {
        lp_fail(e, "more than %d files", MAX_FILES);
        return NULL;
    }
    char *path = lp_path_join(w->dir, name);
    mdl_safetensors *f = &w->files[w->n_files++];
    int rc = mdl_safetensors_open(path, f, e);
    free(path);
    return rc == 0 ? f : NULL;
}

static int add_indexed(mdl_weights *w, const char *name, const json_t *file, lp_err *e) {
    if (!json_is_string(file)) return lp_fail(e, "tensor %.256s: its file is not a text", name);
    const mdl_safetensors *f = file_of(w, json_string_value(file), e);
    if (!f) return -1;
    const mdl_tensor *t = mdl_safetensors_find(f, name);
    if (!t) return lp_fail(e, "tensor %.256s: not in %s", name, f->path);
    w->v[w->n++] = *t;
    return 0;
}

/* No file has a tensor that the index looks for in another one. */
static int check_once(const mdl_weights *w, lp_err *e) {
    for (size_t i = 0; i < w->n_files; i++)
        for (size_t k = 0; k < w->files[i].n; k++) {
            const mdl_tensor *here = &w->files[i].v[k], *listed = mdl_weights_find(w, here->name);
            if (listed && listed->file != here->file)
                return lp_fail(e, "tensor %s: in %s and in %s", here->name, listed->file,
                               here->file);
        }
    return 0;
}

static int read_index(mdl_weights *w, const char *path, lp_err *e) {
    lp_text text = {0};
    json_t *root = NULL, *file;
    const char *name;
    int rc = lp_read_file(path, MAX_INDEX_BYTES, &text, e);
    if (rc == 0) {
        root = lp_json_parse(lp_text_str(&text), text.len, e);
        if (!root) rc = lp_fail_in(e, "%s", path);
    }
    json_t *map = json_object_get(root, "weight_map");
    if (rc == 0 && json_object_size(map) == 0) rc = lp_fail(e, "%s: no \"weight_map\"", path);
    if (rc == 0) {
        w->v = lp_alloc(json_object_size(map), sizeof *w->v);
        w->files = lp_alloc(MAX_FILES, sizeof *w->files);
        json_object_foreach(map, name, file) {
            if (rc == 0 && add_indexed(w, name, file, e) != 0) rc = lp_fail_in(e, "%s", path);
        }
        qsort(w->v, w->n, sizeof *w->v, by_name);
        if (rc == 0 && check_once(w, e) != 0) rc = lp_fail_in(e, "%s", path);
    }
    json_decref(root);
    lp_text_free(&text);
    return rc;
}

/* ---- opening ---- */

static int read_single(mdl_weights *w, const char *path, lp_err *e) {
    w->files = lp_alloc(1, sizeof *w->files);
    w->n_files = 1;
    if (mdl_safetensors_open(path, &w->files[0], e) != 0) return -1;
    w->v = lp_alloc(w->files[0].n + 1, sizeof *w->v);
    w->n = w->files[0].n; /* in order of names already */
    if (w->n > 0) memcpy(w->v, w->files[0].v, w->n * sizeof *w->v);
    return 0;
}

/* Points int8 matrices at their scales, where there are any that fit. */
static void attach_scales(mdl_weights *w) {
    lp_text name = {0};
    for (size_t i = 0; i < w->n; i++) {
        mdl_tensor *t = &w->v[i];
        if (t->dtype != MDL_I8) continue;
        lp_text_clear(&name);
        lp_text_addf(&name, "%s_scale", t->name);
        const mdl_tensor *s = mdl_weights_find(w, lp_text_str(&name));
        if (s && s->dtype == MDL_F32 && s->n_dims == 1 && s->dims[0] == mdl_tensor_rows(t))
            t->scale = s;
    }
    lp_text_free(&name);
}

mdl_weights *mdl_weights_open(const char *dir, lp_err *e) {
    mdl_weights *w = lp_alloc(1, sizeof *w);
    w->dir = lp_strdup(dir);
    char *single = lp_path_join(dir, "model.safetensors"),
         *index = lp_path_join(dir, "model.safetensors.index.json");
    int rc;
    if (access(single, F_OK) != 0 && access(index, F_OK) == 0)
        rc = read_index(w, index, e);
    else
        rc = read_single(w, single, e);
    free(single);
    free(index);
    if (rc != 0) {
        mdl_weights_close(w);
        return NULL;
    }
    attach_scales(w);
    return w;
}

void mdl_weights_close(mdl_weights *w) {
    if (!w) return;
    for (size_t i = 0; i < w->n_files; i++) mdl_safetensors_close(&w->files[i]);
    free(w->files);
    free(w->v);
    free(w->dir);
    free(w);
}

/* ---- asking ---- */

static void shape_text(lp_text *out, size_t n_dims, const size_t *dims) {
    lp_text_addc(out, '(');
    for (size_t i = 0; i < n_dims; i++) lp_text_addf(out, "%s%zu", i ? ", " : "", dims[i]);
    lp_text_addc(out, ')');
}

static int check_type(const mdl_tensor *t, lp_err *e) {
    if (t->dtype == MDL_OTHER)
        return lp_fail(e, "%s: tensor %s: type %s, not F32, F16, BF16 or I8", t->file, t->name,
                       t->type_name);
    if (t->dtype != MDL_I8) return 0;
    if (t->n_dims != 2)
        return lp_fail(e, "%s: tensor %s: I8 is for matrices only", t->file, t->name);
    if (!t->scale)
        return lp_fail(e, "%s: tensor %s: I8, but there is no %s_scale of F32 (%zu)", t->file,
                       t->name, t->name, t->dims[0]);
    return 0;
}

const mdl_tensor *mdl_weights_get(const mdl_weights *w, const char *name, size_t n_dims,
                                  const size_t *dims, lp_err *e) {
    const mdl_tensor *t = mdl_weights_find(w, name);
    if (!t) {
        lp_fail(e, "%s: no tensor %s", w->dir, name);
        return NULL;
    }
    if (t->n_dims != n_dims || memcmp(t->dims, dims, n_dims * sizeof *dims) != 0) {
        lp_text want = {0}, got = {0};
        shape_text(&want, n_dims, dims);
        shape_text(&got, t->n_dims, t->dims);
        lp_fail(e, "%s: tensor %s: shape %s, config.json wants %s", t->file, name,
                lp_text_str(&got), lp_text_str(&want));
        lp_text_free(&want);
        lp_text_free(&got);
        return NULL;
    }
    return check_type(t, e) == 0 ? t : NULL;
}
