/* The subcommands of llmperf-db: one a file, dispatched by main.c. Each parses its options, calls
 * one function of ops.h and prints the result; returns the exit status. */
#ifndef LLMPERF_DB_CMD_H
#define LLMPERF_DB_CMD_H

#include "common/opt.h"
#include "db/ops.h"

int db_cmd_init(int argc, char **argv);
int db_cmd_stats(int argc, char **argv);
int db_cmd_card(int argc, char **argv);
int db_cmd_balance(int argc, char **argv);
int db_cmd_split(int argc, char **argv);
int db_cmd_export(int argc, char **argv);
int db_cmd_check(int argc, char **argv);
int db_cmd_merge(int argc, char **argv);
int db_cmd_sample(int argc, char **argv);

/* What every subcommand needs: its database, the stored configuration, the last error. */
typedef struct db_session {
    db *d;
    lp_campaign campaign;
    lp_err err;
    const char *interrupted; /* what Ctrl-C left; NULL: the work in progress was taken back */
} db_session;

#define DB_PROG "llmperf-db"
#define DB_OPT_DB(dest) {"db", 0, LP_OPT_STR, &(dest), "FILE", "the campaign database"}
#define DB_OPT_JSON(dest) {"json", 0, LP_OPT_FLAG, &(dest), NULL, "print the result as JSON"}

/* Opens `path` (NULL: a usage error) and loads the configuration. -1 to go on, else the exit
 * status, after a message. Ctrl-C from here on ends the statement that runs. */
int db_session_begin(db_session *s, const lp_cmd *cmd, const char *path, db_mode mode);
/* Closes everything; the exit status for rc (0 done, else s->err is printed). */
int db_session_end(db_session *s, int rc);

#endif
