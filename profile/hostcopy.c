/* Copies between host and device around a launch.
 *
 * In: bound buffers. Out: commands on the queue. Waits for nothing. */
#include "profile/hostcopy.h"

#include <stdlib.h>

#include "profile/clerr.h"
#include "profile/fill_ref.h"

int prof_host_make(prof_bound *b, prof_fail *f) {
    b->host = malloc(b->bytes);
    b->back = malloc(b->bytes);
    if (!b->host || !b->back)
        return prof_refuse(f, PROF_OUT_OF_MEMORY, "no %zu bytes for a copy on the host", b->bytes);
    prof_fill_ref(&b->fill, b->host, b->bytes);
    return 0;
}

void prof_host_release(prof_bound *b) {
    free(b->host);
    free(b->back);
    b->host = b->back = NULL;
}

int prof_host_send(prof_engine *g, const prof_launch *l, prof_fail *f) {
    for (int i = 0; i < l->n_bound; i++) {
        const prof_bound *b = &l->bound[i];
        cl_int rc = clEnqueueWriteBuffer(g->queue, b->buf->mem, CL_FALSE, 0, b->bytes, b->host, 0,
                                         NULL, NULL);
        if (rc != CL_SUCCESS)
            return prof_cl_fail(f, PROF_LAUNCH_FAILED, "clEnqueueWriteBuffer", rc);
    }
    return 0;
}

int prof_host_fetch(prof_engine *g, const prof_launch *l, prof_fail *f) {
    for (int i = 0; i < l->n_bound; i++) {
        const prof_bound *b = &l->bound[i];
        cl_int rc = clEnqueueReadBuffer(g->queue, b->buf->mem, CL_FALSE, 0, b->bytes, b->back, 0,
                                        NULL, NULL);
        if (rc != CL_SUCCESS) return prof_cl_fail(f, PROF_LAUNCH_FAILED, "clEnqueueReadBuffer", rc);
    }
    return 0;
}
