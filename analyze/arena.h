/* Bump allocator: everything one kernel's inference builds is freed at once. Memory is zeroed. */
#ifndef AN_ARENA_H
#define AN_ARENA_H

#include <stddef.h>

typedef struct an_arena {
    struct an_chunk *chunks;
    size_t used_bytes; /* handed out in all */
} an_arena;

void *an_arena_alloc(an_arena *a, size_t n);
char *an_arena_strndup(an_arena *a, const char *s, size_t n);
void an_arena_free(an_arena *a);

#endif
