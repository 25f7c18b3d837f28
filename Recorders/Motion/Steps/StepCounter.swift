// Counts steps in the readings that a motion recorder writes, on the thread that writes them. The result
// depends only on the records, so a replay gives the same. Other threads query what a lock protects; the writing
// thread takes that lock only when there is news, such as a step. Because many timestamps show when a batch
// arrived, steps are counted by the estimated instants of the readings.

internal import Gait
internal import Recording
internal import Research
internal import Synchronization
internal import Timebase

/// Counts the steps of one recorder.
// Sendable without a check: only the writing thread calls `take` and `end` and uses the plain variables; other
// threads read only what the lock protects.
final class StepCounter: SharedPedometer, @unchecked Sendable {
    /// What other threads may query.
    private struct Told {
        var tally = StepTally()
        /// Why no steps can be counted; `nil` once they are.
        ///
        /// This differs from a count of 0.
        var absence = Pedometer().absence
        var hasEnded = false
    }

    /// A reading of the accelerometer, with the rotation at the same time.
    private struct Reading {
        var acceleration: SIMD3<Double>
        var rotation: SIMD3<Double>?
        /// During which visit of a task's step it arrived, numbered over all visits.
        var visit: Int
    }

    /// The largest time between a rotation and the accelerometer's reading to which it belongs.
    private static let longestLagInSeconds = 0.1
    let identifier: String
    let isSaidToBeAtLowBack: Bool
    private let legLength: Double?
    private let hasGyroscope: Bool
    private var pedometer: Pedometer
    private var waiting: (timestamp: Int64, acceleration: SIMD3<Double>, visit: Int)?
    private var rotation: (time: Int64, rate: SIMD3<Double>)?
    private var estimator: InstantEstimator
    /// Readings that wait until it is known when they were taken.
    private var arrived = Queue<Reading>(limit: 1 << 13)
    private var lastPath: String?
    /// The visits of task steps: how many there were, how many have begun, and the paths of those not begun.
    private var visits = (all: 0, begun: 0, paths: [String]())
    private var absence = Pedometer().absence
    private let told = Mutex(Told())
    private let first = Atomic<Int64>(.max)
    private let reached = Atomic<Int64>(.min)

    /// A counter before its first reading.
    ///
    /// - Parameters:
    ///   - identifier: The recorder's identifier.
    ///   - isSaidToBeAtLowBack: Whether the configuration states that its sensor is worn at the low back.
    ///   - legLength: The distance from the hip joint to the ground, if known.
    ///   - rate: The expected number of readings a second; the timestamps show the real one.
    ///   - hasGyroscope: Whether to wait for rotations.
    init(
        identifier: String,
        isSaidToBeAtLowBack: Bool,
        legLengthInMetres legLength: Double?,
        rateInHertz rate: Double,
        hasGyroscope: Bool
    ) {
        self.identifier = identifier
        self.isSaidToBeAtLowBack = isSaidToBeAtLowBack
        self.legLength = legLength
        self.hasGyroscope = hasGyroscope
        pedometer = Pedometer(legLengthInMetres: legLength)
        estimator = InstantEstimator(rateInHertz: rate)
    }

    // MARK: The thread that writes

    /// Processes a reading that arrived during the task's step with this path.
    func take(_ reading: MotionSample, in stepPath: String) {
        let vector = SIMD3(reading.x, reading.y, reading.z)
        let time = reading.time.nanoseconds
        switch reading.type {
        case .accelerometer where reading.hasAxes:
            if first.load(ordering: .relaxed) == .max { first.store(time, ordering: .relaxed) }
            update()
            waiting = (time, vector, visit(of: stepPath))
            if !hasGyroscope || rotation?.time == time { update() }
        case .gyro where reading.hasAxes:
            rotation = (time, vector)
            if let waiting, waiting.timestamp <= time { update() }
        default: break
        }
    }

    /// Notes that no more readings follow.
    func end() {
        update()
        estimator.settle()
        countArrived()
        let events = pedometer.finish()
        let absence = pedometer.absence
        pedometer = Pedometer()
        tell(events, at: reached.load(ordering: .relaxed))
        told.withLock {
            $0.absence = absence
            $0.hasEnded = true
        }
    }

    private func visit(of stepPath: String) -> Int {
        if stepPath != lastPath {
            lastPath = stepPath
            visits.all += 1
            visits.paths.append(stepPath)
        }
        return visits.all
    }

    private func begin(_ visit: Int, at time: Int64) {
        while visits.begun < visit, !visits.paths.isEmpty {
            visits.begun += 1
            let path = visits.paths.removeFirst()
            let seconds = seconds(at: time)
            told.withLock { $0.tally.move(to: path, at: seconds) }
        }
    }

    /// Passes the reading that waited for its rotation to the estimator, and counts all readings whose instants
    /// are known.
    private func update() {
        guard let waiting else { return }
        self.waiting = nil
        let rate = rotation.flatMap { rotation in
            waiting.timestamp.seconds(since: rotation.time).magnitude <= Self.longestLagInSeconds
                ? rotation.rate : nil
        }
        let reading = Reading(
            acceleration: waiting.acceleration,
            rotation: rate,
            visit: waiting.visit
        )
        if let time = estimator.place(waiting.timestamp) { return count(reading, at: time) }
        estimator.add(waiting.timestamp)
        arrived.append(reading)
        countArrived()
    }

