/* The include stack: finds, confines and reads included files.
 *
 * A file is looked for beside the including file, in the include folders and in the folders above
 * the main file as far as they lie in a root. What is found must lie, links resolved, in the folder
 * of the main file, in an include folder or in a root: a source from a stranger reads nothing else.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/pp.h"
#include "common/fs.h"

enum { INCLUDE_DEPTH_MAX = 32, OPEN_AGAIN_MAX = 2 };

pp_src *pp_add_src(pp *p, const char *path, const char *bytes, size_t n, const pp_marks *from) {
    pp_src *src = lp_alloc(1, sizeof *src);
    pp_src_init_from(src, path, bytes, n, from);
    src->real = realpath(path, NULL);
    src->index = (uint16_t)p->n_srcs;
    p->srcs = lp_grow(p->srcs, &p->cap_srcs, p->n_srcs + 1, sizeof *p->srcs);
    p->srcs[p->n_srcs++] = src;
    lp_strv_add(&p->unit->files, path);
    return src;
}

int pp_enter(pp *p, pp_src *src, const pp_tok *at) {
    if (p->n_open > INCLUDE_DEPTH_MAX)
        return pp_fail(p, at, "includes are nested deeper than %d", INCLUDE_DEPTH_MAX);
    /* Headers with guards may include each other: the second time yields nothing. Without, it would
     * never end. */
    if (src->open >= OPEN_AGAIN_MAX) return pp_fail(p, at, "%s includes itself", src->path);
    src->open++;
    p->open = lp_grow(p->open, &p->cap_open, p->n_open + 1, sizeof *p->open);
    p->open[p->n_open++] = (pp_open){.lex = {.src = src}, .src = src, .n_conds = p->n_conds};
    p->line_start = true;
    return 0;
}

void pp_leave(pp *p) {
    p->open[--p->n_open].src->open--;
}

static bool inside(const char *real, const char *folder) {
    char *f = realpath(*folder ? folder : ".", NULL);
    size_t n = f ? strlen(f) : 0;
    bool yes = f && strncmp(real, f, n) == 0 && (real[n] == '/' || (n == 1 && f[0] == '/'));
    free(f);
    return yes;
}

static bool allowed(const pp *p, const char *real) {
    char *main_dir = lp_path_dir(p->srcs[0]->path);
    bool yes = inside(real, main_dir);
    free(main_dir);
    for (size_t i = 0; !yes && i < p->opt->include_dirs.n; i++)
        yes = inside(real, p->opt->include_dirs.v[i]);
    for (size_t i = 0; !yes && i < p->opt->roots.n; i++) yes = inside(real, p->opt->roots.v[i]);
    return yes;
}

static pp_src *load(pp *p, const pp_tok *at, const char *path, const char *real) {
    for (size_t i = 0; i < p->n_srcs; i++)
        if (p->srcs[i]->real && strcmp(p->srcs[i]->real, real) == 0) return p->srcs[i];
    if (p->n_srcs >= PP_FILE_MAX) {
        pp_fail(p, at, "more than %d files are included", PP_FILE_MAX);
        return NULL;
    }
    lp_text bytes = {0};
    lp_err why = {0};
    pp_src *src = NULL;
    if (lp_read_file(path, p->opt->max_source_bytes, &bytes, &why))
        pp_fail(p, at, "cannot include: %s", why.msg);
    else if (pp_check_bytes(path, lp_text_str(&bytes), bytes.len, p->e) == 0)
        src = pp_add_src(p, path, lp_text_str(&bytes), bytes.len, NULL);
    lp_text_free(&bytes);
    return src;
}

/* Looks for `name` in `dir`. 1 entered, 0 not there, -1 error. */
static int try_dir(pp *p, const pp_tok *at, const char *dir, const char *name) {
    char *path = strcmp(dir, ".") == 0 ? lp_strdup(name) : lp_path_join(dir, name);
    char *real = realpath(path, NULL);
    int rc = 0;
    if (real && !allowed(p, real)) {
        rc = pp_fail(p, at, "include of %s leaves the given folders", name);
    } else if (real) {
        pp_src *src = load(p, at, path, real);
        rc = src ? 1 : -1;
        p->source_bytes += src ? src->n : 0;
        if (src && p->source_bytes > p->opt->max_source_bytes)
            rc = pp_fail(p, at, "the source with its includes is longer than %zu bytes",
                         p->opt->max_source_bytes);
        else if (src && !src->once && pp_enter(p, src, at))
            rc = -1;
    }
    free(real);
    free(path);
    return rc;
}

