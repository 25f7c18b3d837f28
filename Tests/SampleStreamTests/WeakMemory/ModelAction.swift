// What a thread can do with the memory of the model: everything that the ring does, and no more.

/// How a load or a store is ordered.
enum ModelOrdering: Hashable {
    case relaxed
    /// Acquiring for a load, releasing for a store.
    case synchronizing
}

/// One indivisible step of a thread.
enum ModelAction: Hashable {
    case load(location: Int, ModelOrdering)
    case store(location: Int, value: Int, ModelOrdering)
    /// Slots are plain memory: unordered accesses of two threads are a data race if one of them writes.
    case write(slot: Int, value: Int)
    case read(slot: Int)
    /// Waits until every other thread has finished; then sees everything that they did.
    case join
}
