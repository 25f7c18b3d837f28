// Where samples come from decides which options mean something. One that means nothing is refused:
// who gives it expects something of it.

internal import MotionRecorder

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

    init(_ arguments: ParsedArguments) throws(UsageError) {
        let rate = try arguments.value(of: Record.rateOption)
        switch try arguments.value(of: Record.sourceOption) ?? "iio" {
        case "iio":
            try Self.refuse(
                [Record.seedOption.declaration, SharedOptions.speed.declaration],
                in: arguments,
                "a device lives in real time and throws no dice",
                "leave it out, or add --source synthetic"
            )
            self = .sensors(try Self.wish(arguments, rate))
        case "synthetic":
            try Self.refuse(
                Self.optionsOfDevices,
                in: arguments,
                "it is for devices, and a synthetic walk has none",
                "leave it out, or leave out --source"
            )
            let seed = try arguments.value(of: Record.seedOption)
            self = .syntheticWalk(seed: seed ?? 1, rateInHertz: rate)
        case let path:
            try Self.refuse(
                Self.optionsOfDevices + [
                    Record.rateOption.declaration, Record.seedOption.declaration,
                ],
                in: arguments,
                "a recorded session is as it was recorded",
                "leave it out, or leave out --source"
            )
            self = .session(path: path)
        }
    }

    private static var optionsOfDevices: [OptionDeclaration] {
        [
            SharedOptions.uri.declaration, Record.deviceOption.declaration,
            Record.mountMatrixOption.declaration, Record.listRatesFlag.declaration,
        ]
    }

    private static func refuse(
        _ options: [OptionDeclaration],
        in arguments: ParsedArguments,
        _ problem: String,
        _ remedy: String
    ) throws(UsageError) {
        guard let given = options.first(where: { arguments.words[$0.name] != nil }) else { return }
        throw UsageError(place: "--\(given.name)", problem: problem, remedy: remedy)
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
