// When a board sends a sign: as soon as something has changed that somebody would act on, and otherwise once a minute,
// so that silence means a fault. A board that changes all the time still sends at most one sign a second.

public import Timebase

/// Decides when a life sign is due.
public struct LifeSignCadence: Sendable {
    /// The shortest time between signs.
    public static let shortest = Duration.seconds(1)
    /// The longest time between signs that a sign promises.
    public static let promised = Duration.seconds(60)
    /// The longest time between signs if nothing changes; shorter than promised, to allow for delays on the way.
    static let longest = Duration.seconds(50)

    private var last: (at: BootInstant, essence: LifeSignEssence)?

    /// The cadence of a board that has sent no sign yet.
    public init() {}

    /// True if a sign is due now; it then counts as sent.
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

/// The part of a sign that somebody would act on.
public struct LifeSignEssence: Hashable, Sendable {
    private var state: LifeSign.State
    private var session: SessionMark?
    private var task: SaidIdentifier?
    private var step: SaidIdentifier?
    private var running: [SaidIdentifier]
    private var failed: [SaidIdentifier]
    /// The recorders whose rate is known: a recorder's first rate is sent as soon as it is measured.
    private var measured: [SaidIdentifier]
    /// The recorders that should deliver readings, and no longer do.
    private var silent: [SaidIdentifier]
    /// Changes each time that the losses have doubled, so that a sensor that always loses readings does not cause a
    /// sign every second.
    private var magnitudeOfLoss: Int
    private var waiting: Int?
    /// Whether the disk's state is known; the first sign may be sent before it is.
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
