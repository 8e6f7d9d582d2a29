/* Building the kernel under test from source. */
#ifndef LLMPERF_PROFILE_PROGRAM_H
#define LLMPERF_PROFILE_PROGRAM_H

#include "profile/engine.h"

/* Replaces the engine's program. std: "CL1.2", "CL2.0", "CL3.0". A source that does not build is
 * refused with the compiler's first error line, not fatally. */
int prof_program_build(prof_engine *g, const char *source, const char *name, const char *std,
                       prof_fail *f);
/* The same for a program that runs once and is not timed: without optimising where that saves time.
 */
int prof_program_build_once(prof_engine *g, const char *source, const char *name, const char *std,
                            prof_fail *f);
void prof_program_drop(prof_engine *g);

/* Writes what the driver compiled to the cache. */
int prof_program_save(prof_engine *g, const char *path, lp_err *e);
/* Replaces the engine's program by one from the cache; -1 when there is none that the driver takes.
 */
int prof_program_load(prof_engine *g, const char *path, const char *name);

/* The first line of a build log that tells an error, else its first line, printable; caller frees.
 */
char *prof_first_error_line(const char *log);

#endif
