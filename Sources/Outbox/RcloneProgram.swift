// rclone, run as a program: it speaks to sixty kinds of servers, and nothing of ours has to. No shell reads its words;
// every call has a limit; and it ends when the sender does.

internal import FoundationEssentials
internal import PlainWords
internal import SystemCalls

/// How rclone is called.
public struct RcloneSettings: Sendable {
    /// The program.
    public var program = "rclone"
    /// The file with its remotes, unless it is the usual one.
    public var configuration: String?
    /// Further options, such as a limit of the rate.
    public var options: [String] = []

    public init() {}

    /// The first version that has what is asked of it.
    static let oldest = [1, 53]
    /// The first that compares files with a list of hashes, as encrypted ones are.
    static let oldestWithSums = [1, 56]
}

/// Runs rclone.
final class RcloneProgram {
    private let settings: RcloneSettings
    private let destination: Destination
    private let goesOn: () -> Bool
    private let onBytes: (Int64) -> Void
    /// Bytes that were sent, and bytes that were read back to compare them.
    private(set) var sentBytes: Int64 = 0
    private(set) var readBytes: Int64 = 0
    private var version: [Int]?

    /// Which of the counts a call's bytes belong to.
    enum Counting {
        case sent, neither
        /// To be compared with files here, or with hashes of them alone.
        case readBack, readBackAlone
    }

    /// What a call has given.
    struct Answer {
        var status: Int32
        var output: [UInt8]
        var log: RcloneLog
    }

    /// How long a call may tell of no progress that has so many bytes to do with.
    ///
    /// rclone tells of none while it, or the other end, computes a hash, or copies a file there: the slowest board's
    /// card is read by 5 MB in a second.
    static func patience(with bytes: Int64) -> Duration {
        .seconds(300 + max(0, bytes) / 5_000_000)
    }

    /// What rclone is told of its surroundings.
    ///
    /// Any option of rclone may be given by a variable: one that skips what is compared would have a session taken for
    /// verified. Where remotes are, and what they are, it is told.
    static func environment(from ours: [String: String]) -> [String: String] {
        ours.filter { !$0.key.hasPrefix("RCLONE_") || isOfConfiguration($0.key) }
    }

    private static func isOfConfiguration(_ variable: String) -> Bool {
        variable == "RCLONE_CONFIG" || variable.hasPrefix("RCLONE_CONFIG_")
    }

    /// What rclone's status says where a folder, or a file, is not there.
    static let notThere: Set<Int32> = [3, 4]

    init(
        _ settings: RcloneSettings,
        to destination: Destination,
        whileTrue goesOn: @escaping () -> Bool,
        onBytes: @escaping (Int64) -> Void = { _ in }
    ) {
        self.settings = settings
        self.destination = destination
        self.goesOn = goesOn
        self.onBytes = onBytes
    }

    /// Runs a command of rclone to its end.
    ///
    /// - Parameters:
    ///   - command: The command with its own options and places.
    ///   - counting: What its bytes are.
    ///   - bytes: How many it has to do with, as far as they are known.
    ///   - accepted: Statuses besides 0 that are an answer, too.
    /// - Returns: What it has given.
    /// - Throws: When it fails, or is not to go on.
    func run(
        _ command: [String],
        counting: Counting = .neither,
        of bytes: Int64 = 0,
        accepting accepted: Set<Int32> = []
    ) throws(SendError) -> Answer {
        let configuration = settings.configuration.map { ["--config", $0] } ?? []
        let words =
            [settings.program] + command
            + [
                "--use-json-log", "--stats", "1s", "--stats-log-level", "NOTICE",
                "--ask-password=false", "--retries", "1", "--low-level-retries", "3",
                "--contimeout", "30s", "--timeout", "60s",
            ] + configuration + settings.options
        var log = RcloneLog()
        var lastProgress = SystemClock.boottime.nanoseconds
        var isStuck = false
        let patience = Self.patience(with: bytes)
        let before = sentBytes
        let followed: ChildProgram.Followed
        do throws(SystemError) {
            followed = try ChildProgram.follow(
                words,
                environment: Self.environment(from: ProcessInfo.processInfo.environment),
                whileTrue: {
                    let waited = SystemClock.boottime.nanoseconds - lastProgress
                    isStuck = waited > patience.wholeNanoseconds
                    return goesOn() && !isStuck
                },
                onLine: { line in
                    if log.take(line) { lastProgress = SystemClock.boottime.nanoseconds }
                    if counting == .sent { onBytes(before + log.bytes) }
                }
            )
        } catch {
            throw cannotRun(error)
        }
        switch counting {
        case .sent: sentBytes = sentBytes.addingClamped(log.bytes)
        // It counts what is read here, too.
        case .readBack: readBytes = readBytes.addingClamped(log.bytes / 2)
        case .readBackAlone: readBytes = readBytes.addingClamped(log.bytes)
        case .neither: break
        }
        if followed.cut == .stopped, !isStuck { throw .stopped(destination.shown) }
        guard case .exited(let status) = followed.ending, followed.cut == nil,
            status == 0 || accepted.contains(status)
        else {
            throw failure(of: command[0], followed, log, after: isStuck ? patience : nil)
        }
        return Answer(status: status, output: followed.output, log: log)
    }

