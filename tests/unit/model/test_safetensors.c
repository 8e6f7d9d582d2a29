/* model/safetensors.c, weights.c: what is read, and every fault in one line that names file and
 * tensor. */
#include "tests/unit/common/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/fs.h"
#include "common/text.h"
#include "model/weights.h"

/* Length, header, then n_data bytes 0, 1, 2, ... */
static lp_text file_of(const char *header, size_t n_data) {
    lp_text f = {0};
    for (int i = 0; i < 8; i++) lp_text_addc(&f, (char)(strlen(header) >> (8 * i) & 255));
    lp_text_add(&f, header);
    for (size_t i = 0; i < n_data; i++) lp_text_addc(&f, (char)i);
    return f;
}

static void refuse(const char *header, size_t n_data, const char *part) {
    lp_err e = {""};
    mdl_safetensors s;
    lp_text f = file_of(header, n_data);
    int rc = mdl_safetensors_read("a.st", (const unsigned char *)f.s, f.len, &s, &e);
    if (rc == 0) fail_msg("read: %s", header);
    if (!strstr(e.msg, part) || strncmp(e.msg, "a.st: ", 6) != 0)
        fail_msg("%s: no \"%s\" in: %s", header, part, e.msg);
    assert_null(strchr(e.msg, '\n'));
    mdl_safetensors_close(&s);
    lp_text_free(&f);
}

static void tensors_are_found(void **state) {
    (void)state;
    const char *header =
        "{\"__metadata__\":{\"format\":\"pt\"},"
        "\"b\":{\"dtype\":\"F16\",\"shape\":[2,3],\"data_offsets\":[4,16]},"
        "\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]},"
        "\"empty\":{\"dtype\":\"BOOL\",\"shape\":[0,7],\"data_offsets\":[4,4]}}   ";
    lp_err e = {""};
    mdl_safetensors s;
    lp_text f = file_of(header, 16);
    if (mdl_safetensors_read("a.st", (const unsigned char *)f.s, f.len, &s, &e) != 0)
        fail_msg("%s", e.msg);
    assert_int_equal(s.n, 3);
    const mdl_tensor *t = mdl_safetensors_find(&s, "b");
    assert_non_null(t);
    assert_int_equal(t->dtype, MDL_F16);
    assert_int_equal(t->n_dims, 2);
    assert_int_equal(mdl_tensor_rows(t), 2);
    assert_int_equal(mdl_tensor_cols(t), 3);
    assert_int_equal(t->data[0], 4);
    assert_int_equal(mdl_safetensors_find(&s, "a")->n_elems, 1);
    assert_int_equal(mdl_safetensors_find(&s, "empty")->n_bytes, 0);
    assert_null(mdl_safetensors_find(&s, "c"));
    mdl_safetensors_close(&s);
    lp_text_free(&f);
}

#define T(rest) "{\"t\":{" rest "}}"

