// What a board reports of itself to the people who look after a study. The type has no field for a name, a place, an
// answer, a note, a mark, a step's title or a device's name: so none of these can leave the board this way.

public import Timebase

/// A board's report of itself at one instant.
public struct LifeSign: Sendable, Hashable, Codable {
    /// The version of this layout; a reader refuses a larger one.
    public static let currentSchema = 1

    /// What the board is doing.
    public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// It waits for a user to begin, or for a session to send.
        case waiting
        /// A task runs, and its present step records nothing.
        case inTask = "task"
        case recording
        /// It sends a session to the place where sessions are collected.
        case sending
        /// The program has ended as intended.
        case stopped
    }

    public var schema = LifeSign.currentSchema
    /// The board's name.
    public var board: String
    /// The command that reports: a board may record with one and send with another.
    public var part: String
    /// Name and version of the program.
    public var software: String
    /// A random number of this process; the will of its connection names it.
    public var process: SaidIdentifier?
    /// When the sign was made, by the board's clock.
    public var when: SaidInstant
    public var state: State
    /// When the state began.
    public var since: SaidInstant
    /// The next sign follows within so many seconds; absent if no further sign follows.
    public var nextWithinSeconds: Int?
    /// The session that is being recorded.
    public var session: SessionMark?
    public var task: SaidIdentifier?
    public var step: SaidIdentifier?
    /// The participant, by the study's code.
    public var subject: Pseudonym?
    /// True if there is a participant's code that is withheld because it could be a name.
    public var isSubjectWithheld: Bool?
    public var sensors: [Sensor] = []
    /// How many sensors did not fit into the sign.
    public var sensorsLeftOut: Int?
    /// Readings so far, including those of recorders that have ended.
    public var samples = 0
    /// Readings lost so far, including those of recorders that have ended.
    public var lost = 0
    public var battery: Power?
    public var disk: Room?
    public var outbox: Outbox?

    /// A sign with board, command and state only.
    public init(
        board: String,
        part: String,
        software: String,
        when: WallInstant,
        state: State,
        since: WallInstant
    ) {
        self.board = BoardName(board).text
        self.part = BoardName(part).text
        self.software = SaidIdentifier(software).text
        self.when = SaidInstant(when)
        self.state = state
        self.since = SaidInstant(since)
    }
}

extension LifeSign {
    /// A running recorder.
    public struct Sensor: Sendable, Hashable, Codable {
        /// The identifier of the recorder.
        public var recorder: SaidIdentifier
        /// Its kind, such as `motion`.
        public var kind: SaidIdentifier
        /// Readings a second over all its sensor types, as requested.
        public var askedPerSecond: Double?
        /// Readings a second over all its sensor types, in the last ten seconds.
        public var perSecond: Double?
        public var samples: Int
        public var lost: Int
        /// True if it has failed.
        public var hasFailed: Bool?

        public init(
            recorder: String,
            kind: String,
            askedPerSecond: Double? = nil,
            perSecond: Double? = nil,
            samples: Int,
            lost: Int,
            hasFailed: Bool = false
        ) {
            self.recorder = SaidIdentifier(recorder)
            self.kind = SaidIdentifier(kind)
            self.askedPerSecond = askedPerSecond.flatMap(Self.sensible)
            self.perSecond = perSecond.flatMap(Self.sensible)
            self.samples = samples
            self.lost = lost
            self.hasFailed = hasFailed ? true : nil
        }

        /// A rate rounded to a tenth; `nil` if it is not plausible.
        static func sensible(_ rate: Double) -> Double? {
            guard rate.isFinite, (0..<1e9).contains(rate) else { return nil }
            return (rate * 10).rounded() / 10
        }
    }

    /// The battery with the lowest charge.
    public struct Power: Sendable, Hashable, Codable {
        public var percent: Int
        public var isCharging: Bool

        public init(percent: Int, isCharging: Bool) {
            self.percent = percent
            self.isCharging = isCharging
        }
    }

    /// The disk with the sessions.
    public struct Room: Sendable, Hashable, Codable {
        public var freeBytes: Int64
        public var totalBytes: Int64

        public init(freeBytes: Int64, totalBytes: Int64) {
            self.freeBytes = freeBytes
            self.totalBytes = totalBytes
        }
    }

    /// Sessions that are still to be sent.
    public struct Outbox: Sendable, Hashable, Codable {
        public var waiting: Int
        /// When the oldest of them began.
        public var oldest: SaidInstant?

        public init(waiting: Int, oldest: WallInstant? = nil) {
            self.waiting = max(0, waiting)
            self.oldest = oldest.map(SaidInstant.init)
        }
    }
}
