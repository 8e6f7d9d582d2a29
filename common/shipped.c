/* Finding the shipped model.
 *
 * Input: where the running program lies. Output: a folder with a config.json, or nothing. Does not
 * look at what is in it. */
#include "common/shipped.h"

#include <stdlib.h>
#include <unistd.h>

#include "common/fs.h"

char *lp_shipped_model(void) {
    static const char *const places[] = {"models/" LP_SHIPPED_MODEL,
                                         "../share/llmperf/models/" LP_SHIPPED_MODEL};
    char *self = lp_self_dir(), *found = NULL;
    for (size_t i = 0; self && !found && i < sizeof places / sizeof *places; i++) {
        char *dir = lp_path_join(self, places[i]), *config = lp_path_join(dir, "config.json");
        if (access(config, R_OK) == 0)
            found = dir;
        else
            free(dir);
        free(config);
    }
    free(self);
    return found;
}
