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
            "list the motion sensors, input devices, serial ports, sound cards and satellite receivers, and what prevents recording them",
        discussion: """
            Lists each motion sensor that the Linux kernel knows (Industrial I/O): what it measures, its rates, its \
            clock and trigger, how it is mounted, who may read it, and what prevents recording it. Then each input \
            device: keys, touches, pointers, switches and accelerometers, the names of its keys if they are few \
            (--json has all), whether it rumbles, where it is plugged in, and who may read it. Then the serial ports \
            that devices are plugged into, for --lines; the sound cards, for --microphone; and whether gpsd answers \
            and which satellite receivers it has, for --gps. The command changes nothing.

            It lists the sensors of another machine through that machine's iiod, but not its input devices, serial \
            ports, sound cards and receivers.
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
