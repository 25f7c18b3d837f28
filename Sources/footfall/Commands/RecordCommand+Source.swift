// Where samples come from decides which options mean something. One that means nothing is refused:
// who gives it expects something of it.

internal import MotionRecorder
internal import Research
internal import SystemCalls

/// What of this machine's sensors, or another's, is to be recorded.
struct SensorWish: Sendable, Equatable {
    /// The context that the sensors are in.
    var uri: String
    /// Each is recorded to a file of its own; without any, whatever has the types.
    var devices: [String] = []
    var matrices: [MountMatrix] = []
    var rateInHertz: Double?
    /// Whether only rates are asked for.
    var listsRates = false
}

extension RecordCommand.Source {
    private typealias Record = RecordCommand

    /// Where samples come from beside input devices, if any are recorded; `nil` for nowhere.
    static func given(
        by arguments: ParsedArguments,
        besideInput isBesideInput: Bool
    ) throws(UsageError) -> Self? {
        let rate = try arguments.value(of: Record.rateOption)
        switch try arguments.value(of: Record.sourceOption) ?? "iio" {
        case "iio":
            try arguments.refuse(
                [Record.seedOption.declaration, SharedOptions.speed.declaration],
                "a device lives in real time and throws no dice",
                "leave it out, or add --source synthetic"
            )
            guard !isBesideInput || Self.isMotionWanted(by: arguments) else {
                try arguments.refuse(
                    optionsOfDevices,
                    "it is for motion sensors, and input devices alone are recorded",
                    "leave it out, or add --source iio"
                )
                return nil
            }
            return .sensors(try Self.wish(arguments, rate))
        case "synthetic":
            try arguments.refuse(
                optionsOfDevices + Record.inputOptions + Record.keyOptions,
                "it is for devices, and a synthetic walk has none",
                "leave it out, or leave out --source"
            )
            let seed = try arguments.value(of: Record.seedOption)
            return .syntheticWalk(seed: seed ?? 1, rateInHertz: rate)
        case let path:
            try refuseSlip(path)
            try arguments.refuse(
                optionsOfDevices + Record.inputOptions + Record.keyOptions + [
                    Record.rateOption.declaration, Record.seedOption.declaration,
                ],
                "a recorded session is as it was recorded",
                "leave it out, or leave out --source"
            )
            return .session(path: path)
        }
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

    private static var optionsOfDevices: [OptionDeclaration] {
        [
            SharedOptions.uri.declaration, Record.deviceOption.declaration,
            Record.mountMatrixOption.declaration, Record.listRatesFlag.declaration,
        ]
    }

    /// Whether something is said that only motion sensors can be meant by.
    private static func isMotionWanted(by arguments: ParsedArguments) -> Bool {
        [
            Record.sourceOption.declaration, Record.deviceOption.declaration,
            Record.typesOption.declaration, Record.rateOption.declaration,
            SharedOptions.placement.declaration,
        ].contains { arguments.words[$0.name] != nil }
    }

    private static func wish(
        _ arguments: ParsedArguments,
        _ rate: Double?
    ) throws(UsageError) -> SensorWish {
        let wish = SensorWish(
            uri: try arguments.value(of: SharedOptions.uri) ?? SharedOptions.defaultURI,
            devices: try arguments.values(of: Record.deviceOption),
            matrices: try arguments.values(of: Record.mountMatrixOption),
            rateInHertz: rate,
            listsRates: arguments.contains(Record.listRatesFlag)
        )
        let placements = try arguments.values(of: SharedOptions.placement)
        let files = wish.devices.isEmpty ? max(1, placements.count) : wish.devices.count
        if !placements.isEmpty, placements.count != files {
            throw UsageError(
                place: "--placement",
                problem: "\(Quantity.count(placements.count, "place", "places")) for "
                    + Quantity.count(files, "device", "devices"),
                remedy: "give one for each --device, in the same order, or none"
            )
        }
        if wish.matrices.count > 1, wish.matrices.count != files {
            throw UsageError(
                place: "--mount-matrix",
                problem: "\(wish.matrices.count) for \(Quantity.count(files, "device", "devices"))",
                remedy: "give one for all, or one for each --device, in the same order"
            )
        }
        for names in [wish.devices, placements] where Set(names).count != names.count {
            throw UsageError(
                place: names == placements ? "--placement" : "--device",
                problem: "the same is given twice",
                remedy: "give each once: a device is read by one recorder"
            )
        }
        if wish.listsRates {
            try arguments.refuse(
                Record.inputOptions + Record.keyOptions,
                "with --list-rates nothing is recorded",
                "leave one of the two out"
            )
        }
        return wish
    }
}

extension RecordCommand {
    /// A walk that nobody ends, written as fast as a disk takes it, ends with the disk.
    func refuseWhatHasNoEnd() throws(UsageError) {
        guard case .syntheticWalk = source, speed == .maximum, duration == nil else { return }
        throw UsageError(
            place: "--speed max",
            problem: "a synthetic walk has no end, and would fill the disk",
            remedy: "add --duration"
        )
    }
}
