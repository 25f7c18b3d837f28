// What a program knows of itself that a life sign tells. Whoever records puts facts here and goes on; nobody who puts
// any waits for the network.

internal import SystemCalls
public import Timebase

/// What is known of a board's program at a moment.
public struct LifeSignFacts: Sendable {
    /// What it does, and since when.
    public private(set) var state: LifeSign.State
    public private(set) var since: WallInstant
    public var session: SessionMark?
    public var task: SaidIdentifier?
    public var step: SaidIdentifier?
    public private(set) var subject: Pseudonym?
    public private(set) var isSubjectWithheld = false
    /// The recorders that run.
    public var sensors: [SensorProbe] = []
    /// What those recorders had that have ended.
    public private(set) var ended = SensorReading()
    public var outbox: LifeSign.Outbox?

    /// Facts of a program that waits.
    public init(since: WallInstant) {
        state = .waiting
        self.since = since
    }

    /// Says what the program does now.
    public mutating func become(_ next: LifeSign.State, at now: WallInstant) {
        guard next != state else { return }
        (state, since) = (next, now)
    }

    /// Says whose it is, as far as that is a code.
    public mutating func tell(subject code: String?) {
        subject = code.flatMap(Pseudonym.init)
        isSubjectWithheld = code != nil && subject == nil
    }

    /// Counts what a recorder had that runs no longer.
    public mutating func count(ended reading: SensorReading) {
        ended.samples = ended.samples.addingClamped(reading.samples)
        ended.lost = ended.lost.addingClamped(reading.lost)
    }

    /// Knows nothing of a session any more: it is over.
    public mutating func forgetSession() {
        (session, task, step, sensors) = (nil, nil, nil, [])
        tell(subject: nil)
        ended = SensorReading()
    }
}

/// A recorder that can be looked at, from any thread.
public struct SensorProbe: Sendable {
    public var recorder: String
    public var kind: String
    public var askedPerSecond: Double?
    public var hasFailed = false
    /// How far it is; answers at once.
    public var read: @Sendable () -> SensorReading

    public init(
        recorder: String,
        kind: String,
        askedPerSecond: Double? = nil,
        read: @escaping @Sendable () -> SensorReading
    ) {
        self.recorder = recorder
        self.kind = kind
        self.askedPerSecond = askedPerSecond
        self.read = read
    }
}

/// How far a recorder is.
public struct SensorReading: Sendable, Equatable {
    public var samples = 0
    public var lost = 0
    /// The instant of its last reading.
    public var last: BootInstant?

    public init(samples: Int = 0, lost: Int = 0, last: BootInstant? = nil) {
        self.samples = samples
        self.lost = lost
        self.last = last
    }
}
