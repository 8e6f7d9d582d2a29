/* The builders and their queue.
 *
 * In: an order of programs, sources on demand. Out: files in the cache, or why a program cannot be
 * had. Loads no program and times nothing. */
#include "profile/farm.h"

#include <stdlib.h>
#include <string.h>

#include "common/intr.h"
#include "common/log.h"
#include "common/progress.h"
#include "profile/child.h"
#include "profile/sandbox.h"

enum { STARTS_MAX = 3, AHEAD_PER_BUILDER = 4, SLICE_MS = 100 };

static const double open_timeout_s = 120;
static const double look_every_s = 0.25; /* at deadlines and memory */

typedef enum builder_state { GONE, OPENING, IDLE, COMPILING, LAUNCHING } builder_state;

typedef struct builder {
    prof_child child;
    builder_state state;
    size_t index;     /* COMPILING, LAUNCHING: the program */
    bool found;       /* the program was in the cache */
    json_t *launches; /* COMPILING: the job to do next, NULL for none */
    double began_s;   /* COMPILING, LAUNCHING: with the program */
    double deadline_s;
    int failed_starts; /* in a row */
} builder;

typedef enum program_state { WAITING, BUILDING, BUILT, REFUSED, LEFT } program_state;

typedef struct program {
    unsigned char state;
    unsigned char kills; /* builders that something else killed under it */
    bool crashed;        /* a builder did under it */
    prof_fail *why;      /* REFUSED */
} program;

typedef struct place {
    int64_t key;
    size_t index;
} place;

struct prof_farm {
    prof_farm_options o;
    place *places; /* sorted by key */
    builder *b;
    program *p;
    size_t next;     /* the first program that nobody has begun */
    size_t missing;  /* programs before this one are known not to be in the cache */
    size_t wanted;   /* the last one that was asked for */
    double looked_s; /* when deadlines and memory were checked */
    prof_farm_counts counts;
    bool broken; /* *error ends the farm's work */
    lp_err error;
};

static void end(builder *b) {
    prof_child_kill(&b->child);
    json_decref(b->launches);
    b->launches = NULL;
    b->state = GONE;
}

