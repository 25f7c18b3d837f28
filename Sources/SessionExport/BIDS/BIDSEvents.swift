// What happened in a recording besides its samples: a task's steps, marks and losses, as the events of a tracking
// system.

internal import SystemCalls

/// Events, to be written in order of time.
struct BIDSEvents: Sendable {
    /// One event.
    struct Event: Sendable, Hashable {
        /// The kind of event.
        enum Kind: String, Sendable, Hashable, CaseIterable {
            case start, stop, step, mark, loss

            /// The explanation in the table's sidecar.
            var meaning: String {
                switch self {
                case .start: "the recorder began"
                case .stop: "the recorder ended"
                case .step: "the task came to the step in step_path, for the duration"
                case .mark: "somebody, or the task, made the mark in marker"
                case .loss:
                    "samples of a sensor are missing ahead of here: lost says how many; the row of the onset has n/a "
                        + "unless a sample of the same instant follows"
                }
            }
        }

        /// The instant in nanoseconds of boot time.
        var instant: Int64
        var kind: Kind
        /// The duration in nanoseconds, if known.
        var duration: Int64?
        var stepPath: String?
        var marker: String?
        var sensor: String?
        var lost: Int64?
        var reason: String?
        /// True if the count is an estimate.
        var isEstimated: Bool?
    }

    /// The columns of the table.
    static let columns = [
        "onset", "duration", "trial_type", "step_path", "marker", "sensor", "lost", "reason",
        "estimated",
    ]

    private var waiting: [Event] = []

    /// The most events that wait to be sorted; with more, the earlier half is written.
    static let mostWaiting = 65_536

    /// Adds an event.
    mutating func add(_ event: Event) { waiting.append(event) }

    /// The events to be written because too many are waiting.
    mutating func takeReady() -> [Event] {
        waiting.count > Self.mostWaiting ? take(waiting.count / 2) : []
    }

    /// All waiting events.
    mutating func takeAll() -> [Event] { take(waiting.count) }

    private mutating func take(_ count: Int) -> [Event] {
        let order = waiting.indices.sorted { (waiting[$0].instant, $0) < (waiting[$1].instant, $1) }
        waiting = order.map { waiting[$0] }
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }
}

extension BIDSEvents.Event {
    /// The line in the table of a system whose first row is at `onset`.
    func line(after onset: Int64) -> String {
        BIDSTable.line([
            BIDSTable.seconds(instant.subtractingClamped(onset)),
            duration.map(BIDSTable.seconds) ?? "", kind.rawValue, stepPath ?? "", marker ?? "",
            sensor ?? "", lost.map { "\($0)" } ?? "", reason ?? "",
            isEstimated.map { "\($0)" } ?? "",
        ])
    }
}

/// The steps of a task in a file, to compute how long each took.
struct BIDSSteps: Sendable, Hashable {
    private var moves: [Int64] = []
    private var isTooLong = false

    /// The most steps stored; in a file with more, no durations are given.
    static let most = 4096

    /// Adds the start of a step, or the end of the recording.
    mutating func note(_ instant: Int64) {
        if moves.count == Self.most { isTooLong = true } else { moves.append(instant) }
    }

    /// The time until the next step or the end; `nil` if there is none, or there were too many steps to store.
    func duration(from instant: Int64) -> Int64? {
        guard !isTooLong else { return nil }
        return moves.filter { $0 > instant }.min().map { $0.subtractingClamped(instant) }
    }
}
