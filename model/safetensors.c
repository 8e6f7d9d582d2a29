/* The header of a safetensors file: 8 bytes of length, JSON, then the data.
 *
 * In: the bytes of a file that a stranger made. Out: a table of tensors that point into them,
 * sorted by name. Does not look at the values, and knows nothing of networks. */
#include "model/safetensors.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/json.h"

enum {
    LENGTH_BYTES = 8,
    MAX_HEADER_BYTES = 8 << 20, /* 80,000 tensors; a network of 2,000 million weights has 300 */
    MAX_NAME_BYTES = 256
};

/* What is being read. */
typedef struct header {
    const char *path;
    const unsigned char *data; /* behind the header */
    size_t data_bytes;
} header;

static int fault(const header *h, const char *name, lp_err *e) {
    return lp_fail_in(e, "%s: tensor %s", h->path, name);
}

/* ---- one tensor ---- */

/* A JSON integer that is a size; false for anything else. */
static bool size_of(const json_t *j, size_t *out) {
    if (!json_is_integer(j) || json_integer_value(j) < 0) return false;
    *out = (size_t)json_integer_value(j);
    return (json_int_t)*out == json_integer_value(j);
}

static int read_shape(const json_t *shape, mdl_tensor *t, lp_err *e) {
    if (!json_is_array(shape)) return lp_fail(e, "no \"shape\"");
    if (json_array_size(shape) > MDL_MAX_DIMS)
        return lp_fail(e, "%zu dimensions, more than %d", json_array_size(shape), MDL_MAX_DIMS);
    t->n_dims = json_array_size(shape);
    t->n_elems = 1;
    for (size_t i = 0; i < t->n_dims; i++) {
        if (!size_of(json_array_get(shape, i), &t->dims[i]))
            return lp_fail(e, "dimension %zu of its shape is not a size", i);
        if (__builtin_mul_overflow(t->n_elems, t->dims[i], &t->n_elems))
            return lp_fail(e, "its shape is too large");
    }
    return 0;
}

static int read_offsets(const header *h, const json_t *offsets, size_t bits, mdl_tensor *t,
                        lp_err *e) {
    size_t begin, end, all_bits;
    if (json_array_size(offsets) != 2 || !size_of(json_array_get(offsets, 0), &begin) ||
        !size_of(json_array_get(offsets, 1), &end))
        return lp_fail(e, "its \"data_offsets\" are not two sizes");
    if (end < begin) return lp_fail(e, "ends at offset %zu, before it begins at %zu", end, begin);
    if (end > h->data_bytes)
        return lp_fail(
            e, "ends at offset %zu, but the file has only %zu bytes of data: it is truncated", end,
            h->data_bytes);
    if (__builtin_mul_overflow(t->n_elems, bits, &all_bits))
        return lp_fail(e, "its shape is too large");
    t->n_bytes = end - begin;
    if (all_bits / 8 != t->n_bytes)
        return lp_fail(e, "its shape and type need %zu bytes, its offsets span %zu", all_bits / 8,
                       t->n_bytes);
    t->data = h->data + begin;
    return 0;
}

/* `name` lives as long as the table. */
static int read_tensor(const header *h, const char *name, const json_t *j, mdl_tensor *t,
                       lp_err *e) {
    const char *type = lp_json_str(j, "dtype", NULL);
    size_t bits = 0;
    t->name = name;
    t->file = h->path;
    if (!json_is_object(j)) return lp_fail(e, "not an object");
    if (!type) return lp_fail(e, "no \"dtype\"");
    if (!mdl_dtype_of(type, &t->dtype, &bits, &t->type_name))
        return lp_fail(e, "unknown type \"%.40s\"", type);
    if (read_shape(json_object_get(j, "shape"), t, e) != 0) return -1;
    return read_offsets(h, json_object_get(j, "data_offsets"), bits, t, e);
}

/* ---- all tensors ---- */

static int by_name(const void *a, const void *b) {
    return strcmp(((const mdl_tensor *)a)->name, ((const mdl_tensor *)b)->name);
}

static int by_place(const void *a, const void *b) {
    const mdl_tensor *x = a, *y = b;
    if (x->data != y->data) return x->data < y->data ? -1 : 1;
    return (x->n_bytes > y->n_bytes) - (x->n_bytes < y->n_bytes); /* empty ones first */
}

/* The tensors, which are in the order of their places, lie side by side and fill the data. */
static int check_places(const header *h, const mdl_safetensors *s, lp_err *e) {
    size_t at = 0;
    for (size_t i = 0; i < s->n; i++) {
        const mdl_tensor *t = &s->v[i];
        size_t begin = (size_t)(t->data - h->data);
        if (begin < at) {
            lp_fail(e, "begins at offset %zu, inside of tensor %s", begin, s->v[i - 1].name);
            return fault(h, t->name, e);
        }
        if (begin > at) {
            lp_fail(e, "begins at offset %zu, but the one before it ends at %zu", begin, at);
            return fault(h, t->name, e);
        }
        at = begin + t->n_bytes;
    }
    if (at != h->data_bytes)
        return lp_fail(e, "%s: %zu bytes behind the last tensor", h->path, h->data_bytes - at);
    return 0;
}

