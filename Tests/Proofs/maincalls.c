// Tells which calls a program makes of the file system while it runs on its main queue, which is where Swift's main
// actor runs: on Linux that is no thread of its own, so that no list of threads tells it. Preloaded (LD_PRELOAD),
// it looks and lets every call pass.
//
//   FOOTFALL_MAIN_UNDER   only calls on this folder, and on what is below it, are told
//   FOOTFALL_MAIN_LIST    the file that they are told in: the call and the path; and, once, "main queue", at the
//                         first call of any path, which shows that the queue was seen
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))

static const char *under;
static int list = -1;
static atomic_bool has_seen_queue;

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void read_wishes(void) {
    under = getenv("FOOTFALL_MAIN_UNDER");
    const char *path = getenv("FOOTFALL_MAIN_LIST");
    if (path) list = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static bool is_on_main_queue(void) {
    static const char *(*label)(void *);
    if (!label) label = (const char *(*)(void *))dlsym(RTLD_DEFAULT, "dispatch_queue_get_label");
    // Of the queue that this thread serves just now.
    const char *name = label ? label(NULL) : NULL;
    return name && strcmp(name, "com.apple.main-thread") == 0;
}

static void tell(const char *call, const char *path) {
    char line[PATH_MAX + 64];
    int length = snprintf(line, sizeof line, "%s %s\n", call, path);
    if (length > 0) (void)!REAL(write)(list, line, (size_t)length);
}

static void look(const char *call, int folder, const char *path) {
    if (list < 0 || !under || !is_on_main_queue()) return;
    int error = errno;
    if (!atomic_exchange(&has_seen_queue, true)) tell("main", "queue");
    char base[PATH_MAX] = "", whole[PATH_MAX + 256], link[64];
    if (!path || path[0] != '/') {
        if (folder == AT_FDCWD) {
            if (!getcwd(base, sizeof base)) base[0] = 0;
        } else {
            snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
            ssize_t length = readlink(link, base, sizeof base - 1);
            if (length > 0) base[length] = 0;
        }
    }
    snprintf(whole, sizeof whole, "%s%s%s", base, path && path[0] && base[0] ? "/" : "", path ? path : "");
    if (strncmp(whole, under, strlen(under)) == 0) tell(call, whole);
    errno = error;
}

#define LOOK_AT_FILE(type, name, parameters, values, file) \
    type name parameters { \
        look(#name, file, NULL); \
        return REAL(name) values; \
    }
#define LOOK_AT_PATH(type, name, parameters, values, folder, path) \
    type name parameters { \
        look(#name, folder, path); \
        return REAL(name) values; \
    }

LOOK_AT_FILE(ssize_t, read, (int file, void *bytes, size_t count), (file, bytes, count), file)
LOOK_AT_FILE(ssize_t, write, (int file, const void *bytes, size_t count), (file, bytes, count), file)
LOOK_AT_FILE(ssize_t, pread, (int file, void *bytes, size_t count, off_t at), (file, bytes, count, at), file)
LOOK_AT_FILE(ssize_t, pread64, (int file, void *bytes, size_t count, off64_t at), (file, bytes, count, at), file)
LOOK_AT_FILE(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at), file)
LOOK_AT_FILE(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at), file)
LOOK_AT_FILE(int, fsync, (int file), (file), file)
LOOK_AT_FILE(int, fdatasync, (int file), (file), file)
LOOK_AT_FILE(int, ftruncate, (int file, off_t size), (file, size), file)
LOOK_AT_FILE(int, ftruncate64, (int file, off64_t size), (file, size), file)
LOOK_AT_FILE(int, fallocate, (int file, int mode, off_t at, off_t size), (file, mode, at, size), file)
LOOK_AT_FILE(int, flock, (int file, int how), (file, how), file)
LOOK_AT_FILE(int, fstat, (int file, struct stat *status), (file, status), file)
LOOK_AT_FILE(DIR *, fdopendir, (int file), (file), file)
LOOK_AT_PATH(DIR *, opendir, (const char *path), (path), AT_FDCWD, path)
LOOK_AT_PATH(int, stat, (const char *path, struct stat *status), (path, status), AT_FDCWD, path)
LOOK_AT_PATH(int, lstat, (const char *path, struct stat *status), (path, status), AT_FDCWD, path)
LOOK_AT_PATH(int, fstatat, (int folder, const char *path, struct stat *status, int flags),
             (folder, path, status, flags), folder, path)
LOOK_AT_PATH(int, statx, (int folder, const char *path, int flags, unsigned mask, struct statx *status),
             (folder, path, flags, mask, status), folder, path)
LOOK_AT_PATH(int, access, (const char *path, int how), (path, how), AT_FDCWD, path)
LOOK_AT_PATH(int, faccessat, (int folder, const char *path, int how, int flags), (folder, path, how, flags), folder, path)
LOOK_AT_PATH(int, unlink, (const char *path), (path), AT_FDCWD, path)
LOOK_AT_PATH(int, unlinkat, (int folder, const char *path, int flags), (folder, path, flags), folder, path)
LOOK_AT_PATH(int, mkdir, (const char *path, mode_t mode), (path, mode), AT_FDCWD, path)
LOOK_AT_PATH(int, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode), folder, path)
LOOK_AT_PATH(int, rmdir, (const char *path), (path), AT_FDCWD, path)
LOOK_AT_PATH(int, rename, (const char *path, const char *other), (path, other), AT_FDCWD, path)
LOOK_AT_PATH(int, renameat, (int folder, const char *path, int there, const char *other), (folder, path, there, other),
             folder, path)
LOOK_AT_PATH(int, linkat, (int folder, const char *path, int there, const char *other, int flags),
             (folder, path, there, other, flags), folder, path)

static mode_t mode_of(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }

#define LOOK_AT_OPENING(name, parameters, values, folder) \
    int name parameters { \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = mode_of(flags, rest); \
        va_end(rest); \
        look(#name, folder, path); \
        return REAL(name) values; \
    }

LOOK_AT_OPENING(open, (const char *path, int flags, ...), (path, flags, mode), AT_FDCWD)
LOOK_AT_OPENING(open64, (const char *path, int flags, ...), (path, flags, mode), AT_FDCWD)
LOOK_AT_OPENING(openat, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), folder)
LOOK_AT_OPENING(openat64, (int folder, const char *path, int flags, ...), (folder, path, flags, mode), folder)
