// A recorder of a distance tells how many steps were walked, which a motion recorder beside it counts. Here they find
// each other: whoever counts joins, and whoever tells asks when its own file is closed. The threads that count
// never wait for whoever asks.

internal import Synchronization
public import Timebase

/// Counts steps while its recorder runs, and answers from any thread.
public protocol SharedPedometer: AnyObject, Sendable {
    /// The identifier of its recorder.
    var identifier: String { get }
    /// Whether its recorder is said to be worn at the low back; where it is not said, it is taken to be.
    var isSaidToBeAtLowBack: Bool { get }
    /// From when it has counted to when; `nil` where it has counted nothing yet, and without an end while it runs.
    var span: (start: BootInstant, end: BootInstant?)? { get }

    /// Up to which reading it has counted.
    var latest: BootInstant { get }

    /// What it has counted.
    ///
    /// - Parameters:
    ///   - step: The step or section that is walked in, as for the distance; without it, all counts.
    ///   - end: What is later is not asked for.
    /// - Returns: The count, and what it lacks.
    func account(of step: String?, until end: BootInstant) -> PedometerAccount

    /// Whether what it answers can change no more: it has ended, or counted far enough.
    func isSettled(_ step: String?, until end: BootInstant) -> Bool
}

/// What a pedometer has counted of a walk.
public struct PedometerAccount: Sendable, Equatable {
    /// How many steps; `nil` where none could be counted.
    public var steps: Int?
    /// How far they led, in metres; `nil` where that could not be measured.
    public var metres: Double?
    /// What is missing and why, a line each.
    public var reasons: [String]

    public init(steps: Int? = nil, metres: Double? = nil, reasons: [String] = []) {
        self.steps = steps
        self.metres = metres
        self.reasons = reasons
    }
}

/// The pedometers of all recorders whose surroundings have it.
public final class SharedPedometers: Sendable {
    private let joined = Mutex<[any SharedPedometer]>([])
    /// How long, in real time, a pedometer is waited for that counts no further.
    private let patience: Duration

    /// For recorders that begin later.
    public convenience init() { self.init(patience: .seconds(5)) }

    init(patience: Duration) { self.patience = patience }

    /// Has others ask a pedometer.
    public func join(_ pedometer: any SharedPedometer) {
        joined.withLock { $0.append(pedometer) }
    }

    /// Those that counted at some time from the start to the end, the one to be believed first: said to be at the low
    /// back before not said to be, and what joined earlier before the others.
    public func pedometers(from start: BootInstant, to end: BootInstant) -> [any SharedPedometer] {
        let there = joined.withLock { $0 }.filter { pedometer in
            guard let span = pedometer.span else { return false }
            return span.start <= end && span.end ?? end >= start
        }
        return there.filter(\.isSaidToBeAtLowBack) + there.filter { !$0.isSaidToBeAtLowBack }
    }

    /// Waits until those answers can change no more, or nobody counts any further.
    ///
    /// A contact is told a second after it happened, and recorders of a run end side by side. Time that a run moves by
    /// itself may stand still meanwhile.
    public func settle(_ step: String?, from start: BootInstant, until end: BootInstant) async {
        let clock = ContinuousClock()
        var (latest, lastChange) = ([BootInstant](), clock.now)
        // A walk ends seldom: the threads that count ring for nobody.
        while true {
            let there = pedometers(from: start, to: end)
            guard there.contains(where: { !$0.isSettled(step, until: end) }) else { return }
            let now = there.map(\.latest)
            if now != latest { (latest, lastChange) = (now, clock.now) }
            guard lastChange.duration(to: clock.now) < patience else { return }
            // A task that is cancelled sleeps no more.
            do { try await Task.sleep(for: .milliseconds(10)) } catch { return }
        }
    }
}
