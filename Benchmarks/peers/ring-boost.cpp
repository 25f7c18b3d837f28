// The ring's first peer: boost::lockfree::spsc_queue with a capacity that is fixed when it is compiled
// (its faster form), used by its own calls for single samples and batches.
#include "ring.hpp"

#include <boost/lockfree/spsc_queue.hpp>

#include <memory>

struct BoostRing {
    boost::lockfree::spsc_queue<ring::Sample, boost::lockfree::capacity<ring::capacity>> queue;

    bool push(const ring::Sample &sample) { return queue.push(sample); }
    bool pop(ring::Sample &sample) { return queue.pop(sample); }
    size_t push(const ring::Sample *samples, size_t count) { return queue.push(samples, count); }
    size_t pop(ring::Sample *samples, size_t count) { return queue.pop(samples, count); }
};

int main(int count, char **words) {
    auto queue = std::make_unique<BoostRing>();
    return ring::run("ring-boost", *queue, count, words);
}
