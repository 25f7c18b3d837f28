// How a ring is measured, the same for every ring: two threads, each pinned to its own processor,
// samples of 64 bytes that the producer fills and the consumer checks, capacity 4096.
// A ring offers `push(const Sample *, size_t) -> size_t` and `pop(Sample *, size_t) -> size_t`
// for batches, and `push(const Sample &) -> bool`, `pop(Sample &) -> bool` for single samples.
#pragma once

#include "harness.hpp"

#include <atomic>
#include <thread>

namespace ring {

constexpr size_t capacity = 4096;
constexpr size_t batch = 64;

struct Sample {
    uint64_t sequence;
    double values[7];
};
static_assert(sizeof(Sample) == 64, "a sample is one cache line");

template <typename Ring>
void produceSingly(Ring &ring, uint64_t operations) {
    Sample sample = {};
    for (uint64_t sequence = 0; sequence < operations; ++sequence) {
        sample.sequence = sequence;
        while (!ring.push(sample)) harness::breathe();
    }
}

template <typename Ring>
uint64_t consumeSingly(Ring &ring, uint64_t operations) {
    Sample sample;
    uint64_t wrong = 0;
    for (uint64_t sequence = 0; sequence < operations; ++sequence) {
        while (!ring.pop(sample)) harness::breathe();
        wrong += sample.sequence != sequence;
    }
    return wrong;
}

template <typename Ring>
void produceBatches(Ring &ring, uint64_t operations) {
    Sample samples[batch] = {};
    for (uint64_t sequence = 0; sequence < operations;) {
        size_t count = operations - sequence < batch ? size_t(operations - sequence) : batch;
        for (size_t index = 0; index < count; ++index) samples[index].sequence = sequence + index;
        for (size_t sent = 0; sent < count;) {
            size_t pushed = ring.push(samples + sent, count - sent);
            if (pushed == 0) harness::breathe();
            sent += pushed;
        }
        sequence += count;
    }
}

template <typename Ring>
uint64_t consumeBatches(Ring &ring, uint64_t operations) {
    Sample samples[batch];
    uint64_t wrong = 0;
    for (uint64_t sequence = 0; sequence < operations;) {
        size_t count = ring.pop(samples, batch);
        if (count == 0) harness::breathe();
        for (size_t index = 0; index < count; ++index)
            wrong += samples[index].sequence != sequence + index;
        sequence += count;
    }
    return wrong;
}

/// Nanoseconds for `operations` samples from one thread to the other.
template <typename Ring>
int64_t measure(Ring &ring, bool batched, uint64_t operations, int producerCPU, int consumerCPU) {
    std::atomic<int> ready{0};
    auto meet = [&ready] {
        ready.fetch_add(1);
        while (ready.load() < 2) harness::spinHint();
    };
    std::thread producer([&] {
        harness::pin(producerCPU);
        meet();
        batched ? produceBatches(ring, operations) : produceSingly(ring, operations);
    });
    int64_t elapsed = 0;
    uint64_t wrong = 0;
    std::thread consumer([&] {
        harness::pin(consumerCPU);
        meet();
        int64_t start = harness::now();
        wrong = batched ? consumeBatches(ring, operations) : consumeSingly(ring, operations);
        elapsed = harness::now() - start;
    });
    producer.join();
    consumer.join();
    if (wrong != 0) harness::fail(std::to_string(wrong) + " samples arrived out of place");
    return elapsed;
}

template <typename Ring>
int run(const char *name, Ring &ring, int count, char **words) {
    std::string mode = harness::option(count, words, "--mode", "single");
    if (mode != "single" && mode != "batch") harness::fail("--mode is single or batch");
    uint64_t operations = uint64_t(harness::number(count, words, "--operations", "5000000"));
    int producerCPU = int(harness::number(count, words, "--producer-cpu", "0"));
    int consumerCPU = int(harness::number(count, words, "--consumer-cpu", "1"));
    bool batched = mode == "batch";
    measure(ring, batched, operations / 10, producerCPU, consumerCPU);
    int64_t elapsed = measure(ring, batched, operations, producerCPU, consumerCPU);
    printf("{\"program\":\"%s\",\"mode\":\"%s\",\"operations\":%llu,\"nanoseconds\":%.3f}\n", name,
           mode.c_str(), (unsigned long long)operations, double(elapsed) / double(operations));
    return 0;
}

}  // namespace ring
