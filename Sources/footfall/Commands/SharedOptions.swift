// Options that several commands have, declared once so that they have the same meaning and help everywhere.

internal import Arguments

/// Options that several commands have.
enum SharedOptions {
    static let output = Option(
        "output",
        letter: "o",
        taking: "DIR",
        as: .text,
        "the folder that session folders are put in; made if missing; ./Sessions if not given"
    )
    static let compress = Flag(
        "compress",
        "write files of samples compressed, by zstd: four to eight times smaller, and as safe"
    )
    static let json = Flag("json", "print one JSON object at the end, and nothing else")
    static let quiet = Flag(
        "quiet",
        letter: "q",
        "show no progress; print the session folder alone"
    )

    static let defaultOutput = "Sessions"
}
