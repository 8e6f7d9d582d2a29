/* Internal to common/help*.c: what the formats share. */
#ifndef LP_HELP_INT_H
#define LP_HELP_INT_H

#include "common/help.h"

/* The words that lead to a program: "llmperf db". */
const char *lp_program_words(const lp_program *p);
/* The command's options, then those that every command has; NULL after the last. */
const lp_opt *lp_any_opt(const lp_cmd *cmd, size_t i);
/* Without its full stop, in lower case; caller frees. */
char *lp_first_sentence(const char *s);
/* The next line of a usage text, NULL after the last; *n: length of this one. */
const char *lp_usage_line(const char *usage, size_t *n);

void lp_cmd_markdown(lp_text *out, const lp_cmd *cmd);
void lp_program_markdown(lp_text *out, const lp_program *p);
void lp_cmd_man(lp_text *out, const lp_cmd *cmd, const char *title);
void lp_program_man(lp_text *out, const lp_program *p);
void lp_cmd_bash(lp_text *out, const lp_cmd *cmd);

#endif
