/* The child process: owns OpenCL, does one job a line until its input ends. */
#ifndef LLMPERF_PROFILE_WORKER_H
#define LLMPERF_PROFILE_WORKER_H

/* The word after the program's name that makes it a worker; not for users. */
#define PROF_WORKER_FLAG "--worker"

/* Talks on stdin and stdout; does not return. */
_Noreturn void prof_worker_main(void);

#endif
