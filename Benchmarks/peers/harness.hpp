// What every C++ peer needs and none should do differently: arguments, pinning, the clocks and the
// shared values. Kept in one place, so that every peer is measured in the same way.
#pragma once

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace harness {

[[noreturn]] inline void fail(const std::string &what) {
    fprintf(stderr, "%s\n", what.c_str());
    exit(1);
}

[[noreturn]] inline void failCall(const char *call, const std::string &path) {
    fail(std::string(call) + " " + path + ": " + strerror(errno));
}

/// The value after `--name`, or the fallback.
inline std::string option(int count, char **words, const char *name, const char *fallback) {
    for (int index = 1; index + 1 < count; ++index)
        if (strcmp(words[index], name) == 0) return words[index + 1];
    return fallback;
}

inline long number(int count, char **words, const char *name, const char *fallback) {
    return strtol(option(count, words, name, fallback).c_str(), nullptr, 10);
}

inline void pin(int processor) {
    if (processor < 0) return;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    if (pthread_setaffinity_np(pthread_self(), sizeof set, &set) != 0)
        fail("cannot pin to processor " + std::to_string(processor));
}

inline int64_t now() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return int64_t(time.tv_sec) * 1000000000 + time.tv_nsec;
}

/// The processor time of the whole program: what one core spent, whoever else used the machine.
/// Work that one thread does is measured by it, in every language here.
inline int64_t processorTime() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return int64_t(time.tv_sec) * 1000000000 + time.tv_nsec;
}

/// What a spinning thread does between two checks; the benchmark of the Swift ring does the same.
inline void spinHint() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

/// What every contender does after a ring was found empty or full: a fraction of a microsecond, so
/// that the index's cache line is not taken away from the other thread for every single element.
inline void breathe() {
    for (int hint = 0; hint < 8; ++hint) spinHint();
}

/// The shared values: five doubles a record (uptime, timestamp, x, y, z), made by `values`.
struct Row {
    double uptime, timestamp, x, y, z;
};

inline std::vector<Row> rows(const std::string &path) {
    FILE *file = fopen(path.c_str(), "rb");
    if (file == nullptr) failCall("open", path);
    fseek(file, 0, SEEK_END);
    std::vector<Row> all(size_t(ftell(file)) / sizeof(Row));
    rewind(file);
    if (fread(all.data(), sizeof(Row), all.size(), file) != all.size()) failCall("read", path);
    fclose(file);
    return all;
}

}  // namespace harness