/* The folders above the main file: kernels are often included from the top of a project. */
static int try_parents(pp *p, const pp_tok *at, const char *name) {
    char *dir = lp_path_dir(p->srcs[0]->real ? p->srcs[0]->real : p->srcs[0]->path);
    int rc = 0;
    for (;;) {
        char *up = lp_path_dir(dir);
        bool in_root = false;
        free(dir);
        dir = up;
        for (size_t i = 0; !in_root && i < p->opt->roots.n; i++) {
            char *real = realpath(p->opt->roots.v[i], NULL);
            in_root = real && (strcmp(real, dir) == 0 || inside(dir, real));
            free(real);
        }
        if (!in_root) break;
        rc = try_dir(p, at, dir, name);
        if (rc != 0) break;
    }
    free(dir);
    return rc;
}

static bool is_skipped(const pp *p, const char *name) {
    for (size_t i = 0; i < p->opt->skips.n; i++)
        if (strcmp(p->opt->skips.v[i], name) == 0) return true;
    return false;
}

static int include_name(pp *p, const pp_tok *at, const char *name) {
    if (name[0] == '/' || name[0] == 0) return pp_fail(p, at, "include needs a relative path");
    if (is_skipped(p, name)) return 0;
    char *dir = lp_path_dir(p->open[p->n_open - 1].src->path);
    int rc = try_dir(p, at, dir, name);
    free(dir);
    for (size_t i = 0; rc == 0 && i < p->opt->include_dirs.n; i++)
        rc = try_dir(p, at, p->opt->include_dirs.v[i], name);
    if (rc == 0) rc = try_parents(p, at, name);
    if (rc == 0) {
        pp_fail(p, at,
                "cannot find %s, neither beside the file nor in the %zu include folders (-I)", name,
                p->opt->include_dirs.n);
        return pp_trouble(p, at, AN_TROUBLE_NO_FILE, name);
    }
    return rc < 0 ? -1 : 0;
}

/* The file name of "x" or <x>; false when the line begins with neither. */
static bool read_name(const pp_tok *v, size_t n, lp_text *name) {
    if (n && v[0].kind == PP_STR) {
        lp_text_addn(name, v[0].s + 1, v[0].len - 2);
        return true;
    }
    if (n == 0 || !pp_is(&v[0], "<")) return false;
    for (size_t i = 1; i < n; i++) {
        if (pp_is(&v[i], ">")) return true;
        lp_text_add(name, i > 1 && v[i].space ? " " : "");
        lp_text_addn(name, v[i].s, v[i].len);
    }
    return false;
}

int pp_include(pp *p, const pp_tok *at, const pp_tok *v, size_t n) {
    lp_text name = {0};
    pp_toks expanded = {0};
    int rc = 0;
    bool ok = read_name(v, n, &name);
    if (!ok) {
        lp_text_clear(&name);
        rc = pp_expand_list(p, v, n, &expanded);
        ok = rc == 0 && read_name(expanded.v, expanded.n, &name);
    }
    if (rc == 0 && ok) {
        rc = include_name(p, at, lp_text_str(&name));
    } else if (rc == 0) {
        lp_text_clear(&name);
        if (n && v[0].kind == PP_IDENT) lp_text_addn(&name, v[0].s, v[0].len);
        pp_fail(p, at, "#include needs \"FILE\" or <FILE>");
        rc = pp_trouble(p, at, AN_TROUBLE_INCLUDE_NAME, lp_text_str(&name));
    }
    free(expanded.v);
    lp_text_free(&name);
    return rc;
}

int pp_enter_prelude(pp *p) {
    const pp_tok at = {.s = "", .line = 1, .col = 1};
    for (size_t i = p->opt->prelude.n; i-- > 0;) {
        const char *path = p->opt->prelude.v[i];
        char *real = realpath(path, NULL);
        bool ok = real && allowed(p, real);
        pp_src *src = ok ? load(p, &at, path, real) : NULL;
        free(real);
        if (!ok) return pp_fail(p, &at, "%s lies outside the given folders", path);
        if (!src) return -1;
        p->source_bytes += src->n;
        if (p->source_bytes > p->opt->max_source_bytes)
            return pp_fail(p, &at, "the source with its includes is longer than %zu bytes",
                           p->opt->max_source_bytes);
        if (pp_enter(p, src, &at)) return -1;
    }
    return 0;
}
