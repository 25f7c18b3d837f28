// What a program reports of itself in life signs. The recording threads store facts here and continue; none of them
// waits for the network.

internal import SystemCalls
public import Timebase

/// What is known of a board's program at an instant.
public struct LifeSignFacts: Sendable {
    /// What it is doing, and since when.
    public private(set) var state: LifeSign.State
    public private(set) var since: WallInstant
    public var session: SessionMark?
    public var task: SaidIdentifier?
    public var step: SaidIdentifier?
    public private(set) var subject: Pseudonym?
    public private(set) var isSubjectWithheld = false
    /// The running recorders.
    public var sensors: [SensorProbe] = []
    /// The totals of the recorders that have ended.
    public private(set) var ended = SensorReading()
    public var outbox: LifeSign.Outbox?

    /// The facts of a program that waits.
    public init(since: WallInstant) {
        state = .waiting
        self.since = since
    }

    /// Sets what the program is doing now.
    public mutating func become(_ next: LifeSign.State, at now: WallInstant) {
        guard next != state else { return }
        (state, since) = (next, now)
    }

    /// Sets the participant's code; withholds it if it could be a name.
    public mutating func tell(subject code: String?) {
        subject = code.flatMap(Pseudonym.init)
        isSubjectWithheld = code != nil && subject == nil
    }

    /// Adds the totals of a recorder that has ended.
    public mutating func count(ended reading: SensorReading) {
        ended.samples = ended.samples.addingClamped(reading.samples)
        ended.lost = ended.lost.addingClamped(reading.lost)
    }

    /// Clears the session's facts, after it has ended.
    public mutating func forgetSession() {
        (session, task, step, sensors) = (nil, nil, nil, [])
        tell(subject: nil)
        ended = SensorReading()
    }
}

/// A running recorder, which can be read from any thread.
public struct SensorProbe: Sendable {
    public var recorder: String
    public var kind: String
    public var askedPerSecond: Double?
    public var hasFailed = false
    /// Reads its totals without waiting.
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

/// The totals of a recorder.
public struct SensorReading: Sendable, Equatable {
    public var samples = 0
    public var lost = 0
    /// The instant of its last sample.
    public var last: BootInstant?

    public init(samples: Int = 0, lost: Int = 0, last: BootInstant? = nil) {
        self.samples = samples
        self.lost = lost
        self.last = last
    }
}
