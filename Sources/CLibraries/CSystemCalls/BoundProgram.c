// Starts a program that the kernel kills when the thread that started it ends, even by a kill. posix_spawn(3) cannot do
// this: the child must ask for it between fork and exec, where it shares the parent's memory and may only make system
// calls.
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The child's part until it becomes another program; never returns.
static void become(char *const *words, char *const *variables, int output, int errors, int parent, volatile int *problem) {
    // No signal may run the parent's handlers in the child.
    struct sigaction plain = {.sa_handler = SIG_DFL};
    for (int number = 1; number < NSIG; number++) sigaction(number, &plain, NULL);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) goto failed;
    // A terminal's Ctrl-C goes to the parent, which ends the child.
    setpgid(0, 0);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
        dup2(errors, STDERR_FILENO) < 0)
        goto failed;
    if (syscall(SYS_close_range, (unsigned)(STDERR_FILENO + 1), ~0U, 0) != 0) {
        long most = sysconf(_SC_OPEN_MAX);
        for (int number = STDERR_FILENO + 1; number < most; number++) close(number);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvpe(words[0], words, variables);
failed:
    *problem = errno != 0 ? errno : ECHILD;
    _exit(127);
}

int footfall_start_bound(char *const *words, char *const *variables, int output, int errors) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    volatile int problem = 0;
    int parent = getpid();
    // vfork suspends this thread until the child is another program, or has failed.
    pid_t child = vfork();
    if (child == 0) become(words, variables, output, errors, parent, &problem);
    int saved = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (child > 0 && problem == 0) return child;
    // It failed before it became the program: reap it here, because nobody else knows of it.
    if (child > 0) waitpid(child, NULL, 0);
    errno = child > 0 ? problem : saved;
    return -1;
}

int footfall_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }
