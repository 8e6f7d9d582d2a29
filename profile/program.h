/* Building the kernel under test from source. */
#ifndef LLMPERF_PROFILE_PROGRAM_H
#define LLMPERF_PROFILE_PROGRAM_H

#include "profile/engine.h"

/* Replaces the engine's program. std: "CL1.2", "CL2.0", "CL3.0". A source that does not build is
 * refused with the compiler's first error line, not fatally. */
int prof_program_build(prof_engine *g, const char *source, const char *name, const char *std,
                       prof_fail *f);
void prof_program_drop(prof_engine *g);

/* The first line of a build log that tells an error, else its first line, printable; caller frees.
 */
char *prof_first_error_line(const char *log);

#endif
