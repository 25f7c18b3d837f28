// Lets the handler of SIGABRT run when the program aborts, so that its terminal is restored. Before glibc 2.41, abort(3)
// unblocked the signal first. Since then it does not, and the threads of Swift's pool block it: an error that the Swift
// runtime or the C++ library finds there would end the program without the handler.
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

_Noreturn void abort(void) {
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
