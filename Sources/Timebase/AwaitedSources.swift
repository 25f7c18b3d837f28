// Knows the sources that stepped time waits for. A source that does nothing for a while is not waited for, because it
// may have ended without a word. If it was only slow, it counts again as soon as it is heard of. Each source is known
// by its signal: of a mere number, nobody could tell a new source from a slow one.

/// The sources that stepped time waits for.
struct AwaitedSources: Sendable {
    private var running: Set<ObjectIdentifier> = []
    /// The running sources that were not given up: all of them must be waiting before a sleep ends.
    private(set) var awaited: Set<ObjectIdentifier> = []

    /// Adds running sources.
    mutating func expect(_ sources: some Sequence<ObjectIdentifier>) {
        running.formUnion(sources)
        awaited.formUnion(sources)
    }

    /// Removes sources that have ended.
    mutating func end(_ sources: some Sequence<ObjectIdentifier>) {
        running.subtract(sources)
        awaited.subtract(sources)
    }

    /// Gives up the running sources that are not waiting.
    mutating func giveUp(allBut waiting: some Sequence<ObjectIdentifier>) {
        awaited.formIntersection(waiting)
    }

    /// Counts a source again if it was given up.
    mutating func hear(_ source: ObjectIdentifier) {
        if running.contains(source) { awaited.insert(source) }
    }
}
