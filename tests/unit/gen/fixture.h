/* Synthetic kernels for the tests of gen: built from a few words, in memory or in a temporary
 * database. */
#ifndef TESTS_UNIT_GEN_FIXTURE_H
#define TESTS_UNIT_GEN_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "gen/plan.h"

/* One argument: name, kind, type, and role:domain of a scalar or extent:content of a buffer; NULL
 * where not meant. */
typedef struct fix_arg {
    const char *name, *kind, *type, *a, *b;
    const char *access; /* NULL: rw */
} fix_arg;

#define FIX_ARGS 8

typedef struct fix_kernel {
    const char *name;
    char hash_digit;         /* the hash is this hex digit, repeated */
    fix_arg args[FIX_ARGS];  /* up to the first without a name */
    const char *constraints; /* NULL: [] */
    int64_t reqd_local, local_bytes;
    const char *flop; /* a feature, NULL: none */
} fix_kernel;

static inline int64_t fix_bytes(const char *type) {
    gen_type t;
    if (!gen_type_parse(type, &t)) return 12; /* a struct */
    return (int64_t)t.bits / 8 * (t.lanes == 3 ? 4 : t.lanes);
}

/* The record borrows everything; args and features are the caller's room. */
static inline db_kernel fix_record(const fix_kernel *f, db_arg args[FIX_ARGS], db_feature *flop,
                                   char hash[33], char path[64]) {
    db_kernel k = {.id = 1,
                   .name = (char *)f->name,
                   .line = 1,
                   .hash = hash,
                   .family = hash,
                   .source = (char *)"kernel void k() {}",
                   .std = (char *)"CL1.2",
                   .dims = 1,
                   .ok = true,
                   .pattern = (char *)"direct",
                   .reqd_local = f->reqd_local,
                   .local_bytes = f->local_bytes,
                   .constraints = (char *)(f->constraints ? f->constraints : "[]"),
                   .args = args};
    memset(hash, f->hash_digit, 32);
    hash[32] = '\0';
    snprintf(path, 64, "dir/%s.cl", f->name);
    k.path = path;
    for (int i = 0; i < FIX_ARGS && f->args[i].name; i++) {
        const fix_arg *a = &f->args[i];
        bool scalar = strcmp(a->kind, "scalar") == 0;
        args[i] = (db_arg){.idx = i,
                           .name = (char *)a->name,
                           .kind = (char *)a->kind,
                           .type = (char *)a->type,
                           .elem_bytes = fix_bytes(a->type),
                           .access = (char *)(a->access ? a->access : "rw"),
                           .role = (char *)(scalar ? a->a : NULL),
                           .domain = (char *)(scalar ? a->b : NULL),
                           .extent = (char *)(scalar ? NULL : a->a),
                           .content = (char *)(scalar ? NULL : a->b)};
        k.n_args++;
    }
    if (f->flop) {
        *flop = (db_feature){(char *)"flop", (char *)f->flop};
        k.features = flop;
        k.n_features = 1;
    }
    return k;
}

/* A prepared kernel with the room that it borrows. */
typedef struct fix_ready {
    db_kernel row;
    db_arg args[FIX_ARGS];
    db_feature flop;
    char hash[33], path[64];
    gen_kernel k;
} fix_ready;

static inline gen_reason fix_prepare(const fix_kernel *f, fix_ready *r, lp_err *e) {
    r->row = fix_record(f, r->args, &r->flop, r->hash, r->path);
    return gen_kernel_prepare(&r->row, &r->k, e);
}

static inline void fix_must_prepare(const fix_kernel *f, fix_ready *r) {
    lp_err e = {""};
    if (fix_prepare(f, r, &e) != GEN_OK) fail_msg("%s: %s", f->name, e.msg);
}

static const gen_limits fix_limits = {.nsm = 10, .max_work_group = 256, .local_mem_bytes = 32768};

/* A temporary folder with a database. */
typedef struct fix_db {
    char dir[64], path[80];
    db *d;
} fix_db;

static inline void fix_open(fix_db *f) {
    lp_err e = {""};
    char dir[] = "/tmp/llmperf-gen-XXXXXX";
    assert_non_null(mkdtemp(dir));
    memcpy(f->dir, dir, sizeof dir);
    snprintf(f->path, sizeof f->path, "%s/t.db", dir);
    f->d = db_open(f->path, DB_CREATE, &e);
    if (!f->d) fail_msg("%s", e.msg);
}

static inline void fix_close(fix_db *f) {
    static const char *const tails[] = {"", "-wal", "-shm"};
    db_close(f->d);
    for (size_t i = 0; i < 3; i++) {
        char name[96];
        snprintf(name, sizeof name, "%s%s", f->path, tails[i]);
        unlink(name);
    }
    rmdir(f->dir);
}

static inline void fix_put(fix_db *f, const fix_kernel *k) {
    db_arg args[FIX_ARGS];
    db_feature flop;
    char hash[33];
    char path[64];
    lp_err e = {""};
    db_kernel row = fix_record(k, args, &flop, hash, path);
    if (db_put_kernel(f->d, &row, &e)) fail_msg("%s", e.msg);
}

static inline void fix_put_device(fix_db *f) {
    lp_err e = {""};
    db_device v = {.platform = (char *)"P",
                   .name = (char *)"Dev",
                   .vendor = (char *)"V",
                   .version = (char *)"1",
                   .driver = (char *)"1",
                   .type = (char *)"gpu",
                   .compute_units = 10,
                   .max_work_group = 256,
                   .local_mem_bytes = 32768,
                   .global_mem_bytes = 1 << 30,
                   .max_alloc_bytes = 1 << 28,
                   .clock_mhz = 1000};
    if (db_put_device(f->d, &v, &e)) fail_msg("%s", e.msg);
}

static inline int64_t fix_count(fix_db *f, const char *sql) {
    int64_t n = -1;
    lp_err e = {""};
    if (db_get_i64(f->d, &e, &n, -1, sql, "")) fail_msg("%s", e.msg);
    return n;
}

#endif
