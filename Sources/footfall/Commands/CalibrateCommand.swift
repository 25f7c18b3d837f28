// `footfall calibrate`: what it takes. What it does is in CalibrateCommand+Run.swift.

internal import Arguments
internal import SessionRuns
internal import StandardRecorders

/// Calibrates motion sensors, and looks after the calibrations that are kept.
struct CalibrateCommand: Sendable, Equatable {
    /// What is to be done.
    enum Deed: Sendable, Equatable {
        case calibrate(CalibrationWish, ShownTask)
        case list(isJSON: Bool)
        case delete(device: String)
    }

    var deed: Deed
    var store: CalibrationStore

    private static let listFlag = Flag("list", "list the calibrations that are kept")
    private static let deleteOption = Option(
        "delete",
        taking: "DEVICE",
        as: .text,
        "delete what is kept of a device, by its name as --list tells it"
    )

    static let declaration = CommandDeclaration(
        name: "calibrate",
        summary: "calibrate motion sensors, guided in the terminal or a browser",
        discussion: """
            Watches the sensors while somebody lays the device still with each of its six sides up, and \
            once more in whatever way, and turns it in all directions; says meanwhile what is missing, and \
            goes on by itself. It finds the offset of the gyroscope, offset and scale of the accelerometer, \
            and the ellipsoid of the magnetometer, and keeps them for the device: by its serial number, or by \
            where it is soldered or plugged in.

            Recordings are calibrated by it with --calibrated, and by nothing unasked. What the manifest of \
            such a session says is enough to have the raw values back, to the last bit.

            If it is left before all is found, nothing is kept, and the status is 4.
            """,
        options: CalibrationWish.options + [
            RunCommand.hostOption.declaration.saying(
                "where it is shown: terminal, or web for a browser, such as a phone's; terminal if not given"
            )
        ] + BrowserPlace.options + [
            RunCommand.plainFlag.declaration.saying(
                "tell it line by line, without drawing on the screen, as for a screen reader; a pipe and a dumb terminal get this unasked"
            ), CalibrationStore.folderOption.declaration, listFlag.declaration,
            deleteOption.declaration,
            SharedOptions.json.declaration.saying("with --list, print one JSON object"),
        ],
        examples: [
            "footfall calibrate",
            "footfall calibrate --device lsm6dso --types accelerometer,gyro",
            "footfall calibrate --types magnetometer --field 49.2 --host web --lan",
            "footfall calibrate --list",
        ]
    )

    init(_ arguments: ParsedArguments) throws(UsageError) {
        store = try CalibrationStore(arguments)
        let device = try arguments.value(of: Self.deleteOption)
        let lists = arguments.contains(Self.listFlag)
        guard lists || device != nil else {
            try arguments.refuse(
                [SharedOptions.json.declaration],
                "the standard output is for whoever calibrates",
                "add --list, or leave it out"
            )
            deed = .calibrate(
                try CalibrationWish(arguments),
                ShownTask(place: try ShownTask.Place(arguments))
            )
            return
        }
        try arguments.refuse(
            CalibrationWish.options + BrowserPlace.options
                + [RunCommand.hostOption.declaration, RunCommand.plainFlag.declaration],
            "nothing is calibrated",
            "leave it out, or leave out \(lists ? "--list" : "--delete")"
        )
        guard let device else {
            deed = .list(isJSON: arguments.contains(SharedOptions.json))
            return
        }
        try arguments.refuse(
            [Self.listFlag.declaration, SharedOptions.json.declaration],
            "something is deleted",
            "leave it out"
        )
        deed = .delete(device: device)
    }
}
