// What others do to an input device beside the recorder, straight through the kernel's own calls.
//
//   input-peer state NODE        prints what it holds: `key CODE` and `finger SLOT ID X Y`, one a line
//   input-peer grab NODE         grabs it until killed; prints `grabbed`
//   input-peer revoke PID NODE   takes the descriptors by which that process has it open, and has the
//                                kernel revoke them, as a session manager would; prints how many
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SLOTS = 64 };

static _Noreturn void give_up(const char *what) {
    fprintf(stderr, "input-peer: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int opened(const char *node) {
    int descriptor = open(node, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) give_up(node);
    return descriptor;
}

static void values_of(int descriptor, int code, int *values) {
    struct {
        __u32 code;
        __s32 values[SLOTS];
    } request = {.code = (__u32)code};
    if (ioctl(descriptor, EVIOCGMTSLOTS(sizeof request), &request) < 0) give_up("its slots");
    memcpy(values, request.values, sizeof request.values);
}

static void tell_state(const char *node) {
    int descriptor = opened(node);
    unsigned char keys[KEY_CNT / 8 + 1] = {0};
    if (ioctl(descriptor, EVIOCGKEY(sizeof keys), keys) < 0) give_up("its keys");
    for (int key = 0; key < KEY_CNT; key++)
        if (keys[key / 8] >> key % 8 & 1) printf("key %d\n", key);
    struct input_absinfo slots;
    if (ioctl(descriptor, EVIOCGABS(ABS_MT_SLOT), &slots) < 0 || slots.maximum <= 0) return;
    int ids[SLOTS], x[SLOTS], y[SLOTS];
    values_of(descriptor, ABS_MT_TRACKING_ID, ids);
    values_of(descriptor, ABS_MT_POSITION_X, x);
    values_of(descriptor, ABS_MT_POSITION_Y, y);
    for (int slot = 0; slot <= slots.maximum && slot < SLOTS; slot++)
        if (ids[slot] >= 0) printf("finger %d %d %d %d\n", slot, ids[slot], x[slot], y[slot]);
}

static void grab(const char *node) {
    int descriptor = opened(node);
    if (ioctl(descriptor, EVIOCGRAB, 1) < 0) give_up("the grab");
    printf("grabbed\n");
    fflush(stdout);
    for (;;) pause();
}

static int revoke_all(const char *process, const char *node) {
    char folder[64], path[320], target[64];
    int revoked = 0, handle = (int)syscall(SYS_pidfd_open, atoi(process), 0);
    if (handle < 0) give_up("the process");
    snprintf(folder, sizeof folder, "/proc/%.20s/fd", process);
    DIR *descriptors = opendir(folder);
    if (!descriptors) give_up(folder);
    for (struct dirent *entry; (entry = readdir(descriptors));) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        ssize_t size = readlink(path, target, sizeof target - 1);
        target[size < 0 ? 0 : size] = 0;
        if (strcmp(target, node) != 0) continue;
        int descriptor = (int)syscall(SYS_pidfd_getfd, handle, atoi(entry->d_name), 0);
        if (descriptor < 0) give_up("its descriptor");
        if (ioctl(descriptor, EVIOCREVOKE, 0) < 0) give_up("revoking it");
        revoked++;
    }
    closedir(descriptors);
    printf("%d\n", revoked);
    return revoked > 0 ? 0 : 1;
}

int main(int count, char **values) {
    const char *word = count > 2 ? values[1] : "";
    if (strcmp(word, "state") == 0 && count == 3) {
        tell_state(values[2]);
    } else if (strcmp(word, "grab") == 0 && count == 3) {
        grab(values[2]);
    } else if (strcmp(word, "revoke") == 0 && count == 4) {
        return revoke_all(values[2], values[3]);
    } else {
        fprintf(stderr, "usage: %s state NODE | grab NODE | revoke PID NODE\n", values[0]);
        return 2;
    }
    return 0;
}
