// Restricts the files that a child may open, if it must open some: the system's files that libraries read, and either
// USB devices and one serial port, or one named file to read, but no other files of users. The system call filter
// cannot see paths; Landlock can. A process in a Landlock domain also cannot read the memory of processes outside, by
// ptrace or by /proc/PID/mem.
#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define READS (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)

// All rights of Landlock's first version: a later kernel restricts more only on request.
static const uint64_t watched = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | READS |
    LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
    LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

// Libraries and their settings.
static const char *const library_places[] = {"/usr", "/lib", "/lib64", "/etc", NULL};
// A resolver's settings, where the programs that maintain them put them.
static const char *const resolver_places[] = {
    "/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager", "/run/connman", NULL,
};
// What libraries read to find devices.
static const char *const device_places[] = {"/sys", "/run/udev", NULL};
// USB devices, including those plugged in later.
static const char *const usb_places[] = {"/dev/bus/usb", NULL};

static int allow_below(int rules, const char *place, uint64_t access) {
    int folder = open(place, O_PATH | O_CLOEXEC);
    // A missing folder needs no right.
    if (folder < 0) return 0;
    struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = folder};
    int problem =
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0 ? 0 : errno;
    close(folder);
    return problem;
}

static int allow_below_all(int rules, const char *const *place, uint64_t access) {
    int problem = 0;
    for (; *place && !problem; place++) problem = allow_below(rules, *place, access);
    return problem;
}

// Whether a path is a device, not a user's file.
static int is_device(const char *path) {
    struct stat found;
    return stat(path, &found) == 0 && S_ISCHR(found.st_mode);
}

int footfall_limit_files(int needs, const char *file) {
    struct landlock_ruleset_attr all = {.handled_access_fs = watched};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all.handled_access_fs, 0);
    if (rules < 0) return errno;
    int problem = allow_below_all(rules, library_places, READS);
    switch (needs) {
    case FOOTFALL_NEEDS_NAMES:
        if (!problem) problem = allow_below_all(rules, resolver_places, READS);
        break;
    case FOOTFALL_NEEDS_DEVICES:
        if (!problem) problem = allow_below_all(rules, device_places, READS);
        if (!problem) problem = allow_below_all(rules, usb_places, READS | LANDLOCK_ACCESS_FS_WRITE_FILE);
        if (!problem && file && is_device(file))
            problem = allow_below(rules, file, LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
        break;
    default:
        if (!problem && file) problem = allow_below(rules, file, LANDLOCK_ACCESS_FS_READ_FILE);
    }
    if (!problem && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(SYS_landlock_restrict_self, rules, 0) != 0))
        problem = errno;
    close(rules);
    return problem;
}

int footfall_reaches_parent(void) {
    char path[32];
    snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid());
    int memory = open(path, O_RDONLY | O_CLOEXEC);
    if (memory < 0) return 0;
    close(memory);
    return 1;
}
