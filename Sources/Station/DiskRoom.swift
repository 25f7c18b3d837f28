// A recording that begins on a nearly full disk fails hours later, when nobody is at the board. `DiskRoom` therefore
// refuses to begin one, and reports how many days the disk lasts: bytes alone do not tell an operator whether there
// is still time to drive there.

internal import PlainWords
public import Timebase

/// The free space of a disk, and how much of it a recording needs.
public struct DiskRoom: Sendable, Hashable {
    /// The free bytes; `nil` if unknown.
    public var freeBytes: Int64?
    /// How many bytes must be free before a recording begins.
    public var limit: Int64

    /// The limit if the settings name none.
    public static let usualLimit: Int64 = 500_000_000

    /// The free space of a disk, with the limit below which no recording begins.
    public init(freeBytes: Int64?, limit: Int64) {
        (self.freeBytes, self.limit) = (freeBytes, limit)
    }

    /// Returns why no recording may begin on the disk; `nil` if one may, or if the free space is unknown.
    ///
    /// - Parameter folder: The folder of the sessions.
    /// - Returns: What is wrong, where, and what fixes it.
    public func refusal(of folder: String) -> String? {
        guard let freeBytes, freeBytes < limit else { return nil }
        return
            "\(folder.printable): the disk has \(Quantity.bytes(max(0, freeBytes))) free, and a recording "
            + "begins with \(Quantity.bytes(limit)) or more; send sessions away with footfall send --keep-free, "
            + "delete some with footfall delete, or set `keepFree` lower"
    }

    /// Returns how many days the disk lasts.
    ///
    /// - Parameters:
    ///   - rate: The bytes a second that are written now; `nil` while unknown.
    ///   - forecast: The days computed from the sessions of the last week.
    /// - Returns: The days at the present rate or, if the rate is unknown, `forecast`.
    public func daysLeft(atBytesPerSecond rate: Double?, else forecast: Double?) -> Double? {
        guard let freeBytes, let rate, rate.isFinite, rate > 0 else { return forecast }
        return Double(max(0, freeBytes)) / rate / 86_400
    }
}

/// Measures how fast a session grows.
public struct WritingRate: Sendable, Hashable {
    private struct Mark: Sendable, Hashable {
        var bytes: Int64
        var at: BootInstant
    }

    /// A rate is known only after this time, because files are written in batches.
    static let shortest = Duration.seconds(30)
    /// Measurements older than this do not count.
    static let window = Duration.seconds(3600)

    private var marks: [Mark] = []
    private var latest: Mark?

    /// A rate without measurements.
    public init() {}

    /// Notes the present size of the session.
    public mutating func note(bytes: Int64, at now: BootInstant) {
        let mark = Mark(bytes: bytes, at: now)
        latest = mark
        // Keeps a mark every half minute only, however often this is called.
        if let last = marks.last, last.at.duration(to: now) < Self.shortest { return }
        marks.append(mark)
        while marks.count > 2, marks[1].at.duration(to: now) >= Self.window { marks.removeFirst() }
    }

    /// The bytes a second over the last hour or less; `nil` in the first half minute, or if the session has not grown.
    public var bytesPerSecond: Double? {
        guard let first = marks.first, let last = latest else { return nil }
        let passed = first.at.duration(to: last.at)
        guard passed >= Self.shortest, last.bytes > first.bytes else { return nil }
        return (Double(last.bytes) - Double(first.bytes)) / (passed / .seconds(1))
    }
}