static int by_key(const void *a, const void *b) {
    const place *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

prof_farm *prof_farm_open(const prof_farm_options *o) {
    prof_farm *f = lp_alloc(1, sizeof *f);
    f->o = *o;
    f->places = lp_alloc(o->n + 1, sizeof *f->places);
    for (size_t i = 0; i < o->n; i++) f->places[i] = (place){o->keys[i], i};
    f->o.keys = NULL;
    qsort(f->places, o->n, sizeof *f->places, by_key);
    if (f->o.builders > PROF_BUILDERS_MAX) f->o.builders = PROF_BUILDERS_MAX;
    f->b = lp_alloc((size_t)f->o.builders + 1, sizeof *f->b);
    f->p = lp_alloc(o->n + 1, sizeof *f->p);
    return f;
}

void prof_farm_close(prof_farm *f) {
    if (!f) return;
    for (int i = 0; i < f->o.builders; i++) end(&f->b[i]);
    for (size_t i = 0; i < f->o.n; i++) free(f->p[i].why);
    free(f->places);
    free(f->b);
    free(f->p);
    free(f);
}

prof_farm_counts prof_farm_count(const prof_farm *f) {
    return f->counts;
}

/* ---- outcomes ---- */

static void settle(prof_farm *f, size_t index, bool found, const prof_fail *why) {
    program *p = &f->p[index];
    p->state = why ? REFUSED : BUILT;
    if (why) {
        p->why = lp_alloc(1, sizeof *p->why);
        *p->why = *why;
        f->counts.refused++;
    } else {
        f->counts.found += found;
        f->counts.built += !found;
    }
}

/* Somebody may have killed the builder, or a process that it compiles with (PoCL links by one). */
static bool excused(program *p, const prof_fail *why) {
    if (why->killed) return p->kills++ < prof_kills_excused(why);
    bool first = why->reason == PROF_BUILD_CRASH && !p->crashed;
    p->crashed = p->crashed || first;
    return first;
}

/* A builder that failed under a program: the program's fault, unless the disk is full. */
static void blame(prof_farm *f, builder *b, prof_fail *why) {
    size_t index = b->index;
    end(b);
    if (prof_scratch_room(&f->error) != 0) {
        f->broken = true;
        return;
    }
    if (excused(&f->p[index], why)) {
        f->p[index].state = WAITING;
        if (index < f->next) f->next = index;
        return;
    }
    settle(f, index, false, why);
}

static void lost(prof_farm *f, builder *b, prof_fail *why) {
    if (b->state == COMPILING) {
        if (why->reason == PROF_CRASH) why->reason = PROF_BUILD_CRASH;
        blame(f, b, why);
        return;
    }
    if (b->state == LAUNCHING) {
        settle(f, b->index, b->found, NULL);
        end(b);
        return;
    }
    lp_verbose("a builder could not open the device: %s", why->error.msg);
    b->failed_starts++;
    end(b);
}

static void launch(prof_farm *f, builder *b) {
    prof_child_send(&b->child, b->launches);
    b->launches = NULL;
    b->state = LAUNCHING;
    b->deadline_s = lp_now_s() + f->o.launch_s;
}

static void answered(prof_farm *f, builder *b) {
    b->failed_starts = 0;
    if (b->launches) {
        launch(f, b);
        return;
    }
    if (b->state != OPENING) settle(f, b->index, b->found, NULL);
    b->state = IDLE;
}

static void refused(prof_farm *f, builder *b, prof_fail *why) {
    if (b->state != COMPILING) {
        lost(f, b, why);
        return;
    }
    if (prof_scratch_room(&f->error) != 0)
        f->broken = true;
    else
        settle(f, b->index, false, why);
    if (!b->child.running) end(b);
    if (b->state != GONE) b->state = IDLE;
    json_decref(b->launches);
    b->launches = NULL;
}

static void listen(prof_farm *f, builder *b) {
    json_t *answer;
    prof_fail why;
    switch (prof_child_poll(&b->child, &answer, &why)) {
    case PROF_REPLY_OK:
        json_decref(answer);
        answered(f, b);
        break;
    case PROF_REPLY_REFUSED:
        refused(f, b, &why);
        break;
    case PROF_REPLY_DIED:
        lost(f, b, &why);
        break;
    default:
        break;
    }
}

static void look(prof_farm *f, builder *b, double now_s) {
    prof_fail why;
    bool limited = f->o.memory_bytes > 0 && b->state != OPENING;
    int64_t bytes = limited ? prof_child_memory(&b->child) : 0;
    if (limited && bytes > f->o.memory_bytes)
        prof_refuse(&why, PROF_MEMORY, "the compiler took %lld MiB, the limit is %lld",
                    (long long)(bytes >> 20), (long long)(f->o.memory_bytes >> 20));
    else if (now_s > b->deadline_s)
        prof_refuse(&why, PROF_BUILD_TIMEOUT, "no program within %g s", f->o.timeout_s);
    else
        return;
    lost(f, b, &why);
}

/* ---- giving work ---- */

static void start(prof_farm *f, builder *b) {
    lp_err e;
    if (prof_child_start(&b->child, &e) != 0) {
        lp_verbose("%s", e.msg);
        b->failed_starts++;
        return;
    }
    json_t *j = prof_op_json("open");
    json_object_set_new(j, "index", json_integer((json_int_t)f->o.device_index));
    json_object_set_new(j, "name", json_string(f->o.device->name));
    json_object_set_new(j, "builder", json_true());
    prof_child_send(&b->child, j);
    b->state = OPENING;
    b->deadline_s = lp_now_s() + open_timeout_s;
}

static void free_recipe(prof_recipe_program *r) {
    free(r->source);
    free(r->name);
    free(r->std);
    json_decref(r->launches);
}

static json_t *compile_json(const prof_recipe_program *r, const char *path, bool found) {
    json_t *j = json_pack("{ss, ss, ss, ss}", "op", "compile", "name", r->name, "std", r->std,
                          "source", r->source);
    if (j && path) json_object_set_new(j, found ? "binary" : "out", json_string(path));
    return j;
}

/* What the launches made the driver compile belongs to the program that is kept. */
static json_t *launch_json(const prof_recipe_program *r, const char *path) {
    if (!r->launches) return NULL;
    json_t *j = prof_op_json("launch");
    json_object_set(j, "launches", r->launches);
    if (path) json_object_set_new(j, "out", json_string(path));
    return j;
}

/* A program and where it belongs. */
typedef struct order {
    prof_recipe_program r;
    char *path; /* NULL when nothing is kept */
    bool found; /* it is there already */
} order;

/* False when the farm's work is over. Free *o in any case. */
static bool look_up(prof_farm *f, size_t index, order *o) {
    *o = (order){.path = NULL};
    if (f->o.source(f->o.ctx, index, &o->r, &f->error) != 0) {
        f->broken = true;
        return false;
    }
    if (o->r.source && f->o.cache)
        o->path = prof_cache_path(f->o.cache, f->o.device, o->r.std, o->r.source);
    o->found = o->path && prof_cache_has(o->path);
    return true;
}

static void free_order(order *o) {
    free_recipe(&o->r);
    free(o->path);
}

/* True when no builder is needed: nothing to build, or nothing left to do. */
static bool settled_at_once(prof_farm *f, size_t index, const order *o) {
    if (!o->r.source) {
        f->p[index].state = LEFT;
        return true;
    }
    if (!o->found || o->r.launches) return false;
    f->p[index].state = BUILT;
    f->counts.found++;
    return true;
}

/* True when the builder got the program. */
static bool give(prof_farm *f, builder *b, size_t index) {
    order o;
    prof_fail why;
    json_t *job = NULL;
    if (look_up(f, index, &o) && !settled_at_once(f, index, &o)) {
        job = compile_json(&o.r, o.path, o.found);
        if (!job) {
            prof_refuse(&why, PROF_BUILD_FAILED, "the source is no UTF-8 text");
            settle(f, index, false, &why);
        }
    }
    if (job) {
        double now_s = lp_now_s();
        prof_child_send(&b->child, job);
        *b = (builder){.child = b->child,
                       .state = COMPILING,
                       .index = index,
                       .found = o.found,
                       .launches = launch_json(&o.r, o.path),
                       .began_s = now_s,
                       .deadline_s = now_s + f->o.timeout_s};
        f->p[index].state = BUILDING;
    }
    free_order(&o);
    return job != NULL;
}

static size_t horizon(const prof_farm *f) {
    size_t ahead = f->wanted + 2 + (size_t)f->o.builders * AHEAD_PER_BUILDER;
    return ahead < f->o.n ? ahead : f->o.n;
}

static void employ(prof_farm *f, builder *b) {
    while (f->next < horizon(f) && !f->broken) {
        size_t index = f->next++;
        if (f->p[index].state == WAITING && give(f, b, index)) return;
    }
}

/* Whether the next program asks for a builder; what is in the cache does not. Programs that are
 * known to be missing are not looked up again. */
static bool needs_builder(prof_farm *f) {
    while (f->next < horizon(f) && !f->broken) {
        if (f->p[f->next].state == WAITING) {
            if (f->next < f->missing) return true;
            order o;
            bool at_once = look_up(f, f->next, &o) && settled_at_once(f, f->next, &o);
            free_order(&o);
            f->missing = f->next + 1;
            if (!at_once) return !f->broken;
        }
        f->next++;
    }
    return false;
}

static bool waits(const builder *b) {
    return b->state == OPENING || b->state == COMPILING || b->state == LAUNCHING;
}

/* Drivers open a device for one process after the other: the first builder is at work sooner when
 * the next one starts after it. */
void prof_farm_serve(prof_farm *f) {
    double now_s = lp_now_s();
    bool due = now_s - f->looked_s >= look_every_s, opening = false;
    if (due) f->looked_s = now_s;
    for (int i = 0; i < f->o.builders && !f->broken; i++) {
        builder *b = &f->b[i];
        if (waits(b)) listen(f, b);
        if (due && waits(b)) look(f, b, now_s);
        if (b->state == IDLE) employ(f, b);
        if (b->state == GONE && b->failed_starts < STARTS_MAX && !opening && needs_builder(f))
            start(f, b);
        opening = opening || b->state == OPENING;
    }
}

int prof_farm_fds(const prof_farm *f, struct pollfd *fds) {
    int n = 0;
    for (int i = 0; i < f->o.builders; i++) {
        const builder *b = &f->b[i];
        if (waits(b)) fds[n++] = (struct pollfd){.fd = b->child.proc.from, .events = POLLIN};
    }
    return n;
}

/* ---- asking ---- */

/* Nobody will ever build it. */
static bool hopeless(const prof_farm *f, size_t index) {
    bool alive = false;
    for (int i = 0; i < f->o.builders; i++)
        alive = alive || f->b[i].state != GONE || f->b[i].failed_starts < STARTS_MAX;
    return !alive || f->p[index].state == LEFT || (index < f->next && f->p[index].state == WAITING);
}

static void go_to(prof_farm *f, size_t index) {
    f->wanted = index;
    for (; f->next < index; f->next++)
        if (f->p[f->next].state == WAITING) f->p[f->next].state = LEFT;
}

/* A builder has been at the program for longer than is usual. */
static bool is_slow(const prof_farm *f, size_t index) {
    for (int i = 0; i < f->o.builders; i++) {
        const builder *b = &f->b[i];
        if ((b->state == COMPILING || b->state == LAUNCHING) && b->index == index)
            return lp_now_s() - b->began_s > f->o.lag_s;
    }
    return false;
}

static bool lags(const prof_farm *f, size_t index) {
    if (f->p[index].state != BUILDING || !is_slow(f, index)) return false;
    for (size_t i = index + 1; i < f->next; i++)
        if (f->p[i].state == BUILT) return true;
    return false;
}

prof_built prof_farm_await(prof_farm *f, int64_t key, bool may_lag, prof_fail *why, lp_err *e) {
    struct pollfd fds[PROF_BUILDERS_MAX];
    const place *at = bsearch(&(place){.key = key}, f->places, f->o.n, sizeof *f->places, by_key);
    if (!at) return PROF_BUILT_NOT;
    size_t index = at->index;
    go_to(f, index);
    for (;;) {
        prof_farm_serve(f);
        const program *p = &f->p[index];
        if (p->state == BUILT) return PROF_BUILT_OK;
        if (p->state == REFUSED) {
            *why = *p->why;
            return PROF_BUILT_REFUSED;
        }
        if (f->broken) {
            *e = f->error;
            return PROF_BUILT_ERROR;
        }
        if (lp_interrupted()) return PROF_BUILT_STOPPED;
        if (hopeless(f, index)) return PROF_BUILT_NOT;
        if (may_lag && lags(f, index)) return PROF_BUILT_LATE;
        poll(fds, (nfds_t)prof_farm_fds(f, fds), SLICE_MS);
    }
}
