// Records a synthetic walk: one recorder for each of its inertial units, with a file of the true values beside
// each.

internal import MotionRecorder
internal import RecorderKinds
internal import Recording
internal import SampleStream
package import SessionRuns
package import Timebase
internal import WalkSource

/// The synthetic walk to record.
package struct WalkOptions: Sendable, Equatable {
    /// The seed of the walk: the same seed gives the same walk.
    package var seed: UInt64 = 1
    package var rateInHertz: Double?
    /// Whether to write the true values beside the samples.
    package var writesTruth = true
    /// The options for steps.
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

    /// One recorder for each usual inertial unit of the walk, or for those at the given places.
    ///
    /// - Parameters:
    ///   - places: Places on the body that the walk has; if empty, the low back and both feet.
    ///   - types: The wanted readings, by `sensorType`; `nil` for the recorder's defaults.
    ///   - isCSV: Whether files are CSV.
    ///   - duration: How long the walk lasts; `nil` for ever.
    ///   - start: The clocks at its start.
    ///   - timekeeper: Makes the clock of one recorder.
    /// - Returns: The recorders.
    /// - Throws: If the walk cannot be computed.
    @MainActor
    package func recorders(
        at places: [String],
        of types: [String]?,
        isCSV: Bool = false,
        for duration: Duration?,
        from start: ClockReading,
        by timekeeper: () -> any Timekeeper
    ) throws -> [PlannedRecorder] {
        let wanted =
            places.isEmpty
            ? WalkPlacement.usual : WalkPlacement.allCases.filter { places.contains($0.rawValue) }
        let walk = try SyntheticWalk(SyntheticWalkDescription(seed: seed))
        return wanted.map { place in
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
    ///   - options: What else the user asked to record, such as the places and the types.
    ///   - identifier: The name of the recording; `nil` for `walk`.
    ///   - output: The folder that the session folder goes into.
    ///   - duration: How long the walk lasts; `nil` for ever.
    ///   - speed: The speed.
    ///   - isCSV: Whether files are CSV.
    /// - Returns: The plan.
    /// - Throws: If the walk does not have what is asked for.
    @MainActor
    package func plan(
        _ options: RecordOptions,
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
                at: options.placements,
                of: options.types,
                isCSV: isCSV,
                for: duration,
                from: start,
                by: time.timekeeper
            )
        )
        plan.gate = time.gate
        return plan
    }

    /// The file of the walk's true values.
    private static let truth = FileCompanion(
        "truth",
        of: "walk",
        named: SyntheticTruth.fileName,
        write: { file, stop in
            try SyntheticTruth(of: file.source)?.write(beside: file, until: stop)
        }
    )
}
