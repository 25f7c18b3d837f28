// The options of each measurement. A misspelt one ends the program, before it measures for hours what nobody has asked.

extension Subcommand {
    /// Its options, as a usage shows them; an option without a second word is a flag.
    var options: [String] {
        switch self {
        case .run:
            [
                "--only CONTEST", "--trials N", "--thresholds FILE", "--peers FOLDER",
                "--sources FOLDER", "--scratch FOLDER",
            ]
        case .ring: ["--mode MODE", "--operations N", "--producer-cpu N", "--consumer-cpu N"]
        case .json:
            [
                "--values FILE", "--records N", "--passes N", "--output FILE", "--clock",
                "--cpu N",
            ]
        case .jsonFoundation: ["--values FILE", "--records N", "--output FILE", "--cpu N"]
        case .read: ["--input FILE", "--cpu N"]
        case .orientation:
            [
                "--input FILE", "--output FILE", "--rate HERTZ", "--passes N", "--offline",
                "--cpu N",
            ]
        case .attitude:
            ["--input FILE", "--output FILE", "--rate HERTZ", "--passes N", "--cpu N"]
        case .gait: ["--input FILE", "--output FOLDER", "--rate HERTZ", "--foot", "--seed N"]
        case .path, .tenMillion: ["--samples N", "--output FOLDER"]
        case .taskDecode, .taskSerialization: ["--shape SHAPE", "--cpu N"]
        case .step: ["--work WORK", "--length N", "--cpu N"]
        case .screen: ["--work WORK", "--cpu N"]
        case .allocations, .allocationsDerived:
            ["--warm-up N", "--samples N", "--trap", "--output FOLDER"]
        case .readerMemory: ["--small-megabytes N", "--large-megabytes N", "--output FOLDER"]
        case .journalYear: ["--minutes N", "--output FOLDER"]
        case .soak: ["--hours N", "--output FOLDER"]
        case .taskFuzz:
            ["--seconds N", "--seed N", "--round N", "--samples FOLDER", "--output FOLDER"]
        case .sessionFuzz:
            ["--rounds N", "--seed N", "--round N", "--originals FOLDER", "--output FOLDER"]
        case .kill9:
            [
                "--kills N", "--parallel N", "--allowed-milliseconds N", "--compress",
                "--footfall PROGRAM", "--output FOLDER",
            ]
        case .numbered: ["--duration SECONDS", "--rate HERTZ", "--compress", "--output FOLDER"]
        case .walk: ["--input FILE"]
        case .examine:
            [
                "--session FOLDER", "--folder FOLDER", "--status N", "--fault FAULT",
                "--struck FILE", "--complaints FILE", "--footfall PROGRAM", "--rate HERTZ",
                "--seconds N", "--paced",
            ]
        case .align: ["--pairs N", "--seed N"]
        case .help: []
        }
    }
}
