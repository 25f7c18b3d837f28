// A recording that is begun on a nearly full disk ends in the night. It is refused while somebody is still there, and
// how long the disk lasts is told in days: bytes tell nobody whether there is still time to drive there.

internal import PlainWords
public import Timebase

/// What a disk has room for.
public struct DiskRoom: Sendable, Hashable {
    /// The bytes that are free; `nil` where nobody knows.
    public var freeBytes: Int64?
    /// How many must be free before anything begins.
    public var limit: Int64

    /// As much is kept free where the settings say nothing.
    public static let usualLimit: Int64 = 500_000_000

    /// The room of a disk.
    public init(freeBytes: Int64?, limit: Int64) {
        (self.freeBytes, self.limit) = (freeBytes, limit)
    }

    /// Why nothing begins on it; `nil` where something may.
    ///
    /// - Parameter folder: Where sessions are put.
    /// - Returns: What is wrong, where, and what mends it.
    public func refusal(of folder: String) -> String? {
        guard let freeBytes, freeBytes < limit else { return nil }
        return
            "\(folder.printable): the disk has \(Quantity.bytes(max(0, freeBytes))) free, and a recording "
            + "begins with \(Quantity.bytes(limit)) or more; send sessions away with footfall send --keep-free, "
            + "delete some with footfall delete, or set `keepFree` lower"
    }

    /// How many days the disk lasts.
    ///
    /// - Parameters:
    ///   - rate: The bytes that are written in a second now; `nil` while nobody can tell.
    ///   - forecast: The days that the sessions of the last week tell.
    /// - Returns: The days by what is recorded now, else by the last week; `nil` where neither is known.
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

    /// A rate is known after this, for files are written in batches.
    static let shortest = Duration.seconds(30)
    /// What was longer ago does not count.
    static let window = Duration.seconds(3600)

    private var marks: [Mark] = []
    private var latest: Mark?

    /// A rate that nobody knows.
    public init() {}

    /// Takes how large a session is.
    public mutating func note(bytes: Int64, at now: BootInstant) {
        let mark = Mark(bytes: bytes, at: now)
        latest = mark
        // However often somebody looks, a mark is kept every half minute.
        if let last = marks.last, last.at.duration(to: now) < Self.shortest { return }
        marks.append(mark)
        while marks.count > 2, marks[1].at.duration(to: now) >= Self.window { marks.removeFirst() }
    }

    /// The bytes a second; `nil` while nobody can tell.
    public var bytesPerSecond: Double? {
        guard let first = marks.first, let last = latest else { return nil }
        let passed = first.at.duration(to: last.at)
        guard passed >= Self.shortest, last.bytes > first.bytes else { return nil }
        return (Double(last.bytes) - Double(first.bytes)) / (passed / .seconds(1))
    }
}
