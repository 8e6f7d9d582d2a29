/* What test programs that run kernels in processes of their own say of a driver's faults. */
#ifndef TESTS_E2E_DRIVER_H
#define TESTS_E2E_DRIVER_H

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>

/* A process ended by a failed assertion of a driver that is known for that (t_driver_aborts of
 * tests/lib.sh): nothing is wrong with what was asked of it. */
static bool driver_aborted(int status) {
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT && getenv("DRIVER_ABORTS");
}

#endif