    private func countArrived() {
        while let time = estimator.next(), let reading = arrived.first {
            arrived.removeFirst()
            count(reading, at: time)
        }
    }

    private func count(_ reading: Reading, at time: Int64) {
        begin(reading.visit, at: time)
        let events = pedometer.update(
            GaitSample(
                seconds: seconds(at: time),
                acceleration: reading.acceleration,
                rotation: reading.rotation
            )
        )
        tell(events, at: time)
        if pedometer.absence != absence {
            absence = pedometer.absence
            told.withLock { $0.absence = absence }
        }
        // Stored after `told`, so that a thread which sees this time also sees the steps up to it.
        let latest = max(time, reached.load(ordering: .relaxed))
        reached.store(latest, ordering: .releasing)
    }

    private func tell(_ events: [Pedometer.Event], at time: Int64) {
        guard !events.isEmpty else { return }
        let seconds = seconds(at: time)
        told.withLock { told in
            for event in events {
                switch event {
                case .step(let step): told.tally.add(step, toldAt: seconds)
                case .length(let length): told.tally.add(length, toldAt: seconds)
                case .contact, .boutEnded: break
                }
            }
        }
    }

    private func seconds(at time: Int64) -> Double {
        time.seconds(since: first.load(ordering: .relaxed))
    }

    // MARK: Others

    var span: (start: BootInstant, end: BootInstant?)? {
        let start = first.load(ordering: .relaxed)
        guard start != .max else { return nil }
        let hasEnded = told.withLock { $0.hasEnded }
        let end = reached.load(ordering: .relaxed)
        return (BootInstant(nanoseconds: start), hasEnded ? BootInstant(nanoseconds: end) : nil)
    }

    var latest: BootInstant { BootInstant(nanoseconds: reached.load(ordering: .relaxed)) }

    /// The steps so far, and how many a minute the participant makes now; `nil` if none are counted.
    var now: (steps: Int, cadence: Double?)? {
        let seconds = seconds(at: reached.load(ordering: .relaxed))
        return told.withLock { told in
            told.absence == nil ? (told.tally.steps, told.tally.cadence(at: seconds)) : nil
        }
    }

    /// The number of steps, or the cadence, second by second up to the newest reading.
    func course(of figure: StepFigure, over window: Duration) -> RSDLatestReadings? {
        let newest = latest
        guard newest.nanoseconds != .min else { return nil }
        let count = Int(max(1, min(600, (window / .seconds(1)).rounded(.up))))
        let end = seconds(at: newest.nanoseconds)
        let moments = told.withLock { told in
            told.tally.moments(at: (0..<count).reversed().map { end - Double($0) })
        }
        let values = moments.map { moment in
            figure == .cadence ? moment?.cadence : moment.map { Double($0.steps) }
        }
        return RSDLatestReadings(
            newest: newest,
            interval: .seconds(1),
            lines: [values.map { $0.map { $0...$0 } }]
        )
    }

    /// The figures of a walk, or why there are none; `nil` if nothing was recorded in that step of the task.
    func figures(
        of step: String? = nil,
        until end: BootInstant? = nil
    ) -> Result<WalkFigures, StepAbsence>? {
        let seconds = end.map { self.seconds(at: $0.nanoseconds) } ?? .infinity
        return told.withLock { told in
            if let absence = told.absence { return .failure(StepAbsence(absence)) }
            return told.tally.figures(of: step, until: seconds).map { .success($0) }
        }
    }

    /// The walked distance according to these figures.
    func distance(of figures: WalkFigures) -> Measured<Double> {
        figures.distance(ofLegInMetres: legLength)
    }

    /// The walking speed according to these figures.
    func speed(of figures: WalkFigures) -> Measured<Double> {
        figures.speed(ofLegInMetres: legLength)
    }

    func account(of step: String?, until end: BootInstant) -> PedometerAccount {
        switch figures(of: step, until: end) {
        case nil:
            return PedometerAccount(
                reasons: [
                    "\(identifier): there is no stepCount: it did not record in the step '\(step ?? "")'"
                ]
            )
        case .failure(let absence):
            return PedometerAccount(reasons: [absence.note(on: [.stepCount], of: identifier)])
        case .success(let figures):
            var account = PedometerAccount(steps: figures.steps)
            switch distance(of: figures) {
            case .figure(let metres, _, _): account.metres = metres
            case .absent(let absence):
                account.reasons.append(
                    StepAbsence(absence).note(on: [.pedometerDistance], of: identifier)
                )
            }
            if let note = figures.note(ofLossesOf: identifier) { account.reasons.append(note) }
            return account
        }
    }

    func isSettled(_ step: String?, until end: BootInstant) -> Bool {
        let end = seconds(at: end.nanoseconds)
        let reached = seconds(at: reached.load(ordering: .acquiring))
        return told.withLock { $0.hasEnded || reached > $0.tally.settledAt(step, until: end) }
    }
}
