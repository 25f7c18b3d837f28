// Counts the sources that stepped time waits for. A source that does nothing for a while is not waited for, because
// it may have ended without a word. If it was only slow, it counts again as soon as it is heard of.

/// The sources that stepped time waits for.
struct AwaitedSources: Sendable {
    private var running = 0
    /// How many of the running sources are not waited for.
    private var givenUp = 0
    /// The sources that were waiting when others were given up, and those heard of since.
    private var heard: Set<ObjectIdentifier> = []

    /// How many sources must be waiting before a sleep ends.
    var count: Int { running - givenUp }

    /// Adds running sources.
    mutating func expect(_ count: Int) { running += count }

    /// Removes sources that have ended.
    mutating func end(_ count: Int) {
        running = max(0, running - count)
        // The ended sources are taken for those that were given up. If that is wrong, a silent one is given up again;
        // a source that still delivers is never missed.
        givenUp = max(0, givenUp - count)
    }

    /// Gives up the running sources that are not waiting.
    mutating func giveUp(allBut waiting: some Sequence<ObjectIdentifier>) {
        heard = Set(waiting)
        givenUp = max(0, running - heard.count)
    }

    /// Counts a source again if it was given up.
    mutating func hear(_ source: ObjectIdentifier) {
        guard givenUp > 0, heard.insert(source).inserted else { return }
        givenUp -= 1
    }
}
