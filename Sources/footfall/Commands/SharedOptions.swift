// Options that several commands have: declared once, so that they mean and say the same everywhere.

/// Options that several commands have.
enum SharedOptions {
    static let output = Option(
        "output",
        letter: "o",
        taking: "DIR",
        as: .text,
        "the folder that session folders are put in; made if missing; ./Sessions if not given"
    )
    static let speed = Option(
        "speed",
        taking: "X",
        as: .speed,
        "so many times as fast as life, or max for as fast as the files can be written; 1 if not given"
    )
    static let placement = Option(
        "placement",
        taking: "PLACE",
        as: .text,
        repeats: true,
        "of devices, where on the body each --device is; of a walk or a session, only the sensors with this placement (of the synthetic walk: lowBack, leftFoot, rightFoot); may be given again"
    )
    static let uri = Option(
        "uri",
        taking: "URI",
        as: .text,
        "where the sensors are: local: for this machine, ip:HOST or usb: for another that runs iiod; local: if not given"
    )
    static let json = Flag("json", "print one JSON object at the end, and nothing else")
    static let quiet = Flag(
        "quiet",
        letter: "q",
        "show no progress; print the session folder alone"
    )

    static let defaultURI = "local:"
    static let defaultOutput = "Sessions"
}
