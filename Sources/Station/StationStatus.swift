// The status file of a station, for the operator of a board without a screen and for monitoring programs.

internal import FoundationEssentials
internal import PlainWords
public import Timebase

/// The state of a station at one moment.
public struct StationStatus: Sendable, Hashable {
    /// The version of the file's layout.
    public static let currentSchema = 1

    public var state: StationMachine.State
    /// When the state began.
    public var since: WallInstant
    /// When this was written.
    public var when: WallInstant
    /// The path of the present or, if none is recorded, the last session.
    public var session: String?
    public var samples = 0
    public var lost = 0
    /// Sensors that could not be opened, have sent nothing for too long, or have failed.
    public var stalled: [String] = []
    public var diskFreeBytes: Int64?
    public var diskDaysLeft: Double?
    /// The last error, with its remedy; `nil` after a recording without an error.
    public var lastError: String?

    /// A status with a state and defaults for the rest.
    public init(state: StationMachine.State, since: WallInstant, when: WallInstant) {
        (self.state, self.since, self.when) = (state, since, when)
    }

    /// The content of the status file.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(Document(self))) + [UInt8(ascii: "\n")]
    }

    /// One line for `systemctl status`.
    public var line: String {
        var parts = [state.rawValue]
        if let session, state == .recording || state == .ending {
            parts.append("\(Quantity.grouped(samples)) samples, \(Quantity.grouped(lost)) lost")
            parts.append("to \(session)")
        }
        if !stalled.isEmpty {
            parts.append("NOTHING COMES from \(stalled.joined(separator: ", "))")
        }
        if let days = Self.days(diskDaysLeft) {
            parts.append("the disk lasts \(Quantity.oneDecimal(days)) days")
        }
        if state == .fault, let lastError { parts.append(lastError) }
        return parts.joined(separator: "; ").printable
    }

    /// Rounds days down to a tenth; returns `nil` for a negative number, infinity or NaN.
    private static func days(_ days: Double?) -> Double? {
        guard let days, days.isFinite, days >= 0 else { return nil }
        return (min(days, 100_000) * 10).rounded(.down) / 10
    }

    private struct Document: Encodable {
        var schema = StationStatus.currentSchema
        var state: String
        var since: String
        var when: String
        var session: String?
        var samples: Int
        var lost: Int
        var stalled: [String]
        var diskFreeBytes: Int64?
        var diskDaysLeft: Double?
        var lastError: String?

        init(_ status: StationStatus) {
            state = status.state.rawValue
            since = TimestampText.format(status.since)
            when = TimestampText.format(status.when)
            session = status.session
            samples = status.samples
            lost = status.lost
            stalled = status.stalled
            diskFreeBytes = status.diskFreeBytes
            diskDaysLeft = StationStatus.days(status.diskDaysLeft)
            lastError = status.lastError
        }
    }
}
