// What a thread can do to the memory of the model: everything that the ring does, and no more.

/// How a load or a store is ordered.
enum ModelOrdering: Hashable {
    case relaxed
    /// Acquiring, of a load; releasing, of a store.
    case synchronizing
}

/// One access of a thread, which nothing divides.
enum ModelAction: Hashable {
    case load(location: Int, ModelOrdering)
    case store(location: Int, value: Int, ModelOrdering)
    /// Slots are plain memory: two threads that are not ordered must not touch one.
    case write(slot: Int, value: Int)
    case read(slot: Int)
    /// Waits until every other thread has finished, and sees all that they did.
    case join
}