/* One block for all names, which the table borrows. */
static int copy_names(const header *h, const json_t *root, mdl_safetensors *s, lp_err *e) {
    lp_text all = {0};
    const char *name;
    json_t *j;
    json_object_foreach((json_t *)root, name, j) {
        if (!*name || strlen(name) > MAX_NAME_BYTES) {
            lp_text_free(&all);
            return lp_fail(e, "%s: a tensor's name is empty or longer than %d bytes", h->path,
                           MAX_NAME_BYTES);
        }
        lp_text_addn(&all, name, strlen(name) + 1);
    }
    s->names = lp_text_take(&all);
    return 0;
}

static int read_table(const header *h, json_t *root, mdl_safetensors *s, lp_err *e) {
    const char *key;
    json_t *j;
    if (!json_is_object(root)) return lp_fail(e, "%s: the header is not a JSON object", h->path);
    const json_t *meta = json_object_get(root, "__metadata__");
    if (meta && !json_is_object(meta))
        return lp_fail(e, "%s: __metadata__ is not an object", h->path);
    json_object_del(root, "__metadata__");
    if (copy_names(h, root, s, e) != 0) return -1;
    s->v = lp_alloc(json_object_size(root) + 1, sizeof *s->v);
    const char *name = s->names;
    json_object_foreach(root, key, j) {
        if (read_tensor(h, name, j, &s->v[s->n], e) != 0) return fault(h, key, e);
        s->n++;
        name += strlen(name) + 1;
    }
    qsort(s->v, s->n, sizeof *s->v, by_place);
    if (check_places(h, s, e) != 0) return -1;
    qsort(s->v, s->n, sizeof *s->v, by_name);
    return 0;
}

int mdl_safetensors_read(const char *path, const unsigned char *bytes, size_t n,
                         mdl_safetensors *out, lp_err *e) {
    uint64_t length = 0;
    *out = (mdl_safetensors){.path = lp_strdup(path)};
    if (n < LENGTH_BYTES)
        return lp_fail(e, "%s: too short for a safetensors file: %zu bytes", path, n);
    for (int i = LENGTH_BYTES; i-- > 0;) length = length << 8 | bytes[i];
    if (length > MAX_HEADER_BYTES)
        return lp_fail(e, "%s: not a safetensors file: a header of %" PRIu64 " bytes, more than %d",
                       path, length, MAX_HEADER_BYTES);
    if (length > n - LENGTH_BYTES)
        return lp_fail(e, "%s: truncated: a header of %" PRIu64 " bytes in a file of %zu", path,
                       length, n);
    header h = {out->path, bytes + LENGTH_BYTES + length, n - LENGTH_BYTES - (size_t)length};
    json_t *root = lp_json_parse((const char *)bytes + LENGTH_BYTES, (size_t)length, e);
    if (!root) return lp_fail_in(e, "%s: header", path);
    int rc = read_table(&h, root, out, e);
    json_decref(root);
    if (rc != 0) out->n = 0;
    return rc;
}

const mdl_tensor *mdl_safetensors_find(const mdl_safetensors *s, const char *name) {
    mdl_tensor key = {.name = name};
    return s->n > 0 ? bsearch(&key, s->v, s->n, sizeof *s->v, by_name) : NULL;
}

/* ---- files ---- */

static int map_file(const char *path, void **map, size_t *bytes, lp_err *e) {
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return lp_fail(e, "%s: %s", path, strerror(errno));
    int rc = 0;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        rc = lp_fail(e, "%s: not a regular file", path);
    } else if (st.st_size == 0) {
        rc = lp_fail(e, "%s: too short for a safetensors file: empty", path);
    } else {
        *bytes = (size_t)st.st_size;
        *map = mmap(NULL, *bytes, PROT_READ, MAP_PRIVATE, fd, 0);
        if (*map == MAP_FAILED) {
            *map = NULL;
            rc = lp_fail(e, "%s: cannot be mapped: %s", path, strerror(errno));
        }
    }
    close(fd);
    return rc;
}

int mdl_safetensors_open(const char *path, mdl_safetensors *out, lp_err *e) {
    void *map = NULL;
    size_t bytes = 0;
    *out = (mdl_safetensors){0};
    if (map_file(path, &map, &bytes, e) != 0) return -1;
    int rc = mdl_safetensors_read(path, map, bytes, out, e);
    out->map = map;
    out->map_bytes = bytes;
    return rc;
}

void mdl_safetensors_close(mdl_safetensors *s) {
    if (s->map) munmap(s->map, s->map_bytes);
    free(s->names);
    free(s->v);
    free(s->path);
    *s = (mdl_safetensors){0};
}
