/* Messages to stderr as `llmperf-STAGE: message`, filtered by -q/-v. */
#ifndef LP_LOG_H
#define LP_LOG_H

/* Quiet shows errors only; normal adds warnings and notes; verbose adds details. */
typedef enum { LP_LOG_QUIET = -1, LP_LOG_NORMAL = 0, LP_LOG_VERBOSE = 1 } lp_log_level;

/* `prog` (borrowed, lives as long as the program) is the prefix of every line. */
void lp_log_init(const char *prog);
const char *lp_log_prog(void);
void lp_log_set_level(lp_log_level level);
lp_log_level lp_log_get_level(void);

void lp_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));   /* always */
void lp_warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));    /* not with -q */
void lp_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));    /* not with -q */
void lp_verbose(const char *fmt, ...) __attribute__((format(printf, 1, 2))); /* with -v */

/* Called before every message (NULL: nothing), so that a progress bar can clear its line first. */
void lp_log_before(void (*fn)(void));

#endif
