/* A few threads that share the tasks of one step after the other. */
#ifndef MDL_POOL_H
#define MDL_POOL_H

#include <stddef.h>

typedef struct mdl_pool mdl_pool;

/* `worker` is below the pool's number of threads and the same for no two tasks that run at a time.
 */
typedef void mdl_task(void *arg, size_t task, unsigned worker);

/* The caller's thread is one of them: n_threads - 1 are started; fewer when the system gives no
 * more. 0: as many as there are processors for this process. */
mdl_pool *mdl_pool_new(unsigned n_threads);
void mdl_pool_free(mdl_pool *p);
unsigned mdl_pool_threads(const mdl_pool *p);
/* Runs tasks 0 ... n_tasks - 1 and returns when all are done. One caller at a time. */
void mdl_pool_run(mdl_pool *p, size_t n_tasks, mdl_task *fn, void *arg);

#endif
