/* The instrumented copy of a kernel: every access to memory goes through a check, every loop
 * counts. common/probe.h tells what it reports and which prelude it needs. */
#ifndef AN_PROBE_H
#define AN_PROBE_H

#include "analyze/parse.h"

/* Instruments the kernel of that name in a normalised source (analyze/normal.h). `std` is the
 * version that it parses as ("CL1.2").
 *
 * *probe: the instrumented source without the prelude, NULL when it cannot be instrumented.
 * *gap: why not, or the first thing that the instrumentation does not reach, as
 * "source:LINE:COL: why"; NULL when it reaches everything. The caller frees both. Fails only when
 * the source does not parse. */
int an_probe(an_parser *p, const char *source, const char *std, const char *kernel, char **probe,
             char **gap, lp_err *e);

#endif
