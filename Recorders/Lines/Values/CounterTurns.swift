// Detects a counter that is narrower than the map states. Otherwise a device that counts to 255 would seem to restart
// every 256 lines.

/// Watches where a counter wraps.
struct CounterTurns: Sendable {
    /// The counter widths below the given one, in bits.
    private let widths: [Int]
    private var turns: [Int]
    private var last: Int64 = 0

    /// How many lines may be lost just where the counter wraps.
    private static let slack: Int64 = 16
    /// How many wraps are needed; a single one may be a restart of the device.
    private static let fewest = 2

    /// Watches a counter of so many bits.
    init(bits: Int) {
        widths = [8, 16, 32].filter { $0 < bits }
        turns = widths.map { _ in 0 }
    }

    /// Adds the counter of the next line.
    ///
    /// - Parameters:
    ///   - count: The count.
    ///   - isBroken: Whether the counter seems to have restarted, or lines to be missing.
    @inline(__always)
    mutating func add(_ count: Int64, isBroken: Bool) {
        if isBroken { turn(to: count) }
        last = count
    }

    private mutating func turn(to count: Int64) {
        guard let bits = Self.width(turningFrom: last, to: count),
            let place = widths.firstIndex(of: bits)
        else { return }
        turns[place] += 1
    }

    /// The width in bits of a counter that wraps between two counts; `nil` if no width fits.
    static func width(turningFrom last: Int64, to count: Int64) -> Int? {
        guard (0..<slack).contains(count) else { return nil }
        return [8, 16, 32].first { (1 << Int64($0) - slack..<1 << Int64($0)).contains(last) }
    }

    /// The note for the user, if there is one.
    var note: String? {
        guard let place = turns.firstIndex(where: { $0 >= Self.fewest }) else { return nil }
        let bits = widths[place]
        return
            "the counter wraps after \(bits) bits, which is no start of the device and no loss: "
            + "write n\(bits) for it"
    }
}
