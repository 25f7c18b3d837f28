// What `record` is asked to record, and from where. An option that means nothing where samples come from is refused:
// who gives it expects something of it.

package import Arguments
internal import MotionRecorder
internal import PlainWords
internal import Recording
internal import Research
package import SessionRuns
internal import SystemCalls
internal import Timebase

/// What is to be recorded.
package struct RecordWish: Sendable {
    /// Where the samples come from.
    package enum Source: Sendable, Equatable {
        case sensors(SensorWish)
        case syntheticWalk(WalkWish)
        case session(path: String)
    }

    /// Without it, other devices than motion sensors alone are recorded.
    package var source: Source?
    /// The devices of other kinds than motion sensors.
    package var others: [any DeviceWish]
    package var keys: KeyWish
    package var placements: [String]
    /// What is wanted, by `sensorType`.
    package var types: [String]?

    /// What the command line may say of where samples come from.
    package static let options =
        [SourceOptions.source.declaration] + SensorWish.options + optionsOfOthers

    /// What the command line may say of the devices of each kind but motion sensors.
    private static let kinds = StandardKind.all.compactMap(\.wish)

    /// What is said of them, and of keys.
    static let optionsOfOthers = kinds.flatMap { $0.options } + KeyWish.options

    /// Takes what is said of where samples come from.
    package init(_ arguments: ParsedArguments) throws(UsageError) {
        placements = try arguments.values(of: SourceOptions.placement)
        types = try arguments.value(of: SensorWish.typesOption)?.map(\.rawValue)
        keys = try KeyWish(arguments)
        others = []
        for kind in Self.kinds {
            if let wish = try kind.init(arguments) { others.append(wish) }
        }
        source = try Source(arguments, besideOthers: others)
    }

    /// The devices, of each kind.
    var devices: [any DeviceWish] {
        guard case .sensors(let wish)? = source else { return others }
        return [wish] + others
    }

    /// The input devices; `nil` where none is recorded.
    package var input: InputWish? { others.lazy.compactMap { $0 as? InputWish }.first }

    /// Which device marks by which of the keys whose press is a mark.
    package var markerShares: MarkerShares { MarkerShares(of: keys.marks, among: input) }
}

extension RecordWish {
    /// The plan of a recording of devices, which live in real time.
    ///
    /// - Parameters:
    ///   - identifier: What the recording is called; without it, what its devices are.
    ///   - output: The folder that the session folder goes into.
    ///   - duration: How much is recorded; without it, until somebody ends it.
    ///   - isCSV: Whether files are CSV.
    ///   - shares: The keys whose press is a mark.
    ///   - notes: What is found later goes there.
    /// - Returns: The plan; whether there are such devices is found when they are opened.
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

extension RecordWish.Source {
    /// Where samples come from beside other devices, if any are recorded; `nil` for nowhere.
    fileprivate init?(
        _ arguments: ParsedArguments,
        besideOthers others: [any DeviceWish]
    ) throws(UsageError) {
        switch try arguments.value(of: SourceOptions.source) ?? "iio" {
        case "iio":
            try arguments.refuse(
                [SourceOptions.seed.declaration, SourceOptions.speed.declaration],
                "a device lives in real time and throws no dice",
                "leave it out, or add --source synthetic"
            )
            let subjects = others.map { type(of: $0).subject }
            guard others.isEmpty || SensorWish.isMeant(by: arguments) else {
                try arguments.refuse(
                    SensorWish.optionsOfDevices,
                    "it is for \(SensorWish.subject), and \(subjects.joined(separator: " and ")) alone are recorded",
                    "leave it out, or add --source iio"
                )
                return nil
            }
            self = .sensors(try SensorWish(arguments))
        case "synthetic":
            try arguments.refuse(
                Self.optionsOfAllDevices,
                "it is for devices, and a synthetic walk has none",
                "leave it out, or leave out --source"
            )
            let seed = try arguments.value(of: SourceOptions.seed)
            let rate = try arguments.value(of: SensorWish.rateOption)
            self = .syntheticWalk(
                WalkWish(seed: seed ?? 1, rateInHertz: rate, steps: try StepOptions(arguments))
            )
        case let path:
            try Self.refuseSlip(path)
            try arguments.refuse(
                StepOptions.declarations,
                "a session that was recorded without steps has none, and one with steps has them again",
                "leave it out, or leave out --source"
            )
            try arguments.refuse(
                Self.optionsOfAllDevices + [
                    SensorWish.rateOption.declaration, SourceOptions.seed.declaration,
                ],
                "a recorded session is as it was recorded",
                "leave it out, or leave out --source"
            )
            self = .session(path: path)
        }
    }

    private static var optionsOfAllDevices: [OptionDeclaration] {
        SensorWish.optionsOfDevices + RecordWish.optionsOfOthers
    }

    /// Who has mistyped the name of a source looks for no folder.
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
