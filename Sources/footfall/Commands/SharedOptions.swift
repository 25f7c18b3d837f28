// Options that several commands have, declared once so that they have the same meaning and help everywhere.

internal import Arguments

/// Options that several commands have.
enum SharedOptions {
    static let output = Option(
        "output",
        letter: "o",
        taking: "DIR",
        as: .text,
        "the folder for session folders, made if missing; ./Sessions if not given"
    )
    static let compress = Flag(
        "compress",
        "compress the sample files with zstd: they are four to eight times smaller, and equally safe"
    )
    static let json = Flag("json", "print one JSON object at the end, and nothing else")
    static let quiet = Flag(
        "quiet",
        letter: "q",
        "print only the path of the session folder, without progress"
    )

    static let defaultOutput = "Sessions"
}
