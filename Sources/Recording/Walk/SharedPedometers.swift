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
    /// The time from one look at the pedometers to the next.
    private static let timeBetweenLooks = Duration.milliseconds(10)
    /// How many looks in a row may find no progress.
    private let patienceInLooks: Int

    /// An object without pedometers.
    public convenience init() { self.init(patienceInLooks: 500) }

    init(patienceInLooks: Int) { self.patienceInLooks = patienceInLooks }

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
    /// time. The wait is at least five seconds of real time, because the run's own clock may stand still meanwhile. It
    /// is counted in looks on the caller's actor: where the same actor also has to bring the run forward, and has too
    /// much else to do, the looks become as rare as the run becomes slow.
    public func settle(_ step: String?, from start: BootInstant, until end: BootInstant) async {
        var latest: [BootInstant] = []
        var idleLooks = 0
        // Walks end rarely, so this polls instead of making the counting threads signal.
        while true {
            let there = pedometers(from: start, to: end)
            guard there.contains(where: { !$0.isSettled(step, until: end) }) else { return }
            let now = there.map(\.latest)
            idleLooks = now == latest ? idleLooks + 1 : 0
            latest = now
            guard idleLooks < patienceInLooks else { return }
            // A cancelled task does not wait any longer.
            do { try await Task.sleep(for: Self.timeBetweenLooks) } catch { return }
        }
    }
}
