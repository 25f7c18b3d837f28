// Somebody who may write to a session folder, or to the folder that sessions are collected in, and wants
// whoever else works there to write, or read, outside. As fast as it can, it puts links, pipes and folders
// in the place of the files that a run makes, and of the session folder itself, and takes them away again.
//
//     adversary SHARED OUTSIDE USER ENDING AMENDED COUNTER
//                                      until it is killed; as this user, by number. A repair gives what it writes
//                                      ENDING, an amendment AMENDED. For each lease that it meets while that is
//                                      written, the file COUNTER becomes a byte longer
//     watch OUTSIDE                    (the same program) tells each time anything there is opened, changed,
//                                      made or deleted, until it is killed
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <libgen.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

// Each name that is written under, and those that are only read.
static const char *const names[] = {
    ".manifest.json.tmp",   ".manifest.json.reserved", ".taskResult.json.tmp", ".taskResult.json.reserved",
    ".answers.json.tmp",    "manifest.json.torn",      "taskResult.json.torn", "motion.json.torn",
    "manifest.json",        "taskResult.json",         "motion.json",          "motion_2.json",
    ".owner",               "walk_motion.json",        "walk_motion_2.json",   "walk_motion.json.torn",
    "walk_motion_2.json.torn", "journal.json",         ".journal.json.tmp",    ".lease",
};
// What a repair writes again, and what an amendment does, each under a name with its ending.
static const char *const repaired[] = {"motion.json", "walk_motion.json", "walk_motion_2.json"};
static const char *const amended[] = {"journal.json", "taskResult.json", "answers.json", "walk_motion.json"};
enum {
    fixed_count = sizeof names / sizeof *names,
    repaired_count = sizeof repaired / sizeof *repaired,
    amended_count = sizeof amended / sizeof *amended,
    written_count = repaired_count + amended_count,
    name_count = fixed_count + written_count,
};
static char written[written_count][NAME_MAX + 1];
// Where leases that were met are counted.
static int counter;

// How long what was exchanged stays: as long as a call or two of who is led, or as long as many.
static void linger(unsigned round, unsigned calls) {
    for (volatile unsigned turn = 0; turn < (round * 2654435761u >> 18) * calls; ++turn) {
    }
}

// Whether a file was there, and not what somebody has planted.
static bool exchange(const char *one, const char *other, unsigned round, unsigned calls) {
    if (renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) != 0) return false;
    linger(round, calls);
    struct stat status;
    bool was_file = lstat(one, &status) == 0 && S_ISREG(status.st_mode);
    // What was there comes back, so that a session stays one.
    renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE);
    return was_file;
}

// Whether it has put something in the place of a file.
static bool plant(const char *folder, const char *name, const char *outside, unsigned round) {
    char place[3 * PATH_MAX], other[3 * PATH_MAX], target[2 * PATH_MAX];
    snprintf(place, sizeof place, "%s/%s", folder, name);
    snprintf(other, sizeof other, "%s/.other-%d", folder, (int)getpid());
    snprintf(target, sizeof target, "%s/%s", outside, round % 2 ? "canary" : name);
    // Where there is nothing it stays, until it is taken away.
    if (round % 8 < 5 && symlink(target, place) == 0) return false;
    switch (round % 8) {
    case 5:
        mkfifo(other, 0666);
        break;
    case 6:
        mkdir(other, 0777);
        break;
    case 7:
        symlink(outside, other);
        break;
    default:
        symlink(target, other);
    }
    bool was_file = exchange(other, place, round, 1);
    unlink(other);
    rmdir(other);
    return was_file;
}

// Each owner of a lease has a name of its own for what it writes: to be met, it has to be seen while it is there.
static void plant_at_leases(const char *folder, const char *outside, unsigned round) {
    DIR *directory = opendir(folder);
    if (!directory) return;
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (fnmatch(".lease.*.tmp", entry->d_name, 0) != 0) continue;
        if (plant(folder, entry->d_name, outside, round) && write(counter, "+", 1) != 1) {
            perror("adversary");
            exit(1);
        }
    }
    closedir(directory);
}

static void trouble(const char *shared, const char *outside) {
    char folder[2 * PATH_MAX], aside[2 * PATH_MAX];
    snprintf(aside, sizeof aside, "%s/.aside-%d", shared, (int)getpid());
    for (unsigned round = 0;; ++round) {
        DIR *directory = opendir(shared);
        if (!directory) continue;
        for (struct dirent *entry; (entry = readdir(directory));) {
            if (entry->d_name[0] == '.') continue;
            snprintf(folder, sizeof folder, "%s/%s", shared, entry->d_name);
            for (unsigned name = 0; name < name_count; ++name) {
                const char *place = name < fixed_count ? names[name] : written[name - fixed_count];
                plant(folder, place, outside, round * 7 + name);
                // A command opens the folder itself but once: to be met, it has its turn often, and stays away.
                if (name % 4 == 3 && symlink(outside, aside) == 0) exchange(aside, folder, round + name, 16);
                unlink(aside);
            }
            plant_at_leases(folder, outside, round);
        }
        closedir(directory);
    }
}

static int watch(const char *outside) {
    int events = inotify_init1(IN_CLOEXEC);
    if (events < 0 || inotify_add_watch(events, outside, IN_ALL_EVENTS) < 0) {
        perror("watch");
        return 1;
    }
    puts("watching");
    fflush(stdout);
    char buffer[4096] __attribute__((aligned(8)));
    for (ssize_t count; (count = read(events, buffer, sizeof buffer)) > 0;) {
        for (char *at = buffer; at < buffer + count;) {
            struct inotify_event *event = (struct inotify_event *)at;
            // Of the folder itself only what is in it counts: to open a folder changes nothing.
            if (!(event->mask & IN_ISDIR))
                printf("%s %#x\n", event->len ? event->name : ".", event->mask);
            at += sizeof *event + event->len;
        }
        fflush(stdout);
    }
    return 1;
}

int main(int count, char **words) {
    if (count == 2 && strcmp(basename(words[0]), "watch") == 0) return watch(words[1]);
    if (count != 7) return 2;
    uid_t user = (uid_t)atoi(words[3]);
    for (unsigned name = 0; name < repaired_count; ++name)
        snprintf(written[name], sizeof *written, "%s%s", repaired[name], words[4]);
    for (unsigned name = 0; name < amended_count; ++name)
        snprintf(written[repaired_count + name], sizeof *written, "%s%s", amended[name], words[5]);
    // Opened before this is another user, who may not.
    counter = open(words[6], O_WRONLY | O_APPEND | O_CLOEXEC);
    if (counter < 0) {
        perror(words[6]);
        return 1;
    }
    if (setgid(user) != 0 || setuid(user) != 0) {
        perror("adversary");
        return 1;
    }
    trouble(words[1], words[2]);
}
