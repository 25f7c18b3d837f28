// How wide a counter is that was taken for a wider one: a device that counts up to 255 seems to start anew every 256
// lines, and nobody would know that it never did.

/// Watches where a counter begins anew.
struct CounterTurns: Sendable {
    /// The widths that are narrower than the one that was given.
    private let widths: [Int]
    private var turns: [Int]
    private var last: Int64 = 0

    /// Lines may be lost where it begins anew.
    private static let slack: Int64 = 16
    /// Once it may have been a device that was started anew.
    private static let fewest = 2

    /// A watch of a counter that was said to begin anew behind so many bits.
    init(bits: Int) {
        widths = [8, 16, 32].filter { $0 < bits }
        turns = widths.map { _ in 0 }
    }

    /// Takes the counter of the next line.
    ///
    /// - Parameters:
    ///   - count: What it is.
    ///   - isBroken: Whether it seems to have begun anew, or lines to be missing.
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

    /// How many bits a counter has that begins anew between two counts; `nil` where none is so wide.
    static func width(turningFrom last: Int64, to count: Int64) -> Int? {
        guard (0..<slack).contains(count) else { return nil }
        return [8, 16, 32].first { (1 << Int64($0) - slack..<1 << Int64($0)).contains(last) }
    }

    /// What is to be told of it.
    var note: String? {
        guard let place = turns.firstIndex(where: { $0 >= Self.fewest }) else { return nil }
        let bits = widths[place]
        return
            "the counter begins anew behind \(bits) bits, which is no start of the device and no loss: "
            + "write n\(bits) for it"
    }
}
