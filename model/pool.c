/* A pool of threads without queues: a step is a function and a count, every thread takes the next
 * number.
 *
 * In: steps from one caller. Out: all tasks of a step done when the call returns. Starts no step
 * before the one before it is over, and does not order the tasks of a step. */
#include "model/pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "common/text.h"

enum { MAX_THREADS = 256 };

typedef struct helper {
    mdl_pool *pool;
    pthread_t thread;
    unsigned worker;
} helper;

struct mdl_pool {
    helper *helpers;
    unsigned n_helpers;
    pthread_mutex_t lock; /* of what follows up to next */
    pthread_cond_t begin, end;
    unsigned long step; /* counts the steps that were begun */
    bool open;          /* the step has tasks that nobody has taken */
    unsigned busy;      /* helpers that are working on it */
    bool quit;
    mdl_task *fn;
    void *arg;
    size_t n_tasks;
    atomic_size_t next;
};

static void take_tasks(mdl_pool *p, unsigned worker) {
    for (;;) {
        size_t task = atomic_fetch_add_explicit(&p->next, 1, memory_order_relaxed);
        if (task >= p->n_tasks) return;
        p->fn(p->arg, task, worker);
    }
}

static void *help(void *arg) {
    helper *h = arg;
    mdl_pool *p = h->pool;
    unsigned long seen = 0;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->step == seen && !p->quit) pthread_cond_wait(&p->begin, &p->lock);
        if (p->quit) break;
        seen = p->step;
        if (!p->open) continue; /* woke up when all was taken: nobody waited */
        p->busy++;
        pthread_mutex_unlock(&p->lock);
        take_tasks(p, h->worker);
        pthread_mutex_lock(&p->lock);
        if (--p->busy == 0) pthread_cond_signal(&p->end);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static unsigned processors(void) {
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n < 1 ? 1 : (unsigned)n;
}

mdl_pool *mdl_pool_new(unsigned n_threads) {
    mdl_pool *p = lp_alloc(1, sizeof *p);
    if (n_threads == 0) n_threads = processors();
    if (n_threads > MAX_THREADS) n_threads = MAX_THREADS;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->begin, NULL);
    pthread_cond_init(&p->end, NULL);
    p->helpers = lp_alloc(n_threads, sizeof *p->helpers);
    /* Signals are for the threads of whoever uses the pool. */
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    while (p->n_helpers + 1 < n_threads) {
        helper *h = &p->helpers[p->n_helpers];
        h->pool = p;
        h->worker = p->n_helpers + 1;
        if (pthread_create(&h->thread, NULL, help, h) != 0) break;
        p->n_helpers++;
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return p;
}

void mdl_pool_free(mdl_pool *p) {
    if (!p) return;
    pthread_mutex_lock(&p->lock);
    p->quit = true;
    pthread_cond_broadcast(&p->begin);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->n_helpers; i++) pthread_join(p->helpers[i].thread, NULL);
    pthread_cond_destroy(&p->begin);
    pthread_cond_destroy(&p->end);
    pthread_mutex_destroy(&p->lock);
    free(p->helpers);
    free(p);
}

unsigned mdl_pool_threads(const mdl_pool *p) {
    return p->n_helpers + 1;
}

void mdl_pool_run(mdl_pool *p, size_t n_tasks, mdl_task *fn, void *arg) {
    if (n_tasks == 0) return;
    if (p->n_helpers == 0 || n_tasks == 1) {
        for (size_t i = 0; i < n_tasks; i++) fn(arg, i, 0);
        return;
    }
    pthread_mutex_lock(&p->lock);
    p->fn = fn;
    p->arg = arg;
    p->n_tasks = n_tasks;
    atomic_store_explicit(&p->next, 0, memory_order_relaxed);
    p->open = true;
    p->step++;
    pthread_cond_broadcast(&p->begin);
    pthread_mutex_unlock(&p->lock);
    take_tasks(p, 0);
    pthread_mutex_lock(&p->lock);
    p->open = false;
    while (p->busy > 0) pthread_cond_wait(&p->end, &p->lock);
    pthread_mutex_unlock(&p->lock);
}