static void bad_headers(void **state) {
    (void)state;
    const struct {
        const char *header;
        size_t n_data;
        const char *part;
    } bad[] = {
        {"[]", 0, "not a JSON object"},
        {"{", 0, "header: JSON"},
        {"{} x", 0, "header: JSON"},
        {"{\"__metadata__\":3}", 0, "__metadata__"},
        {"{\"\":{}}", 0, "name is empty"},
        {"{\"t\":3}", 0, "tensor t: not an object"},
        {T("\"shape\":[1],\"data_offsets\":[0,4]"), 4, "tensor t: no \"dtype\""},
        {T("\"dtype\":\"F31\",\"shape\":[1],\"data_offsets\":[0,4]"), 4, "unknown type \"F31\""},
        {T("\"dtype\":\"F32\",\"data_offsets\":[0,4]"), 4, "no \"shape\""},
        {T("\"dtype\":\"F32\",\"shape\":[1,1,1,1,1,1,1,1,1],\"data_offsets\":[0,4]"), 4,
         "9 dimensions"},
        {T("\"dtype\":\"F32\",\"shape\":[-1],\"data_offsets\":[0,4]"), 4, "dimension 0"},
        {T("\"dtype\":\"F32\",\"shape\":[1.0],\"data_offsets\":[0,4]"), 4, "dimension 0"},
        {T("\"dtype\":\"F32\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,4]"), 4,
         "too large"},
        {T("\"dtype\":\"F32\",\"shape\":[4611686018427387904],\"data_offsets\":[0,0]"), 0,
         "too large"},
        {T("\"dtype\":\"F32\",\"shape\":[1]"), 4, "data_offsets"},
        {T("\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0]"), 4, "data_offsets"},
        {T("\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,-4]"), 4, "data_offsets"},
        {T("\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[4,0]"), 4, "before it begins"},
        {T("\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,5]"), 5,
         "need 4 bytes, its offsets span 5"},
        {T("\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]"), 7,
         "tensor t: ends at offset 8, but the file has only 7"},
        {T("\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]"), 5, "1 bytes behind"},
        {T("\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[2,6]"), 6,
         "tensor t: begins at offset 2"},
        {"{\"t\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},\"t\":{\"dtype\":\"F32\","
         "\"shape\":[1],"
         "\"data_offsets\":[4,8]}}",
         8, "duplicate"},
        {"{\"t\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},\"u\":{\"dtype\":\"F32\","
         "\"shape\":[1],"
         "\"data_offsets\":[2,6]}}",
         6, "tensor u: begins at offset 2, inside of tensor t"},
        {"{\"t\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},\"u\":{\"dtype\":\"F32\","
         "\"shape\":[1],"
         "\"data_offsets\":[8,12]}}",
         12, "tensor u: begins at offset 8, but the one before it ends at 4"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuse(bad[i].header, bad[i].n_data, bad[i].part);
    char name[300] = {0};
    lp_text long_name = {0};
    memset(name, 'n', sizeof name - 1);
    lp_text_addf(&long_name, "{\"%s\":{}}", name);
    refuse(long_name.s, 0, "longer than 256 bytes");
    lp_text_free(&long_name);
}

static void bad_lengths(void **state) {
    (void)state;
    const unsigned char short_one[] = {1, 0, 0, 0, 0, 0, 0},
                        huge[] = {255, 255, 255, 255, 255, 255, 255, 255, '{', '}'},
                        cut[] = {3, 0, 0, 0, 0, 0, 0, 0, '{', '}'};
    lp_err e = {""};
    mdl_safetensors s;
    assert_int_equal(mdl_safetensors_read("a.st", short_one, sizeof short_one, &s, &e), -1);
    assert_string_equal(e.msg, "a.st: too short for a safetensors file: 7 bytes");
    mdl_safetensors_close(&s);
    assert_int_equal(mdl_safetensors_read("a.st", huge, sizeof huge, &s, &e), -1);
    assert_non_null(strstr(e.msg, "a header of 18446744073709551615 bytes"));
    mdl_safetensors_close(&s);
    assert_int_equal(mdl_safetensors_read("a.st", cut, sizeof cut, &s, &e), -1);
    assert_non_null(strstr(e.msg, "truncated: a header of 3 bytes in a file of 10"));
    mdl_safetensors_close(&s);
}

/* ---- folders ---- */

typedef struct folder {
    char dir[64];
    lp_strv files;
} folder;

static folder open_folder(void) {
    folder f = {.dir = "/tmp/mdl_weights_XXXXXX"};
    assert_non_null(mkdtemp(f.dir));
    return f;
}

static void put(folder *f, const char *name, const char *bytes, size_t n) {
    char *path = lp_path_join(f->dir, name);
    assert_int_equal(lp_write_file(path, bytes, n, NULL), 0);
    lp_strv_add(&f->files, path);
    free(path);
}

static void put_tensor(folder *f, const char *file, const char *header, size_t n_data) {
    lp_text t = file_of(header, n_data);
    put(f, file, t.s, t.len);
    lp_text_free(&t);
}

static void close_folder(folder *f) {
    for (size_t i = 0; i < f->files.n; i++) unlink(f->files.v[i]);
    lp_strv_free(&f->files);
    assert_int_equal(rmdir(f->dir), 0);
}

static void refuse_folder(folder *f, const char *index, const char *part) {
    lp_err e = {""};
    if (index) put(f, "model.safetensors.index.json", index, strlen(index));
    mdl_weights *w = mdl_weights_open(f->dir, &e);
    if (w) fail_msg("read: %s", index);
    if (!strstr(e.msg, part)) fail_msg("no \"%s\" in: %s", part, e.msg);
    if (!strstr(e.msg, f->dir)) fail_msg("no file in: %s", e.msg);
}

#define F32(name, begin, end)                                                                      \
    "\"" name "\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[" begin "," end "]}"
#define INDEX(map) "{\"weight_map\":{" map "}}"

static void shards(void **state) {
    (void)state;
    folder f = open_folder();
    refuse_folder(&f, NULL, "model.safetensors: No such file");
    put_tensor(&f, "one", "{" F32("a", "0", "4") "," F32("b", "4", "8") "}", 8);
    put_tensor(&f, "two", "{" F32("c", "0", "4") "," F32("b", "4", "8") "}", 8);
    refuse_folder(&f, "{}", "no \"weight_map\"");
    refuse_folder(&f, "{", "JSON");
    refuse_folder(&f, INDEX("\"a\":3"), "tensor a: its file is not a text");
    refuse_folder(&f, INDEX("\"a\":\"../one\""),
                  "\"../one\" is not the name of a file in the folder");
    refuse_folder(&f, INDEX("\"a\":\"/etc/passwd\""), "not the name of a file in the folder");
    refuse_folder(&f, INDEX("\"a\":\".\""), "not the name of a file in the folder");
    refuse_folder(&f, INDEX("\"a\":\"three\""), "three: No such file");
    refuse_folder(&f, INDEX("\"x\":\"one\""), "tensor x: not in ");
    refuse_folder(&f, INDEX("\"a\":\"one\",\"b\":\"one\",\"c\":\"two\""), "tensor b: in ");
    put_tensor(&f, "two", "{" F32("c", "0", "4") "}", 4);
    const char *good = INDEX("\"a\":\"one\",\"b\":\"one\",\"c\":\"two\"");
    put(&f, "model.safetensors.index.json", good, strlen(good));
    mdl_weights *w = mdl_weights_open(f.dir, NULL);
    assert_non_null(w);
    assert_int_equal(mdl_weights_count(w), 3);
    assert_string_equal(lp_path_base(mdl_weights_find(w, "c")->file), "two");
    mdl_weights_close(w);
    put(&f, "model.safetensors", "", 0); /* comes first where there are both */
    refuse_folder(&f, NULL, "too short");
    close_folder(&f);
}

static void shapes_and_scales(void **state) {
    (void)state;
    folder f = open_folder();
    lp_err e = {""};
    put_tensor(&f, "model.safetensors",
               "{\"q\":{\"dtype\":\"I8\",\"shape\":[2,3],\"data_offsets\":[8,14]},"
               "\"q_scale\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]},"
               "\"r\":{\"dtype\":\"I8\",\"shape\":[2,1],\"data_offsets\":[14,16]},"
               "\"v\":{\"dtype\":\"I8\",\"shape\":[1],\"data_offsets\":[16,17]},"
               "\"m\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[17,18]}}",
               18);
    mdl_weights *w = mdl_weights_open(f.dir, &e);
    if (!w) fail_msg("%s", e.msg);
    const size_t q[] = {2, 3}, r[] = {2, 1}, one[] = {1};
    const mdl_tensor *t = mdl_weights_get(w, "q", 2, q, &e);
    assert_non_null(t);
    assert_ptr_equal(t->scale, mdl_weights_find(w, "q_scale"));
    assert_null(mdl_weights_get(w, "q", 2, r, &e));
    assert_non_null(strstr(e.msg, "tensor q: shape (2, 3), config.json wants (2, 1)"));
    assert_null(mdl_weights_get(w, "q", 1, q, &e));
    assert_null(mdl_weights_get(w, "r", 2, r, &e));
    assert_non_null(strstr(e.msg, "tensor r: I8, but there is no r_scale of F32 (2)"));
    assert_null(mdl_weights_get(w, "v", 1, one, &e));
    assert_non_null(strstr(e.msg, "tensor v: I8 is for matrices only"));
    assert_null(mdl_weights_get(w, "m", 1, one, &e));
    assert_non_null(strstr(e.msg, "tensor m: type U8, not F32, F16, BF16 or I8"));
    assert_null(mdl_weights_get(w, "none", 1, one, &e));
    assert_non_null(strstr(e.msg, "no tensor none"));
    mdl_weights_close(w);
    close_folder(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tensors_are_found), cmocka_unit_test(bad_headers),
        cmocka_unit_test(bad_lengths),       cmocka_unit_test(shards),
        cmocka_unit_test(shapes_and_scales),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
