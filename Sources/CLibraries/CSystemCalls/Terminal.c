// Restores a terminal when the program ends, also when it crashes. This may happen in a signal handler of a crashing
// program, so `restore` calls only functions that are safe there, such as poll(2), write(2) and tcsetattr(3).
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

static locale_t characters;
static pthread_once_t characters_once = PTHREAD_ONCE_INIT;

static void open_characters(void) { characters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

int footfall_columns_of_character(uint32_t character) {
    pthread_once(&characters_once, open_characters);
    if (characters == (locale_t)0) return -2;
    locale_t before = uselocale(characters);
    int columns = wcwidth((wchar_t)character);
    uselocale(before);
    return columns;
}

int footfall_restore_terminal(int descriptor, const void *settings) {
    // SIGTTOU would stop a program in the background.
    sigset_t stop, before;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &stop, &before);
    int answer = tcsetattr(descriptor, TCSANOW, settings);
    int reason = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return answer;
}

int footfall_open_pseudo_terminal(char *path, int length) {
    int descriptor = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) return -1;
    int reason = grantpt(descriptor) != 0 || unlockpt(descriptor) != 0 ? errno : 0;
    if (reason == 0) reason = ptsname_r(descriptor, path, (size_t)length);
    if (reason == 0) return descriptor;
    close(descriptor);
    errno = reason;
    return -1;
}

int footfall_set_terminal_size(int descriptor, int columns, int rows) {
    struct winsize size;
    memset(&size, 0, sizeof size);
    size.ws_col = (unsigned short)columns;
    size.ws_row = (unsigned short)rows;
    return ioctl(descriptor, TIOCSWINSZ, &size);
}

static const int told[] = {SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
static const int broken[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE};
#define COUNT(list) ((int)(sizeof list / sizeof list[0]))

static struct {
    volatile sig_atomic_t is_there, is_armed, endings;
    int descriptor;
    struct termios settings;
    char words[128];
    int length;
    struct sigaction told[COUNT(told)], broken[COUNT(broken)];
    int takes[COUNT(told)];
} guard;

static int notes[2] = {-1, -1};
static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;

static void restore(void) {
    if (!guard.is_there || !guard.is_armed || guard.descriptor < 0) return;
    guard.is_armed = 0;
    // A terminal that accepts no output must not keep the program from ending.
    struct pollfd room = {guard.descriptor, POLLOUT, 0};
    if (poll(&room, 1, 200) == 1) {
        ssize_t written = write(guard.descriptor, guard.words, (size_t)guard.length);
        (void)written;
    }
    footfall_restore_terminal(guard.descriptor, &guard.settings);
}

static void end_by(int number) {
    signal(number, SIG_DFL);
    raise(number);
}

static void note(int number) {
    int saved = errno;
    int asks_for_end = number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT;
    if (asks_for_end && guard.endings++ > 0) {
        restore();
        end_by(number);
    }
    unsigned char byte = (unsigned char)number;
    ssize_t written = write(notes[1], &byte, 1);
    (void)written;
    errno = saved;
}

static void break_down(int number) {
    restore();
    for (int index = 0; index < COUNT(broken); index++) {
        if (broken[index] == number) sigaction(number, &guard.broken[index], NULL);
    }
    // The signal is blocked until this handler returns, and then has the effect that it had without the guard.
    raise(number);
}

int footfall_guard_terminal(int descriptor, const void *settings, const char *words, int length) {
    pthread_mutex_lock(&door);
    int reason = guard.is_there ? EBUSY : 0;
    if (reason == 0 && (length < 0 || length > (int)sizeof guard.words)) reason = EINVAL;
    if (reason == 0 && notes[0] < 0) {
        if (pipe2(notes, O_CLOEXEC | O_NONBLOCK) != 0) reason = errno;
        if (reason == 0) atexit(restore);
    }
    if (reason != 0) {
        pthread_mutex_unlock(&door);
        errno = reason;
        return -1;
    }
    char old[64];
    while (read(notes[0], old, sizeof old) > 0) continue;
    guard.descriptor = descriptor;
    guard.endings = 0;
    guard.is_armed = 0;
    if (settings != NULL) memcpy(&guard.settings, settings, sizeof guard.settings);
    guard.length = length;
    memcpy(guard.words, words, (size_t)length);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_flags = SA_RESTART;
    sigfillset(&action.sa_mask);
    action.sa_handler = note;
    for (int index = 0; index < COUNT(told); index++) {
        sigaction(told[index], NULL, &guard.told[index]);
        // Keeps another part's handler: that part then reports the request to end.
        guard.takes[index] = told[index] == SIGWINCH || guard.told[index].sa_handler == SIG_DFL;
        if (guard.takes[index]) sigaction(told[index], &action, NULL);
    }
    action.sa_flags = 0;
    action.sa_handler = break_down;
    for (int index = 0; index < COUNT(broken); index++) sigaction(broken[index], &action, &guard.broken[index]);
    guard.is_there = 1;
    pthread_mutex_unlock(&door);
    return notes[0];
}

void footfall_arm_terminal_guard(int is_armed) { guard.is_armed = is_armed; }

void footfall_unguard_terminal(void) {
    pthread_mutex_lock(&door);
    if (guard.is_there) {
        guard.is_there = 0;
        for (int index = 0; index < COUNT(told); index++) {
            if (guard.takes[index]) sigaction(told[index], &guard.told[index], NULL);
        }
        for (int index = 0; index < COUNT(broken); index++) sigaction(broken[index], &guard.broken[index], NULL);
    }
    pthread_mutex_unlock(&door);
}
