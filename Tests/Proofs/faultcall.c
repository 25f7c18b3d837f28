// Makes one call of a program fail: the Nth of a kind, with a chosen errno. Preloaded
// (LD_PRELOAD), it stands between the program and the C library, and lets every other call pass.
//
//   FOOTFALL_FAULT_CALL   pwrite, write, fdatasync, fsync, fallocate, ftruncate, rename, open,
//                         mkdir, close, unlink or flock; renameat and its like count as rename;
//                         or pthread_create, which fails as it does where there are no more threads
//   FOOTFALL_FAULT_AT     which of them, from 1; without it nothing fails
//   FOOTFALL_FAULT_ERRNO  EIO, ENOSPC, EINTR, EINVAL, EOPNOTSUPP, or SHORT: half of the bytes are written
//   FOOTFALL_FAULT_LASTS  1: every call from the Nth on fails
//   FOOTFALL_FAULT_UNDER  only calls on files below this folder count
//   FOOTFALL_FAULT_COUNT  a file that the number of such calls is left in at the end
//   FOOTFALL_FAULT_NAME   a file that the paths are left in on which a call was made to fail
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static const char *call, *under;
static long at;
static int fault;  // an errno, or -1 for a short write
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
            : strcmp(name, "SHORT") == 0  ? -1
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

/// Counts a call on a path, and says whether it is the one.
static bool fails(const char *name, const char *path) {
    if (!call || strcmp(call, name) != 0 || !is_below(path)) return false;
    long number = atomic_fetch_add(&seen, 1) + 1;
    if (at == 0 || (number != at && !(lasts && number > at))) return false;
    leave_name(path);
    return true;
}

static bool fails_at_path(const char *name, const char *path) {
    char whole[PATH_MAX];
    if (path[0] == '/') return fails(name, path);
    if (!call || !getcwd(whole, sizeof whole)) return false;
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
    if (!call || strcmp(call, name) != 0 || !path_of(descriptor, path, sizeof path)) return false;
    return fails(name, path);
}

/// Of a file that is named in an open folder: as the call that takes a path.
static bool fails_in_folder(const char *name, int folder, const char *file) {
    char path[PATH_MAX];
    if (folder == AT_FDCWD || file[0] == '/') return fails_at_path(name, file);
    if (!call || strcmp(call, name) != 0 || !path_of(folder, path, sizeof path)) return false;
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

typedef ssize_t (*pwrite_call)(int, const void *, size_t, off_t);
typedef ssize_t (*write_call)(int, const void *, size_t);

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    NEXT(pwrite_call, "pwrite");
    if (fails_at_descriptor("pwrite", file)) {
        if (fault >= 0) return failing();
        count = count > 1 ? count / 2 : count;
    }
    return next(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    return pwrite(file, bytes, count, offset);
}

ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(write_call, "write");
    if (fails_at_descriptor("write", file)) {
        if (fault >= 0) return failing();
        count = count > 1 ? count / 2 : count;
    }
    return next(file, bytes, count);
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

int renameat(int folder, const char *from, int other, const char *to) {
    typedef int (*real)(int, const char *, int, const char *);
    NEXT(real, "renameat");
    return fails_in_folder("rename", folder, from) ? failing() : next(folder, from, other, to);
}

int mkdirat(int folder, const char *name, mode_t mode) {
    typedef int (*real)(int, const char *, mode_t);
    NEXT(real, "mkdirat");
    return fails_in_folder("mkdir", folder, name) ? failing() : next(folder, name, mode);
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

int openat(int folder, const char *name, int flags, ...) {
    typedef int (*real)(int, const char *, int, ...);
    NEXT(real, "openat");
    READ_MODE(mode, flags);
    return fails_in_folder("open", folder, name) ? failing() : next(folder, name, flags, mode);
}

int open(const char *path, int flags, ...) {
    typedef int (*real)(const char *, int, ...);
    NEXT(real, "open");
    READ_MODE(mode, flags);
    return fails_at_path("open", path) ? failing() : next(path, flags, mode);
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
