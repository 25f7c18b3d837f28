// Lets the handler of SIGABRT run when the program aborts, so that its terminal is restored. Before glibc 2.41, abort(3)
// unblocked the signal first. Since then it does not, and the threads of Swift's pool block it: an error that the Swift
// runtime or the C++ library finds there would end the program without the handler.
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static atomic_flag is_aborting = ATOMIC_FLAG_INIT;
static _Thread_local int aborts_here;

_Noreturn void abort(void) {
    // The handler of the first thread must come to its end before another thread ends the program. That takes
    // milliseconds; a handler that hangs, or that a fork has left behind, is not waited for longer than two seconds.
    const struct timespec ten_milliseconds = {0, 10000000};
    for (int turn = 0; turn < 200 && !aborts_here && atomic_flag_test_and_set(&is_aborting); turn++)
        nanosleep(&ten_milliseconds, NULL);
    aborts_here = 1;
    sigset_t aborting;
    sigemptyset(&aborting);
    sigaddset(&aborting, SIGABRT);
    pthread_sigmask(SIG_UNBLOCK, &aborting, NULL);
    raise(SIGABRT);
    // Its handler returned, or it was ignored.
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
    _exit(128 + SIGABRT);
}
