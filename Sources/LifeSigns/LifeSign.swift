// What a board says of itself to whoever looks after a study. A value has no field for a name, a place, an answer, a
// note, a mark, the title of a step or the name of a device: what is not here cannot leave the board by it.

public import Timebase

/// What a board says of itself at one moment.
public struct LifeSign: Sendable, Hashable, Codable {
    /// The number of this layout; a reader refuses a larger one.
    public static let currentSchema = 1

    /// What a board does.
    public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        /// It waits for somebody to begin something, or for a session to send.
        case waiting
        /// A task runs, and nothing is recorded at this step of it.
        case inTask = "task"
        case recording
        /// A session is on its way to where sessions are collected.
        case sending
        /// The program has ended as it was meant to.
        case stopped
    }

    public var schema = LifeSign.currentSchema
    /// What the board is called.
    public var board: String
    /// The command that says it: one board may record with one and send with another.
    public var part: String
    /// Name and version of the program.
    public var software: String
    /// The number that this start of the command has drawn; the will of its connection names it.
    public var process: SaidIdentifier?
    /// When it was said, by the board's clock.
    public var when: SaidInstant
    public var state: State
    /// When that state began.
    public var since: SaidInstant
    /// The next sign comes within so many seconds; absent of a board that says nothing more.
    public var nextWithinSeconds: Int?
    /// Which session is being written.
    public var session: SessionMark?
    public var task: SaidIdentifier?
    public var step: SaidIdentifier?
    /// Whose it is, by the code of the study.
    public var subject: Pseudonym?
    /// True where somebody's code is not said, since it could be a name.
    public var isSubjectWithheld: Bool?
    public var sensors: [Sensor] = []
    /// How many sensors found no room.
    public var sensorsLeftOut: Int?
    /// Readings so far, those of recorders that have ended among them.
    public var samples = 0
    /// Readings lost so far, those of recorders that have ended among them.
    public var lost = 0
    public var battery: Power?
    public var disk: Room?
    public var outbox: Outbox?

    /// A sign that says only who and what.
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
    /// A recorder that runs.
    public struct Sensor: Sendable, Hashable, Codable {
        /// The identifier of the recorder.
        public var recorder: SaidIdentifier
        /// What kind it is, such as `motion`.
        public var kind: SaidIdentifier
        /// Readings of all its sensor types in a second, as they were asked for.
        public var askedPerSecond: Double?
        /// Readings of all its sensor types in a second, over the last ten seconds.
        public var perSecond: Double?
        public var samples: Int
        public var lost: Int
        /// True where it has ended by a failure.
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

        /// A rate to the tenth; `nil` for what is none.
        static func sensible(_ rate: Double) -> Double? {
            guard rate.isFinite, (0..<1e9).contains(rate) else { return nil }
            return (rate * 10).rounded() / 10
        }
    }

    /// The emptiest battery.
    public struct Power: Sendable, Hashable, Codable {
        public var percent: Int
        public var isCharging: Bool

        public init(percent: Int, isCharging: Bool) {
            self.percent = percent
            self.isCharging = isCharging
        }
    }

    /// The disk of the sessions.
    public struct Room: Sendable, Hashable, Codable {
        public var freeBytes: Int64
        public var totalBytes: Int64

        public init(freeBytes: Int64, totalBytes: Int64) {
            self.freeBytes = freeBytes
            self.totalBytes = totalBytes
        }
    }

    /// Sessions that have still to leave the board.
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
