// A synthetic walk that is recorded: one recorder for each of its inertial units, and what was true beside each file.

internal import MotionRecorder
internal import RecorderKinds
internal import Recording
internal import Research
internal import SampleStream
package import SessionRuns
package import Timebase
internal import WalkSource

/// The synthetic walk that is to be recorded.
package struct WalkWish: Sendable, Equatable {
    /// Which walk it is: the same number walks the same way.
    package var seed: UInt64 = 1
    package var rateInHertz: Double?
    /// Whether what was true is written beside the samples.
    package var writesTruth = true
    /// What is wanted of steps.
    package var steps = StepOptions()

    package init(
        seed: UInt64 = 1,
        rateInHertz: Double? = nil,
        writesTruth: Bool = true,
        steps: StepOptions = StepOptions()
    ) {
        self.seed = seed
        self.rateInHertz = rateInHertz
        self.writesTruth = writesTruth
        self.steps = steps
    }

    /// A recorder for each usual inertial unit of the walk, or for those at some places.
    ///
    /// - Parameters:
    ///   - places: Where on the body; if there are none, at the low back and on both feet.
    ///   - types: What is wanted, by `sensorType`; without it, what a recorder gives unasked.
    ///   - isCSV: Whether files are CSV.
    ///   - duration: How much is walked; without it, for ever.
    ///   - start: The clocks at its start.
    ///   - timekeeper: The clock of one recorder.
    /// - Returns: The recorders.
    /// - Throws: Where the walk has no such place.
    @MainActor
    package func recorders(
        at places: [String],
        of types: [String]?,
        isCSV: Bool = false,
        for duration: Duration?,
        from start: ClockReading,
        by timekeeper: () -> any Timekeeper
    ) throws -> [PlannedRecorder] {
        let known = WalkPlacement.allCases.map(\.rawValue)
        let wanted =
            places.isEmpty
            ? WalkPlacement.usual.map(\.rawValue)
            : try KnownPlaces.chosen(places, among: known, of: "the synthetic walk")
        let walk = try SyntheticWalk(SyntheticWalkDescription(seed: seed))
        return wanted.compactMap(WalkPlacement.init).map { place in
            let sourced = MotionRecorderKind().over { order in
                AnySampleSource(
                    try SyntheticWalkSource(
                        walk: walk,
                        placement: place,
                        request: order.request,
                        timekeeper: order.environment.timekeeper,
                        walkStart: start.boottime,
                        duration: duration
                    )
                )
            }
            var configuration = MotionRecorderConfiguration(
                identifier: "\(place.rawValue)_motion",
                recorderTypes: types?.compactMap(MotionSensorType.init),
                frequency: rateInHertz,
                usesCSVEncoding: isCSV
            )
            steps.ask(of: &configuration, at: place.rawValue, isOnly: wanted.count == 1)
            return PlannedRecorder(
                sourced,
                configuration,
                placement: place.rawValue,
                timekeeper: timekeeper(),
                companion: writesTruth ? Self.truth : nil
            )
        }
    }

    /// The plan of a recording of the walk.
    ///
    /// - Parameters:
    ///   - wish: What else is said of it.
    ///   - identifier: What the recording is called; without it, `walk`.
    ///   - output: The folder that the session folder goes into.
    ///   - duration: How much is walked; without it, for ever.
    ///   - speed: How fast.
    ///   - isCSV: Whether files are CSV.
    /// - Returns: The plan.
    /// - Throws: Where the walk has not what is asked.
    @MainActor
    package func plan(
        _ wish: RecordWish,
        _ identifier: String?,
        in output: String,
        for duration: Duration?,
        at speed: Speed,
        isCSV: Bool
    ) throws -> RecordingPlan {
        let start = ClockReading.now()
        let time = PlannedTime(speed, from: start)
        var plan = RecordingPlan(
            identifier: identifier ?? "walk",
            output: output,
            start: start,
            zone: .local(at: start.realtime),
            planned: duration,
            recorders: try recorders(
                at: wish.placements,
                of: wish.types,
                isCSV: isCSV,
                for: duration,
                from: start,
                by: time.timekeeper
            )
        )
        plan.gate = time.gate
        return plan
    }

    /// What was true of the walk.
    private static let truth = FileCompanion(
        "truth",
        of: "walk",
        named: SyntheticTruth.fileName,
        write: { file, stop in
            try SyntheticTruth(of: file.source)?.write(beside: file, until: stop)
        }
    )
}
