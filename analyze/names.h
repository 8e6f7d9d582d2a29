/* Names as numbers, and sets of (name, chunk). Both are zero-initialised and own their memory, but
 * not the tokens. */
#ifndef AN_NAMES_H
#define AN_NAMES_H

#include "analyze/pp_lex.h"

#define AN_NO_NAME UINT32_MAX

/* Identifiers as numbers. */
typedef struct an_names {
    const pp_tok **v; /* first token of each name */
    size_t n, cap;
    uint32_t *slots; /* hash table of number + 1 */
    size_t n_slots;
} an_names;

uint32_t an_name_add(an_names *names, const pp_tok *t);
uint32_t an_name_find(const an_names *names, const char *s, size_t n); /* AN_NO_NAME when unknown */
void an_names_free(an_names *names);

/* A set of (name, chunk), sorted by both once an_links_sort was called. */
typedef struct an_link {
    uint32_t name, chunk;
} an_link;

typedef struct an_links {
    an_link *v;
    size_t n, cap;
} an_links;

void an_links_add(an_links *l, uint32_t name, uint32_t chunk);
void an_links_sort(an_links *l); /* also removes repeats */
bool an_links_has(const an_links *l, uint32_t name, uint32_t chunk);
const an_link *an_links_of(const an_links *l, uint32_t name, size_t *n); /* all chunks of a name */

#endif
