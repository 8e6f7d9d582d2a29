/* Ctrl-C and SIGTERM: the first sets a flag, the second ends the process.
 *
 * In: signals. Out: lp_interrupted(). Does not wake anything but system calls that a signal
 * interrupts (poll, sleep). */
#include "common/intr.h"

#include <signal.h>
#include <unistd.h>

#include "common/error.h"

static volatile sig_atomic_t interrupted;

static void on_signal(int sig) {
    (void)sig;
    if (interrupted) _exit(LP_EXIT_INTR);
    interrupted = 1;
}

/* Also replaces an inherited "ignore": a shell script that starts a campaign in the background must
 * be able to stop it. SA_RESTART: only poll and sleeps end early, so that no library underneath
 * meets a failed read or write. */
void lp_intr_install(void) {
    struct sigaction sa = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    sigemptyset(&sa.sa_mask);
    sigaction(SIGINT, &sa, NULL);
    sigaction(SIGTERM, &sa, NULL);
}

bool lp_interrupted(void) {
    return interrupted != 0;
}
