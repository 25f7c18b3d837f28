// Makes life signs from a program's `LifeSignFacts`: reads the recorders, measures their rates, and returns a sign if
// one is due. The composer uses no thread and no clock: the caller passes the time.

internal import SystemCalls
public import Timebase

/// Makes the life signs of one program.
public struct LifeSignComposer: Sendable {
    private let board: BoardName
    private let part: String
    private let software: String
    private let process: SaidIdentifier?
    private var cadence = LifeSignCadence()
    private var meters: [String: RateMeter] = [:]

    /// A composer that has made no sign yet.
    ///
    /// - Parameters:
    ///   - board: The board's name.
    ///   - part: The command that reports.
    ///   - software: Name and version of the program.
    ///   - process: A random number of this process.
    public init(board: BoardName, part: String, software: String, process: SaidIdentifier? = nil) {
        self.process = process
        self.board = board
        self.part = part
        self.software = software
    }

    /// Forgets what was sent, so that the next call of `sign` returns a sign.
    public mutating func sayAnew() { cadence = LifeSignCadence() }

    /// Returns the sign at an instant, if one is due.
    ///
    /// - Parameters:
    ///   - facts: What is known of the program.
    ///   - now: The instant.
    ///   - date: The same instant as a date.
    ///   - machine: The last known state of battery and disk.
    /// - Returns: The sign; `nil` if none is due.
    public mutating func sign(
        of facts: LifeSignFacts,
        at now: BootInstant,
        date: WallInstant,
        machine: MachineState
    ) -> LifeSign? {
        var sign = LifeSign(
            board: board.text,
            part: part,
            software: software,
            when: date,
            state: facts.state,
            since: facts.since
        )
        sign.process = process
        sign.nextWithinSeconds =
            facts.state == .stopped ? nil : Int(LifeSignCadence.promised / .seconds(1))
        (sign.session, sign.task, sign.step) = (facts.session, facts.task, facts.step)
        sign.subject = facts.subject
        sign.isSubjectWithheld = facts.isSubjectWithheld ? true : nil
        sign.outbox = facts.outbox
        (sign.battery, sign.disk) = (machine.battery, machine.disk)
        look(at: facts, now, &sign)
        guard cadence.takesTurn(LifeSignEssence(of: sign), at: now) else { return nil }
        return sign
    }

    private mutating func look(
        at facts: LifeSignFacts,
        _ now: BootInstant,
        _ sign: inout LifeSign
    ) {
        var (samples, lost) = (facts.ended.samples, facts.ended.lost)
        var seen: [String: RateMeter] = [:]
        for probe in facts.sensors {
            let reading = probe.read()
            var meter = meters[probe.recorder] ?? RateMeter()
            let rate = meter.rate(reading.samples, upTo: reading.last, at: now)
            seen[probe.recorder] = meter
            samples = samples.addingClamped(reading.samples)
            lost = lost.addingClamped(reading.lost)
            sign.sensors.append(
                LifeSign.Sensor(
                    recorder: probe.recorder,
                    kind: probe.kind,
                    askedPerSecond: probe.askedPerSecond,
                    perSecond: rate,
                    samples: reading.samples,
                    lost: reading.lost,
                    hasFailed: probe.hasFailed
                )
            )
        }
        meters = seen
        (sign.samples, sign.lost) = (samples, lost)
    }
}

/// What is known of the machine's battery and disk.
public struct MachineState: Sendable, Equatable {
    public var battery: LifeSign.Power?
    public var disk: LifeSign.Room?

    public init(battery: LifeSign.Power? = nil, disk: LifeSign.Room? = nil) {
        self.battery = battery
        self.disk = disk
    }
}
