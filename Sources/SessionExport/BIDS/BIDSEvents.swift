// What happened in a recording besides its samples: steps of a task, marks and losses, as the events of a tracking
// system.

internal import SystemCalls

/// Events, which are written in the order of time.
struct BIDSEvents: Sendable {
    /// Something that happened.
    struct Event: Sendable, Hashable {
        /// What it was.
        enum Kind: String, Sendable, Hashable, CaseIterable {
            case start, stop, step, mark, loss

            /// What the table's sidecar says of it.
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

        /// In nanoseconds of boot time.
        var instant: Int64
        var kind: Kind
        /// In nanoseconds, where it is known.
        var duration: Int64?
        var stepPath: String?
        var marker: String?
        var sensor: String?
        var lost: Int64?
        var reason: String?
        /// Whether the count is estimated.
        var isEstimated: Bool?
    }

    /// The columns of the table.
    static let columns = [
        "onset", "duration", "trial_type", "step_path", "marker", "sensor", "lost", "reason",
        "estimated",
    ]

    private var waiting: [Event] = []

    /// So many wait to be put in order; of more, the earlier half is written.
    static let mostWaiting = 65_536

    /// Takes note of one.
    mutating func add(_ event: Event) { waiting.append(event) }

    /// The events that are written since too many wait.
    mutating func takeReady() -> [Event] {
        waiting.count > Self.mostWaiting ? take(waiting.count / 2) : []
    }

    /// All that wait.
    mutating func takeAll() -> [Event] { take(waiting.count) }

    private mutating func take(_ count: Int) -> [Event] {
        let order = waiting.indices.sorted { (waiting[$0].instant, $0) < (waiting[$1].instant, $1) }
        waiting = order.map { waiting[$0] }
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }
}

extension BIDSEvents.Event {
    /// The line of the table of a system whose first row is at `onset`.
    func line(after onset: Int64) -> String {
        BIDSTable.line([
            BIDSTable.seconds(instant.subtractingClamped(onset)),
            duration.map(BIDSTable.seconds) ?? "", kind.rawValue, stepPath ?? "", marker ?? "",
            sensor ?? "", lost.map { "\($0)" } ?? "", reason ?? "",
            isEstimated.map { "\($0)" } ?? "",
        ])
    }
}

/// When a task moved on, as a file tells it: how long each step took.
struct BIDSSteps: Sendable, Hashable {
    private var moves: [Int64] = []
    private var isTooLong = false

    /// So many are kept; of a file with more, no duration is told.
    static let most = 4096

    /// Takes note of a step, or of the end of the recording.
    mutating func note(_ instant: Int64) {
        if moves.count == Self.most { isTooLong = true } else { moves.append(instant) }
    }

    /// How long it was until the next step or the end.
    func duration(from instant: Int64) -> Int64? {
        guard !isTooLong else { return nil }
        return moves.filter { $0 > instant }.min().map { $0.subtractingClamped(instant) }
    }
}
