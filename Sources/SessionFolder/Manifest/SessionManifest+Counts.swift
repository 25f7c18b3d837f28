// Collects the counts of a manifest, so that decoding can reject negative ones: a manifest may come from
// anywhere, and later code relies on them.

extension SessionManifest.File {
    /// All counts in it.
    var counts: [Int64] {
        [size, records.map(Int64.init)].compactMap { $0 } + sensors.flatMap(\.counts)
    }
}

extension SessionManifest.Sensor {
    fileprivate var counts: [Int64] { [Int64(samples)] + lostByReason.values.map(Int64.init) }
}

extension SessionManifest.Recovery {
    /// All counts in it.
    var counts: [Int64] {
        let sealed = sealed.map { [$0.size, Int64($0.records)] + $0.sensors.flatMap(\.counts) }
        return [Int64(recordsKept), bytesLost, Int64(recordsLost ?? 0)] + (sealed ?? [])
    }
}

extension SessionManifest {
    /// The length of the session, from its dates; `nil` if it has not ended.
    public var length: Duration? { endDate.flatMap { startDate.length(until: $0) } }
}

extension SessionManifest {
    /// The repairs that lost records; the repaired files themselves do not show these losses.
    package var repairsWithLosses: [Recovery] { recovered.filter(\.hasLosses) }
}

extension SessionManifest.Recovery {
    /// What the file lacks since the repair, for those who read the file and do not see it.
    package var lackInWords: String { "what a repair had to leave out: \(message)" }
}
