// `footfall devices`: its options and help; DevicesCommand+Run.swift carries it out.

internal import Arguments
internal import StandardRecorders

/// Lists the motion sensors and input devices, and what prevents recording them.
struct DevicesCommand: Sendable, Equatable {
    var places: DevicePlaces
    var calibrations: CalibrationStore
    var isJSON: Bool

    static let declaration = CommandDeclaration(
        name: "devices",
        summary:
            "list the sensors, input devices, serial ports and satellite receivers there are, and what stands in the way of recording them",
        discussion: """
            Lists each sensor that Linux knows by its Industrial I/O: what it gives, at which rates, \
            by which clock and trigger, how it is mounted, who may read it, and what stands in the \
            way of recording it. Then each input device: keys, touches, pointers, switches and \
            accelerometers, the names of its keys where they are few (--json has all), whether it \
            rumbles, where it is plugged in, and who may read it. Then the serial ports that devices \
            are plugged into, for --lines, and whether gpsd answers and which satellite receivers it has, \
            for --gps. Nothing is changed.

            The sensors of another machine are listed through its iiod, without its input devices, \
            serial ports and receivers.
            """,
        options: DevicePlaces.addresses + [
            CalibrationStore.folderOption.declaration, SharedOptions.json.declaration,
        ],
        examples: ["footfall devices", "footfall devices --uri ip:192.168.7.2 --json"]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        places = try DevicePlaces.listed(arguments)
        calibrations = try CalibrationStore(arguments)
        isJSON = arguments.contains(SharedOptions.json)
    }
}
