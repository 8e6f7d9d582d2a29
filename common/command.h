/* A program of several commands: `PROGRAM COMMAND [options]`. */
#ifndef LP_COMMAND_H
#define LP_COMMAND_H

typedef struct lp_command {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is the command's name; returns the exit status */
    const char *help;                  /* one line */
} lp_command;

typedef struct lp_program {
    const char *name, *title; /* title: what --help says above the commands */
    const lp_command *commands;
    int n;
    const char *words; /* what users type before the command: "llmperf db"; NULL: name */
} lp_program;

/* The program's main: runs the command that argv names, answers --help and --version, and checks
 * that all of standard output was written. Returns the exit status. */
int lp_program_main(const lp_program *p, int argc, char **argv);

#endif
