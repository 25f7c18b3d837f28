// Makes one call of a program fail: the Nth of a kind, with a chosen errno; or kills the program
// there. Preloaded (LD_PRELOAD), it stands between the program and the C library, and lets every
// other call pass.
//
//   FOOTFALL_FAULT_CALL   pwrite, write, fdatasync, fsync, fallocate, ftruncate, rename, open,
//                         mkdir, rmdir, link, close, unlink or flock; renameat and its like count as
//                         rename, pwritev as pwrite; create is an open that may make a file; change is
//                         each of them that changes the disk or synchronizes it;
//                         or pthread_create, which fails as it does where there are no more threads
//   FOOTFALL_FAULT_AT     which of them, from 1; without it nothing fails
//   FOOTFALL_FAULT_ERRNO  EIO, ENOSPC, EINTR, EINVAL, EOPNOTSUPP, or SHORT: half of the bytes are written;
//                         KILL: SIGKILL right before the call; KILL_HALF: after half of the bytes were
//                         written, and before a call that writes none
//   FOOTFALL_FAULT_LASTS  1: every call from the Nth on fails
//   FOOTFALL_FAULT_UNDER  only calls on files below this folder count
//   FOOTFALL_FAULT_COUNT  a file that the number of such calls is left in at the end
//   FOOTFALL_FAULT_NAME   a file that the paths are left in on which a call was made to fail
//   FOOTFALL_FAULT_LIST   a file that each such call is told in, before it is made: its kind, its path
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *call, *under;
static long at;
static int fault;  // an errno, or one of the following
enum { SHORT_WRITE = -1, KILL_BEFORE = -2, KILL_HALF = -3 };
static bool lasts;
static atomic_long seen;

__attribute__((constructor)) static void read_wishes(void) {
    call = getenv("FOOTFALL_FAULT_CALL");
    under = getenv("FOOTFALL_FAULT_UNDER");
    const char *number = getenv("FOOTFALL_FAULT_AT");
    at = number ? atol(number) : 0;
    lasts = getenv("FOOTFALL_FAULT_LASTS") != NULL;
    const char *name = getenv("FOOTFALL_FAULT_ERRNO");
    fault = !name                        ? EIO
            : strcmp(name, "ENOSPC") == 0 ? ENOSPC
            : strcmp(name, "EINTR") == 0  ? EINTR
            : strcmp(name, "EINVAL") == 0 ? EINVAL
            : strcmp(name, "EOPNOTSUPP") == 0 ? EOPNOTSUPP
            : strcmp(name, "SHORT") == 0  ? SHORT_WRITE
            : strcmp(name, "KILL") == 0   ? KILL_BEFORE
            : strcmp(name, "KILL_HALF") == 0 ? KILL_HALF
                                          : EIO;
}

__attribute__((destructor)) static void leave_count(void) {
    const char *path = getenv("FOOTFALL_FAULT_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld\n", atomic_load(&seen));
    fclose(file);
}

static bool is_below(const char *path) {
    if (!under) return true;
    size_t length = strlen(under);
    return strncmp(path, under, length) == 0 && (path[length] == '/' || path[length] == 0);
}

static void leave_name(const char *path) {
    const char *log = getenv("FOOTFALL_FAULT_NAME");
    FILE *file = log ? fopen(log, "a") : NULL;
    if (!file) return;
    fprintf(file, "%s\n", path);
    fclose(file);
}

static void list(const char *name, const char *path) {
    const char *log = getenv("FOOTFALL_FAULT_LIST");
    FILE *file = log ? fopen(log, "a") : NULL;
    if (!file) return;
    fprintf(file, "%s %s\n", name, path);
    fclose(file);
}

static bool is_any_of(const char *name, const char *const *names) {
    for (; *names; names++)
        if (strcmp(name, *names) == 0) return true;
    return false;
}

static bool writes(const char *name) {
    return is_any_of(name, (const char *const[]){"write", "pwrite", NULL});
}

/// Whether a call of this name is of the kind that is asked for.
static bool is_meant(const char *name) {
    if (!call) return false;
    if (strcmp(call, "change") == 0)
        return writes(name)
               || is_any_of(name, (const char *const[]){"create", "ftruncate", "fallocate", "rename", "link",
                                                        "unlink", "mkdir", "rmdir", "fsync", "fdatasync", NULL});
    return strcmp(call, name) == 0 || (strcmp(call, "open") == 0 && strcmp(name, "create") == 0);
}

