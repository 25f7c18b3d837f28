// Makes signs of facts: looks at the recorders, measures their rates, and says a sign when one is due. It knows no
// thread and no clock: who calls it says what time it is.

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

    /// A composer that has said nothing yet.
    ///
    /// - Parameters:
    ///   - board: What the board is called.
    ///   - part: The command that it is of.
    ///   - software: Name and version of the program.
    ///   - process: The number of this start of it.
    public init(board: BoardName, part: String, software: String, process: SaidIdentifier? = nil) {
        self.process = process
        self.board = board
        self.part = part
        self.software = software
    }

    /// Takes nothing as said: the next look says a sign.
    public mutating func sayAnew() { cadence = LifeSignCadence() }

    /// The sign at a moment, if one is due.
    ///
    /// - Parameters:
    ///   - facts: What is known.
    ///   - now: The moment.
    ///   - date: The same moment as a date.
    ///   - machine: What was last known of battery and disk.
    /// - Returns: The sign; `nil` where none is due.
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

/// What is known of the machine.
public struct MachineState: Sendable, Equatable {
    public var battery: LifeSign.Power?
    public var disk: LifeSign.Room?

    public init(battery: LifeSign.Power? = nil, disk: LifeSign.Room? = nil) {
        self.battery = battery
        self.disk = disk
    }
}
