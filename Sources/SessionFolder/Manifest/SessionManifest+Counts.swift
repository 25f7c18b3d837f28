// A manifest may come from anywhere, and whoever reckons with its numbers relies on their being counts.

extension SessionManifest.File {
    /// All that it says was counted.
    var counts: [Int64] {
        [size, records.map(Int64.init)].compactMap { $0 } + sensors.flatMap(\.counts)
    }
}

extension SessionManifest.Sensor {
    fileprivate var counts: [Int64] { [Int64(samples)] + lostByReason.values.map(Int64.init) }
}

extension SessionManifest.Recovery {
    /// All that it says was counted.
    var counts: [Int64] {
        let sealed = sealed.map { [$0.size, Int64($0.records)] + $0.sensors.flatMap(\.counts) }
        return [Int64(recordsKept), bytesLost, Int64(recordsLost ?? 0)] + (sealed ?? [])
    }
}

extension SessionManifest {
    /// How long it took, by its dates; `nil` of one that has not ended.
    public var length: Duration? { endDate.flatMap { startDate.length(until: $0) } }
}

extension SessionManifest {
    /// What repairs have left out of files, where they had to: no record of the file tells of it.
    package var repairsWithLosses: [Recovery] { recovered.filter(\.hasLosses) }
}