/// The process is gone before the next statement; its other threads go with it.
static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

/// Counts a call on a path, and says whether it is the one.
static bool fails(const char *name, const char *path) {
    if (!is_meant(name) || !is_below(path)) return false;
    long number = atomic_fetch_add(&seen, 1) + 1;
    list(name, path);
    if (at == 0 || (number != at && !(lasts && number > at))) return false;
    leave_name(path);
    if (fault == KILL_BEFORE || (fault == KILL_HALF && !writes(name))) die();
    return true;
}

static bool fails_at_path(const char *name, const char *path) {
    char whole[PATH_MAX];
    if (path[0] == '/') return fails(name, path);
    if (!is_meant(name) || !getcwd(whole, sizeof whole)) return false;
    if (strlen(whole) + strlen(path) + 2 > sizeof whole) return false;
    strcat(whole, "/");
    strcat(whole, path);
    return fails(name, whole);
}

/// The path of an open file; false where it cannot be told.
static bool path_of(int descriptor, char *path, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, size - 1);
    if (length < 0) return false;
    path[length] = 0;
    return true;
}

static bool fails_at_descriptor(const char *name, int descriptor) {
    char path[PATH_MAX];
    if (!is_meant(name) || !path_of(descriptor, path, sizeof path)) return false;
    return fails(name, path);
}

/// Of a file that is named in an open folder: as the call that takes a path.
static bool fails_in_folder(const char *name, int folder, const char *file) {
    char path[PATH_MAX];
    if (folder == AT_FDCWD || file[0] == '/') return fails_at_path(name, file);
    if (!is_meant(name) || !path_of(folder, path, sizeof path)) return false;
    if (strlen(path) + strlen(file) + 2 > sizeof path) return false;
    strcat(path, "/");
    strcat(path, file);
    return fails(name, path);
}

#define NEXT(type, name) \
    static type next;    \
    if (!next) next = (type)dlsym(RTLD_NEXT, name)

static int failing(void) {
    errno = fault < 0 ? EIO : fault;
    return -1;
}

/// Answers what a write did; of half a write before a kill nobody learns.
static ssize_t written(ssize_t answer) {
    if (fault == KILL_HALF) die();
    return answer;
}

static size_t half(size_t count) { return count > 1 ? count / 2 : count; }

typedef ssize_t (*pwrite_call)(int, const void *, size_t, off_t);
typedef ssize_t (*write_call)(int, const void *, size_t);

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    NEXT(pwrite_call, "pwrite");
    if (!fails_at_descriptor("pwrite", file)) return next(file, bytes, count, offset);
    return fault >= 0 ? failing() : written(next(file, bytes, half(count), offset));
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    return pwrite(file, bytes, count, offset);
}

ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(write_call, "write");
    if (!fails_at_descriptor("write", file)) return next(file, bytes, count);
    return fault >= 0 ? failing() : written(next(file, bytes, half(count)));
}

/// Of several pieces the first one is written, or half of the only one.
static struct iovec some(const struct iovec *pieces, int count) {
    struct iovec first = count > 0 ? pieces[0] : (struct iovec){0};
    if (count == 1) first.iov_len = half(first.iov_len);
    return first;
}

ssize_t writev(int file, const struct iovec *pieces, int count) {
    typedef ssize_t (*real)(int, const struct iovec *, int);
    NEXT(real, "writev");
    if (!fails_at_descriptor("write", file)) return next(file, pieces, count);
    struct iovec first = some(pieces, count);
    return fault >= 0 ? failing() : written(next(file, &first, 1));
}

ssize_t pwritev(int file, const struct iovec *pieces, int count, off_t offset) {
    typedef ssize_t (*real)(int, const struct iovec *, int, off_t);
    NEXT(real, "pwritev");
    if (!fails_at_descriptor("pwrite", file)) return next(file, pieces, count, offset);
    struct iovec first = some(pieces, count);
    return fault >= 0 ? failing() : written(next(file, &first, 1, offset));
}

ssize_t pwritev64(int file, const struct iovec *pieces, int count, off64_t offset) {
    return pwritev(file, pieces, count, offset);
}

