// Keeps the sources that stepped time waits for. A source that does nothing for a while may have ended without
// reporting its end, so time stops waiting for it. If the source was only slow, time waits for it again after its
// next call. Each source is identified by its stop signal: a mere count of sources could not distinguish a new
// source from a slow one.

/// The sources that stepped time waits for.
struct AwaitedSources: Sendable {
    private var running: Set<ObjectIdentifier> = []
    /// The running sources that time waits for: all of them must be waiting before a sleep ends.
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

    /// Stops waiting for every running source except those in `waiting`.
    mutating func giveUp(allBut waiting: some Sequence<ObjectIdentifier>) {
        awaited.formIntersection(waiting)
    }

    /// Waits for a source again if it is still running.
    mutating func hear(_ source: ObjectIdentifier) {
        if running.contains(source) { awaited.insert(source) }
    }
}
