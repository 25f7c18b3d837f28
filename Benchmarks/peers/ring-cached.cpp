// The ring's second peer: the textbook ring as a good C++ programmer writes it today. Each side
// keeps a copy of the other side's index and looks at the shared one only when its copy says full
// or empty; each side's words have cache lines of their own (two, for the adjacent-line prefetch).
#include "ring.hpp"

#include <memory>

class CachedRing {
    static constexpr size_t mask = ring::capacity - 1;
    static constexpr size_t apart = 128;

    // What the consumer owns: where it has read to, and how far it knows there is to read.
    alignas(apart) std::atomic<size_t> read{0};
    alignas(apart) size_t readHere = 0;
    size_t knownWritten = 0;
    // What the producer owns: where it has written to, and how far it knows has been read.
    alignas(apart) std::atomic<size_t> written{0};
    alignas(apart) size_t writtenHere = 0;
    size_t knownRead = 0;
    alignas(apart) ring::Sample slots[ring::capacity];

    size_t room(size_t wanted) {
        size_t free = ring::capacity - (writtenHere - knownRead);
        if (free < wanted) {
            knownRead = read.load(std::memory_order_acquire);  // pairs with pop's release
            free = ring::capacity - (writtenHere - knownRead);
        }
        return free < wanted ? free : wanted;
    }

    size_t available(size_t wanted) {
        size_t waiting = knownWritten - readHere;
        if (waiting < wanted) {
            knownWritten = written.load(std::memory_order_acquire);  // pairs with push's release
            waiting = knownWritten - readHere;
        }
        return waiting < wanted ? waiting : wanted;
    }

   public:
    bool push(const ring::Sample &sample) {
        if (room(1) == 0) return false;
        slots[writtenHere & mask] = sample;
        written.store(++writtenHere, std::memory_order_release);
        return true;
    }

    bool pop(ring::Sample &sample) {
        if (available(1) == 0) return false;
        sample = slots[readHere & mask];
        read.store(++readHere, std::memory_order_release);
        return true;
    }

    size_t push(const ring::Sample *samples, size_t count) {
        count = room(count);
        size_t at = writtenHere & mask;
        size_t first = ring::capacity - at < count ? ring::capacity - at : count;
        memcpy(slots + at, samples, first * sizeof *samples);
        memcpy(slots, samples + first, (count - first) * sizeof *samples);
        written.store(writtenHere += count, std::memory_order_release);
        return count;
    }

    size_t pop(ring::Sample *samples, size_t count) {
        count = available(count);
        size_t at = readHere & mask;
        size_t first = ring::capacity - at < count ? ring::capacity - at : count;
        memcpy(samples, slots + at, first * sizeof *samples);
        memcpy(samples + first, slots, (count - first) * sizeof *samples);
        read.store(readHere += count, std::memory_order_release);
        return count;
    }
};

int main(int count, char **words) {
    auto cached = std::make_unique<CachedRing>();
    return ring::run("ring-cached", *cached, count, words);
}
