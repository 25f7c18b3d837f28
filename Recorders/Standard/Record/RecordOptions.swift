// What `record` should record, and from which source. An option that has no meaning for the source is refused,
// because the user expects an effect.

package import Arguments
internal import MotionRecorder
internal import PlainWords
internal import Recording
internal import Research
package import SessionRuns
internal import SystemCalls
internal import Timebase
internal import WalkSource

/// What to record.
package struct RecordOptions: Sendable {
    /// The source of the samples.
    package enum Source: Sendable, Equatable {
        case sensors(SensorOptions)
        case syntheticWalk(WalkOptions)
        case session(path: String)
    }

    /// The source; `nil` if only devices other than motion sensors are recorded.
    package var source: Source?
    /// What to record of devices other than motion sensors.
    package var others: [any DeviceOptions]
    package var keys: KeyOptions
    package var placements: [String]
    /// The wanted readings, by `sensorType`.
    package var types: [String]?

    /// The options for sources.
    package static let options =
        [SourceOptions.source.declaration] + SensorOptions.options + optionsOfOthers

    /// The kinds of devices other than motion sensors.
    private static let kinds = StandardKind.all.compactMap(\.options)

    /// The options for these devices, and for keys.
    static let optionsOfOthers = kinds.flatMap { $0.options } + KeyOptions.options

    /// Parses the options.
    package init(_ arguments: ParsedArguments) throws(UsageError) {
        placements = try arguments.values(of: SourceOptions.placement)
        types = try arguments.value(of: SensorOptions.typesOption)?.map(\.rawValue)
        keys = try KeyOptions(arguments)
        others = []
        for kind in Self.kinds {
            if let options = try kind.init(arguments) { others.append(options) }
        }
        source = try Source(arguments, besideOthers: others)
    }

    /// What to record of all kinds of devices.
    var devices: [any DeviceOptions] {
        guard case .sensors(let options)? = source else { return others }
        return [options] + others
    }

    /// What the user calls the devices, one name for each recorder; empty for a computed walk or a recorded session.
    package var deviceNames: [DeviceName] { devices.flatMap { $0.names(at: placements) } }

    /// What the user should know about steps before the recording begins; `nil` if there is nothing.
    package var stepNote: String? {
        switch source {
        case .sensors(let sensors)?: sensors.steps.note(on: placements)
        case .syntheticWalk(let walk)?: walk.steps.note(on: placements)
        case .session?, nil: nil
        }
    }

    /// What to record of input devices; `nil` if none is recorded.
    package var input: InputOptions? { others.lazy.compactMap { $0 as? InputOptions }.first }

    /// Which input device makes the marks of which keys.
    package var markerShares: MarkerShares { MarkerShares(of: keys.marks, among: input) }
}

extension RecordOptions {
    /// The plan of a recording of devices, in real time.
    ///
    /// - Parameters:
    ///   - identifier: The name of the recording; `nil` for the name of its devices.
    ///   - output: The folder that the session folder goes into.
    ///   - duration: How long to record; `nil` until somebody ends it.
    ///   - isCSV: Whether files are CSV.
    ///   - shares: The keys that make marks.
    ///   - notes: Receives findings that come later.
    /// - Returns: The plan; whether the devices exist is checked only when they are opened.
    @MainActor
    package func devicePlan(
        _ identifier: String?,
        in output: String,
        for duration: Duration?,
        isCSV: Bool,
        marking shares: MarkerShares,
        noting notes: LaterNotes = LaterNotes()
    ) -> RecordingPlan {
        let start = ClockReading.now()
        let frame = RecordingFrame(
            isCSV: isCSV,
            notes: notes,
            placements: placements,
            markers: shares
        )
        return RecordingPlan(
            identifier: identifier ?? devices.first?.identifier ?? "recording",
            output: output,
            start: start,
            laterNotes: notes,
            zone: .local(at: start.realtime),
            planned: duration,
            endsAfter: duration,
            recorders: devices.flatMap { $0.recorders(in: frame) }
        )
    }
}

extension RecordOptions.Source {
    /// The source to record in addition to other devices; `nil` if only those are recorded.
    fileprivate init?(
        _ arguments: ParsedArguments,
        besideOthers others: [any DeviceOptions]
    ) throws(UsageError) {
        switch try arguments.value(of: SourceOptions.source) ?? "iio" {
        case "iio":
            try arguments.refuse(
                [SourceOptions.seed.declaration],
                "it is for a synthetic walk, not for devices",
                "leave it out, or add --source synthetic"
            )
            try arguments.refuse(
                [SourceOptions.speed.declaration],
                "a device records only in real time",
                "leave it out, or add --source synthetic"
            )
            let subjects = others.map { type(of: $0).subject }
            guard others.isEmpty || SensorOptions.isMeant(by: arguments) else {
                try arguments.refuse(
                    SensorOptions.optionsOfDevices,
                    "it is for \(SensorOptions.subject), and \(subjects.joined(separator: " and ")) alone are recorded",
                    "leave it out, or add --source iio"
                )
                return nil
            }
            self = .sensors(try SensorOptions(arguments))
        case "synthetic":
            try arguments.refuse(
                Self.optionsOfAllDevices,
                "it is for devices, and a synthetic walk has none",
                "leave it out, or leave out --source"
            )
            try Self.refuseUnknownPlaces(arguments)
            let seed = try arguments.value(of: SourceOptions.seed)
            let rate = try arguments.value(of: SensorOptions.rateOption)
            self = .syntheticWalk(
                WalkOptions(seed: seed ?? 1, rateInHertz: rate, steps: try StepOptions(arguments))
            )
        case let path:
            try Self.refuseSlip(path)
            try arguments.refuse(
                StepOptions.declarations,
                "a replay counts no steps: it has those of the recorded session, if there are any",
                "leave it out, or leave out --source"
            )
            try arguments.refuse(
                Self.optionsOfAllDevices + [
                    SensorOptions.rateOption.declaration, SourceOptions.seed.declaration,
                ],
                "a replay uses the settings of the recorded session",
                "leave it out, or leave out --source"
            )
            self = .session(path: path)
        }
    }

    private static var optionsOfAllDevices: [OptionDeclaration] {
        SensorOptions.optionsOfDevices + RecordOptions.optionsOfOthers
    }

    /// Refuses a placement that the synthetic walk does not have.
    private static func refuseUnknownPlaces(_ arguments: ParsedArguments) throws(UsageError) {
        for place in try arguments.values(of: SourceOptions.placement) {
            guard WalkPlacement(rawValue: place) == nil else { continue }
            throw UsageError(
                .unknown(
                    place,
                    among: WalkPlacement.allCases.map(\.rawValue),
                    example: "placement of the synthetic walk"
                ),
                in: place,
                of: SourceOptions.placement.declaration
            )
        }
    }

    /// Refuses a path that looks like a mistyped name of a source instead of a folder.
    private static func refuseSlip(_ path: String) throws(UsageError) {
        guard FileSystem.kind(of: path) == .missing,
            let meant = NearestName.meant(by: path, among: ["iio", "synthetic"])
        else { return }
        throw UsageError(
            place: "--source \(path.printable)",
            problem: "there is no such source, and no such folder",
            remedy: "did you mean \(meant)?"
        )
    }
}