    /// Looks whether there is an rclone, and whether it is no older than a version.
    func requireVersion(_ oldest: [Int] = RcloneSettings.oldest) throws(SendError) {
        let found: [Int]
        if let version { found = version } else { found = try askVersion() }
        version = found
        guard found.lexicographicallyPrecedes(oldest) else { return }
        throw SendError(
            .setUp,
            "it is version \(Self.text(of: found)), which is too old",
            where: settings.program,
            remedy:
                "install rclone \(Self.text(of: oldest)) or later: `apt install rclone`, or from rclone.org"
        )
    }

    private func askVersion() throws(SendError) -> [Int] {
        let answer = try run(["version"])
        if let found = Self.version(in: String(decoding: answer.output, as: UTF8.self)) {
            return found
        }
        throw SendError(
            .setUp,
            "`rclone version` says nothing that is a version",
            where: settings.program,
            remedy: "install rclone: `apt install rclone`, or from rclone.org"
        )
    }

    private static func text(of version: [Int]) -> String {
        version.map(String.init).joined(separator: ".")
    }

    /// The numbers of the first line, as in `rclone v1.60.1-DEV`.
    static func version(in text: String) -> [Int]? {
        guard let line = text.split(separator: "\n").first, line.hasPrefix("rclone v") else {
            return nil
        }
        let numbers = line.dropFirst(8).prefix { $0.isNumber || $0 == "." }
            .split(separator: ".").compactMap { Int($0) }
        return numbers.isEmpty ? nil : numbers
    }

    private func cannotRun(_ error: SystemError) -> SendError {
        SendError(
            .setUp,
            error.errno == .notFound ? "it is not installed" : "cannot run it: \(error.errno)",
            where: settings.program,
            remedy: "install it: `apt install rclone`, or from rclone.org"
        )
    }

    private func failure(
        of command: String,
        _ followed: ChildProgram.Followed,
        _ log: RcloneLog,
        after patience: Duration?
    ) -> SendError {
        let place = destination.shown
        if let patience {
            return SendError(
                .passing,
                "nothing has moved for \(patience.components.seconds / 60) minutes",
                where: place,
                remedy: "see to the network; it is tried again"
            )
        }
        if followed.cut == .tooMuchOutput {
            return SendError(
                .setUp,
                "it lists more than 64 MiB of names in one session's folder",
                where: place,
                remedy: "name a folder that only sessions are in"
            )
        }
        if case .killed(let signal) = followed.ending {
            return SendError(
                .passing,
                "rclone was killed by signal \(signal)",
                where: place,
                remedy: "it is tried again"
            )
        }
        let (advice, told) =
            RcloneAdvice.best(of: command, among: log.errors)
            ?? (.other, "rclone \(command) failed")
        // A destination with a password in it may be part of what rclone says.
        let said = told.replacing(destination.text, with: destination.shown)
        return SendError(advice.kind, said.printable, where: place, remedy: advice.remedy)
    }
}
