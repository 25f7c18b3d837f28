// When a board says something: as soon as anything has changed that somebody would act on, and otherwise once a minute,
// so that silence means something. A board that changes without end still says no more than one sign a second.

public import Timebase

/// Decides when a life sign is due.
public struct LifeSignCadence: Sendable {
    /// Signs are no closer than this.
    public static let shortest = Duration.seconds(1)
    /// What is promised: the next sign is no later than this.
    public static let promised = Duration.seconds(60)
    /// So long a sign waits where nothing changes; shorter than what is promised by what the way may take.
    static let longest = Duration.seconds(50)

    private var last: (at: BootInstant, essence: LifeSignEssence)?

    /// A cadence of a board that has said nothing yet.
    public init() {}

    /// Whether a sign is due now; where it is, it is taken as said.
    public mutating func takesTurn(_ essence: LifeSignEssence, at now: BootInstant) -> Bool {
        if let last {
            let passed = last.at.duration(to: now)
            guard passed >= Self.shortest else { return false }
            guard passed >= Self.longest || last.essence != essence else { return false }
        }
        last = (now, essence)
        return true
    }
}

/// What of a sign somebody would act on.
public struct LifeSignEssence: Hashable, Sendable {
    private var state: LifeSign.State
    private var session: SessionMark?
    private var task: SaidIdentifier?
    private var step: SaidIdentifier?
    private var running: [SaidIdentifier]
    private var failed: [SaidIdentifier]
    /// Whose rate is known: the first sign of a recording comes before anybody can know it.
    private var measured: [SaidIdentifier]
    /// Those of which a rate was asked and nothing comes any more.
    private var silent: [SaidIdentifier]
    /// Losses that go on are told when they have doubled: a sensor that loses all the time is not told every second.
    private var magnitudeOfLoss: Int
    private var waiting: Int?
    /// The first sign may come before the disk has answered.
    private var isDiskKnown: Bool

    init(of sign: LifeSign) {
        (state, session, task, step) = (sign.state, sign.session, sign.task, sign.step)
        running = sign.sensors.map(\.recorder)
        failed = sign.sensors.filter { $0.hasFailed == true }.map(\.recorder)
        measured = sign.sensors.filter { $0.perSecond != nil }.map(\.recorder)
        silent = sign.sensors.filter { $0.perSecond == 0 && ($0.askedPerSecond ?? 0) >= 1 }
            .map(\.recorder)
        magnitudeOfLoss = Int.bitWidth - sign.lost.leadingZeroBitCount
        waiting = sign.outbox?.waiting
        isDiskKnown = sign.disk != nil
    }
}
