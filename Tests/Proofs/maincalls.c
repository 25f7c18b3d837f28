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
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))

static const char *under;
static int list = -1;
static atomic_bool has_seen_queue;
// dispatch_queue_get_label; null where a program does not have it.
static const char *(*label)(void *);

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

// Where the program itself begins in memory: it comes first.
static int note_base(struct dl_phdr_info *object, size_t size, void *base) {
    (void)size;
    *(ElfW(Addr) *)base = object->dlpi_addr;
    return 1;
}

// A function of the program itself. With Swift's library linked into it, as in a release, nothing of that is exported
// and dlsym() finds none of it: the table of symbols in the program's file has it.
static void *inside_program(const char *name) {
    int file = REAL(open)("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat status;
    void *found = NULL;
    if (file < 0) return NULL;
    if (REAL(fstat)(file, &status) == 0 && (size_t)status.st_size > sizeof(ElfW(Ehdr))) {
        const char *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
        if (bytes != MAP_FAILED) {
            const ElfW(Ehdr) *head = (const void *)bytes;
            const ElfW(Shdr) *sections = (const void *)(bytes + head->e_shoff);
            ElfW(Addr) base = 0;
            dl_iterate_phdr(note_base, &base);
            for (int at = 0; at < head->e_shnum && !found; ++at) {
                if (sections[at].sh_type != SHT_SYMTAB) continue;
                const ElfW(Sym) *symbols = (const void *)(bytes + sections[at].sh_offset);
                const char *names = bytes + sections[sections[at].sh_link].sh_offset;
                size_t count = sections[at].sh_size / sizeof *symbols;
                for (size_t symbol = 0; symbol < count && !found; ++symbol)
                    if (symbols[symbol].st_value && strcmp(names + symbols[symbol].st_name, name) == 0)
                        found = (void *)(base + symbols[symbol].st_value);
            }
            munmap((void *)bytes, (size_t)status.st_size);
        }
    }
    close(file);
    return found;
}

static int (*program)(int, char **, char **);

static int begin(int count, char **arguments, char **environment) {
    const char *name = "dispatch_queue_get_label", *path = getenv("FOOTFALL_MAIN_LIST");
    label = (const char *(*)(void *))dlsym(RTLD_DEFAULT, name);
    if (!label) label = (const char *(*)(void *))inside_program(name);
    under = getenv("FOOTFALL_MAIN_UNDER");
    if (path) list = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    return program(count, arguments, environment);
}

// Nothing is looked at before the program's main(): a queue that is asked for its label before libdispatch has set
// itself up never runs what is put on it afterwards.
int __libc_start_main(int (*main)(int, char **, char **), int count, char **arguments, void (*set_up)(void),
                      void (*tear_down)(void), void (*tear_down_loader)(void), void *stack_end) {
    program = main;
    return REAL(__libc_start_main)(begin, count, arguments, set_up, tear_down, tear_down_loader, stack_end);
}

static bool is_on_main_queue(void) {
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
LOOK_AT_PATH(int, renameat2, (int folder, const char *path, int there, const char *other, unsigned flags),
             (folder, path, there, other, flags), folder, path)
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
