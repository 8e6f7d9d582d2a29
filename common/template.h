/* How a synthesised kernel names its template: the first line of its file begins with this mark,
 * then 16 lower-case hex digits and a semicolon. Kernels of one template are one family. */
#ifndef LP_TEMPLATE_H
#define LP_TEMPLATE_H

#define LP_TEMPLATE_MARK "// llmperf-synth: template "
#define LP_TEMPLATE_DIGITS 16

#endif