#define ON_DESCRIPTOR(function, declaration, arguments, file) \
    int function declaration {                                \
        typedef int(*real) declaration;                       \
        NEXT(real, #function);                                \
        if (fails_at_descriptor(#function, file)) return failing(); \
        return next arguments;                                \
    }

ON_DESCRIPTOR(fdatasync, (int file), (file), file)
ON_DESCRIPTOR(fsync, (int file), (file), file)
ON_DESCRIPTOR(ftruncate, (int file, off_t length), (file, length), file)
ON_DESCRIPTOR(fallocate, (int file, int mode, off_t from, off_t length),
              (file, mode, from, length), file)
ON_DESCRIPTOR(flock, (int file, int how), (file, how), file)

int ftruncate64(int file, off64_t length) { return ftruncate(file, length); }

int fallocate64(int file, int mode, off64_t from, off64_t length) {
    return fallocate(file, mode, from, length);
}

/// Closed all the same, as Linux does it.
int close(int file) {
    typedef int (*real)(int);
    NEXT(real, "close");
    bool fail = fails_at_descriptor("close", file);
    int answer = next(file);
    return fail ? failing() : answer;
}

int rename(const char *from, const char *to) {
    typedef int (*real)(const char *, const char *);
    NEXT(real, "rename");
    return fails_at_path("rename", from) ? failing() : next(from, to);
}

int mkdir(const char *path, mode_t mode) {
    typedef int (*real)(const char *, mode_t);
    NEXT(real, "mkdir");
    return fails_at_path("mkdir", path) ? failing() : next(path, mode);
}

int unlink(const char *path) {
    typedef int (*real)(const char *);
    NEXT(real, "unlink");
    return fails_at_path("unlink", path) ? failing() : next(path);
}

int rmdir(const char *path) {
    typedef int (*real)(const char *);
    NEXT(real, "rmdir");
    return fails_at_path("rmdir", path) ? failing() : next(path);
}

int renameat(int folder, const char *from, int other, const char *to) {
    typedef int (*real)(int, const char *, int, const char *);
    NEXT(real, "renameat");
    return fails_in_folder("rename", folder, from) ? failing() : next(folder, from, other, to);
}

int renameat2(int folder, const char *from, int other, const char *to, unsigned flags) {
    typedef int (*real)(int, const char *, int, const char *, unsigned);
    NEXT(real, "renameat2");
    return fails_in_folder("rename", folder, from) ? failing() : next(folder, from, other, to, flags);
}

int mkdirat(int folder, const char *name, mode_t mode) {
    typedef int (*real)(int, const char *, mode_t);
    NEXT(real, "mkdirat");
    return fails_in_folder("mkdir", folder, name) ? failing() : next(folder, name, mode);
}

int linkat(int folder, const char *from, int other, const char *to, int flags) {
    typedef int (*real)(int, const char *, int, const char *, int);
    NEXT(real, "linkat");
    return fails_in_folder("link", other, to) ? failing() : next(folder, from, other, to, flags);
}

int unlinkat(int folder, const char *name, int flags) {
    typedef int (*real)(int, const char *, int);
    NEXT(real, "unlinkat");
    return fails_in_folder("unlink", folder, name) ? failing() : next(folder, name, flags);
}

/// The mode that follows the flags where a file may be made.
#define READ_MODE(mode, flags)               \
    mode_t mode = 0;                         \
    if (flags & (O_CREAT | O_TMPFILE)) {     \
        va_list rest;                        \
        va_start(rest, flags);               \
        mode = va_arg(rest, mode_t);         \
        va_end(rest);                        \
    }

static const char *open_kind(int flags) { return flags & (O_CREAT | O_TRUNC) ? "create" : "open"; }

int openat(int folder, const char *name, int flags, ...) {
    typedef int (*real)(int, const char *, int, ...);
    NEXT(real, "openat");
    READ_MODE(mode, flags);
    return fails_in_folder(open_kind(flags), folder, name) ? failing() : next(folder, name, flags, mode);
}

int open(const char *path, int flags, ...) {
    typedef int (*real)(const char *, int, ...);
    NEXT(real, "open");
    READ_MODE(mode, flags);
    return fails_at_path(open_kind(flags), path) ? failing() : next(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    READ_MODE(mode, flags);
    return open(path, flags, mode);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *given) {
    typedef int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    NEXT(real, "pthread_create");
    if (fails("pthread_create", under ? under : "")) return EAGAIN;
    return next(thread, attributes, body, given);
}
