// The benchmarks' command: each measurement is a subcommand that prints one line of JSON, so that
// the driver (`run`) can start ours and the peers' alike, each in a process of its own.

import MotionRecorder

@main
struct Main {
    static func main() async {
        var words = CommandLine.arguments.dropFirst()
        let name = words.popFirst() ?? "help"
        guard let subcommand = Subcommand(rawValue: name) else {
            Report.explain("there is no measurement `\(name)`; one of: \(Subcommand.names)")
            Report.exit(with: 2)
        }
        if words.contains("--help") || words.contains("-h") {
            Report.line(subcommand.usage)
            return
        }
        let arguments: Arguments
        do throws(BenchmarkError) {
            arguments = try Arguments(Array(words), of: subcommand.options)
        } catch {
            Report.explain("\(name): \(error.what)\n\(subcommand.usage)")
            Report.exit(with: 2)
        }
        do {
            try await subcommand.run(arguments)
        } catch let error as BenchmarkError {
            Report.explain("\(name): \(error.what)")
            Report.exit(with: 1)
        } catch {
            Report.explain("\(name): \(error)")
            Report.exit(with: 1)
        }
    }
}

/// What can be measured or proved.
enum Subcommand: String, CaseIterable {
    case run
    case ring
    case json
    case jsonFoundation = "json-foundation"
    case read
    case orientation
    case attitude
    case gait
    case path
    case taskDecode = "task-decode"
    case taskSerialization = "task-serialization"
    case step
    case screen
    case allocations
    case allocationsDerived = "allocations-derived"
    case tenMillion = "ten-million"
    case readerMemory = "reader-memory"
    case journalYear = "journal-year"
    case soak
    case taskFuzz = "task-fuzz"
    case sessionFuzz = "session-fuzz"
    case kill9
    case numbered
    case walk
    case examine
    case align
    case help

    static var names: String {
        allCases.map(\.rawValue).joined(separator: ", ")
    }

    /// The usage of the subcommand, for a person.
    var usage: String {
        switch self {
        case .run:
            """
            usage: footfall-benchmarks run [--only CONTEST] [--trials N] [--thresholds FILE]
                                           [--peers FOLDER] [--sources FOLDER] [--scratch FOLDER]

            Holds every contest with the peers, prints the table, and ends with 1 when a threshold
            is not held. --only takes the beginning of a contest's name: ring, json, read, task,
            step, screen, allocations.
            """
        case .help: "usage: footfall-benchmarks MEASUREMENT; one of: \(Self.names)"
        default:
            (["usage: footfall-benchmarks \(rawValue)"] + options.map { "[\($0)]" })
                .joined(separator: " ")
        }
    }

    func run(_ arguments: Arguments) async throws {
        switch self {
        case .run: try Driver(arguments).run()
        case .ring: try RingBenchmark(arguments).run()
        case .json: try EncoderBenchmark(arguments).run()
        case .jsonFoundation: try FoundationEncoderBenchmark(arguments).run()
        case .read: try ReaderBenchmark(arguments).run()
        case .orientation: try OrientationBenchmark(arguments).run()
        case .attitude: try AttitudeBenchmark(arguments).run()
        case .gait: try GaitBenchmark(arguments).run()
        case .path: try await PathBenchmark(arguments).run()
        case .taskDecode: try TaskDecodeBenchmark(arguments, ours: true).run()
        case .taskSerialization: try TaskDecodeBenchmark(arguments, ours: false).run()
        case .step: try await NavigationBenchmark(arguments).run()
        case .screen: try await ScreenBenchmark(arguments).run()
        case .allocations:
            try await AllocationCount(arguments, of: [.accelerometer, .gyro]).run()
        case .allocationsDerived:
            try await AllocationCount(
                arguments,
                of: [.attitude, .gravity, .rotationRate, .userAcceleration]
            ).run()
        case .tenMillion: try await TenMillion(arguments).run()
        case .readerMemory: try await ReaderMemory(arguments).run()
        case .journalYear: try await JournalYear(arguments).run()
        case .soak: try await Soak(arguments).run()
        case .taskFuzz: try TaskFuzz(arguments).run()
        case .sessionFuzz: try SessionFuzz(arguments).run()
        case .kill9: try await KillNine(arguments).run()
        case .numbered: try await NumberedLiveRecording(arguments).run()
        case .walk: try Walk(arguments).run()
        case .examine: try Examination(arguments).run()
        case .align: try AlignmentExamination(arguments).run()
        case .help: Report.line(usage)
        }
    }
}
