/* The version text, apart from opt.c so that a new commit recompiles only this file. */
#include "common/opt.h"

#include "version_gen.h"

const char *lp_version(void) {
    return LP_VERSION " (commit " LP_GIT_REV ")";
}

const char *lp_release(void) {
    return LP_VERSION;
}

const char *lp_released(void) {
    return LP_RELEASED;
}
