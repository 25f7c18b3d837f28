// `footfall calibrate`: its options and help; CalibrateCommand+Run.swift carries it out.

internal import Arguments
internal import SessionRuns
internal import StandardRecorders

/// Calibrates motion sensors, and manages the stored calibrations.
struct CalibrateCommand: Sendable, Equatable {
    /// What to do.
    enum Deed: Sendable, Equatable {
        case calibrate(CalibrationOptions, ShownTask)
        case list(isJSON: Bool)
        case delete(device: String)
    }

    var deed: Deed
    var store: CalibrationStore

    private static let listFlag = Flag("list", "list the stored calibrations")
    private static let deleteOption = Option(
        "delete",
        taking: "DEVICE",
        as: .text,
        "delete the stored calibration of a device, by its name in --list"
    )

    static let declaration = CommandDeclaration(
        name: "calibrate",
        summary: "calibrate motion sensors, guided in the terminal or a browser",
        discussion: """
            Guides the user, who lays the device still on each of its six sides and once more in any other position, \
            and then turns it in all directions. The guide shows what is missing, and continues by itself. It finds \
            the offset of the gyroscope, offset and scale of the accelerometer, and the ellipsoid of the magnetometer, \
            and stores them for the device. It recognises the device by its serial number, or by the place where it is \
            soldered or plugged in.

            Recordings use the calibration only with --calibrated. The manifest of such a session has all that is \
            needed to compute the raw values again, to the last bit.

            If the guide ends before the calibration is complete, nothing is stored, and the status is 4.
            """,
        options: CalibrationOptions.options + [
            RunCommand.hostOption.declaration.saying(
                "where the guide is shown: terminal, or web for a browser, such as a phone's; terminal if not given"
            )
        ] + BrowserPlace.options + [
            RunCommand.plainFlag.declaration.saying(
                "guide line by line, without drawing on the screen, for a screen reader; the default for a pipe and a terminal that cannot redraw"
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
                "the standard output is for the guide",
                "add --list, or leave it out"
            )
            deed = .calibrate(
                try CalibrationOptions(arguments),
                ShownTask(place: try ShownTask.Place(arguments))
            )
            return
        }
        try arguments.refuse(
            CalibrationOptions.options + BrowserPlace.options
                + [RunCommand.hostOption.declaration, RunCommand.plainFlag.declaration],
            "--\(lists ? "list" : "delete") calibrates nothing",
            "leave it out, or leave out \(lists ? "--list" : "--delete")"
        )
        guard let device else {
            deed = .list(isJSON: arguments.contains(SharedOptions.json))
            return
        }
        try arguments.refuse(
            [Self.listFlag.declaration, SharedOptions.json.declaration],
            "it cannot be used with --delete",
            "leave it out"
        )
        deed = .delete(device: device)
    }
}
