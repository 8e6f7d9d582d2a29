/* What --version prints: the program's version, and those of the libraries it runs with.
 *
 * In: the table that the program's main registered. Out: two lines on stdout. Apart from version.c,
 * which libllmperf holds, too. */
#include <jansson.h>
#include <stdio.h>
#include <xxhash.h>
#include <yaml.h>

#include "common/opt.h"

static const lp_library *own;
static size_t n_own;

void lp_set_libraries(const lp_library *v, size_t n) {
    own = v;
    n_own = n;
}

static const char *xxhash_version(void) {
    static char text[32];
    unsigned v = XXH_versionNumber();
    snprintf(text, sizeof text, "%u.%u.%u", v / 10000, v / 100 % 100, v % 100);
    return text;
}

void lp_version_print(const char *prog) {
    static const lp_library common[] = {
        {"jansson", jansson_version_str},
        {"libyaml", yaml_get_version_string},
        {"xxHash", xxhash_version},
    };
    printf("%s %s\nlibraries: ", prog, lp_version());
    for (size_t i = 0; i < n_own; i++) printf("%s %s, ", own[i].name, own[i].version());
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        printf("%s%s %s", i ? ", " : "", common[i].name, common[i].version());
    putchar('\n');
}
