// Connects recorders of distance with recorders of motion. A motion recorder counts steps, and a distance recorder
// of the same run reports them. The motion recorder registers its pedometer here; the distance recorder reads it
// when its own file is closed. The counting threads never wait for the reading one.

internal import Synchronization
public import Timebase

/// Counts steps while its recorder runs; any thread may read the count.
public protocol SharedPedometer: AnyObject, Sendable {
    /// The identifier of its recorder.
    var identifier: String { get }
    /// Whether its recorder's placement is the low back; false without a placement, although steps are then counted
    /// as at the low back.
    var isSaidToBeAtLowBack: Bool { get }
    /// The time over which it has counted, with no `end` while it runs; `nil` before it has counted anything.
    var span: (start: BootInstant, end: BootInstant?)? { get }

    /// The instant of the last reading that it has counted.
    var latest: BootInstant { get }

    /// Returns what it has counted.
    ///
    /// - Parameters:
    ///   - step: The step or section of the walk, as for the distance; `nil` for everything.
    ///   - end: Anything later is ignored.
    /// - Returns: The count, and what is missing in it.
    func account(of step: String?, until end: BootInstant) -> PedometerAccount

    /// Whether `account(of:until:)` is final, because the pedometer has ended or has counted far enough.
    func isSettled(_ step: String?, until end: BootInstant) -> Bool
}

/// The steps that a pedometer has counted in a walk.
public struct PedometerAccount: Sendable, Equatable {
    /// The number of steps; `nil` if none could be counted.
    public var steps: Int?
    /// The distance walked, in metres; `nil` if it could not be measured.
    public var metres: Double?
    /// What is missing and why, a line each.
    public var reasons: [String]

    public init(steps: Int? = nil, metres: Double? = nil, reasons: [String] = []) {
        self.steps = steps
        self.metres = metres
        self.reasons = reasons
    }
}

/// The pedometers of all recorders that share an environment.
public final class SharedPedometers: Sendable {
    private let joined = Mutex<[any SharedPedometer]>([])
    /// How long, in real time, to wait for a pedometer that makes no progress.
    private let patience: Duration

    /// An object without pedometers.
    public convenience init() { self.init(patience: .seconds(5)) }

    init(patience: Duration) { self.patience = patience }

    /// Adds a pedometer that other recorders can read.
    public func join(_ pedometer: any SharedPedometer) {
        joined.withLock { $0.append(pedometer) }
    }

    /// The pedometers that counted at some time from the start to the end, the most trusted first.
    ///
    /// Those whose placement is the low back come first, then the others; within each group, in order of joining.
    public func pedometers(from start: BootInstant, to end: BootInstant) -> [any SharedPedometer] {
        let there = joined.withLock { $0 }.filter { pedometer in
            guard let span = pedometer.span else { return false }
            return span.start <= end && span.end ?? end >= start
        }
        return there.filter(\.isSaidToBeAtLowBack) + there.filter { !$0.isSaidToBeAtLowBack }
    }

    /// Waits until the accounts of these pedometers are final, or no pedometer makes progress.
    ///
    /// A pedometer detects a foot contact up to a second after it happened, but the recorders of a run end at the same
    /// time. The wait is measured in real time, because the run's own clock may stand still meanwhile.
    public func settle(_ step: String?, from start: BootInstant, until end: BootInstant) async {
        let clock = ContinuousClock()
        var (latest, lastChange) = ([BootInstant](), clock.now)
        // Walks end rarely, so this polls instead of making the counting threads signal.
        while true {
            let there = pedometers(from: start, to: end)
            guard there.contains(where: { !$0.isSettled(step, until: end) }) else { return }
            let now = there.map(\.latest)
            if now != latest { (latest, lastChange) = (now, clock.now) }
            guard lastChange.duration(to: clock.now) < patience else { return }
            // A cancelled task does not wait any longer.
            do { try await Task.sleep(for: .milliseconds(10)) } catch { return }
        }
    }
}
