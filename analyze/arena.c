/* Purpose: bump allocation for one inference. In: sizes. Out: zeroed memory. Does not free single
 * objects. */
#include "analyze/arena.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"

struct an_chunk {
    struct an_chunk *next;
    size_t used, size;
    alignas(max_align_t) char bytes[];
};

enum { CHUNK_BYTES = 64 * 1024 };

void *an_arena_alloc(an_arena *a, size_t n) {
    n = (n + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1);
    if (!a->chunks || a->chunks->size - a->chunks->used < n) {
        size_t size = n > CHUNK_BYTES ? n : CHUNK_BYTES;
        struct an_chunk *c = lp_alloc(1, sizeof *c + size);
        c->size = size;
        c->next = a->chunks;
        a->chunks = c;
    }
    void *p = a->chunks->bytes + a->chunks->used;
    a->chunks->used += n;
    a->used_bytes += n;
    return p;
}

char *an_arena_strndup(an_arena *a, const char *s, size_t n) {
    char *p = an_arena_alloc(a, n + 1);
    memcpy(p, s, n);
    return p;
}

void an_arena_free(an_arena *a) {
    while (a->chunks) {
        struct an_chunk *next = a->chunks->next;
        free(a->chunks);
        a->chunks = next;
    }
    a->used_bytes = 0;
}
