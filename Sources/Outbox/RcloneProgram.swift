// Runs rclone as a program, since it supports some sixty kinds of servers. No shell interprets its arguments; every
// call has a time limit; and rclone is ended when the sender ends.

internal import FoundationEssentials
internal import PlainWords
internal import SystemCalls

/// How to call rclone.
public struct RcloneSettings: Sendable {
    /// The program's name or path.
    public var program = "rclone"
    /// The path of rclone's configuration file; `nil` for its default.
    public var configuration: String?
    /// Further options, such as a rate limit.
    public var options: [String] = []

    public init() {}

    /// The oldest version with all the features used here.
    static let oldest = [1, 53]
    /// The oldest version that compares files with a list of hashes, which encrypted sessions need.
    static let oldestWithSums = [1, 56]
}

/// Runs rclone.
final class RcloneProgram {
    private let settings: RcloneSettings
    private let destination: Destination
    private let goesOn: () -> Bool
    private let onBytes: (Int64) -> Void
    /// Bytes sent, and bytes read back to compare them.
    private(set) var sentBytes: Int64 = 0
    private(set) var readBytes: Int64 = 0
    private var version: [Int]?

    /// The counter to which a call's bytes are added.
    enum Counting {
        case sent, neither
        /// Read back for comparison: with local files, or with hashes alone.
        case readBack, readBackAlone
    }

    /// The result of a call.
    struct Answer {
        var status: Int32
        var output: [UInt8]
        var log: RcloneLog
    }

    /// How long a call on this many bytes may run without progress.
    ///
    /// rclone reports no progress while it or the destination computes a hash, or while the destination copies a file.
    /// The slowest board reads its card at 5 MB/s.
    static func patience(with bytes: Int64) -> Duration {
        .seconds(300 + max(0, bytes) / 5_000_000)
    }

    /// The environment variables for rclone.
    ///
    /// Drops rclone's variables except those that configure remotes: a variable can set any option, and one that skips
    /// comparisons would let a session count as verified.
    static func environment(from ours: [String: String]) -> [String: String] {
        ours.filter { !$0.key.hasPrefix("RCLONE_") || isOfConfiguration($0.key) }
    }

    private static func isOfConfiguration(_ variable: String) -> Bool {
        variable == "RCLONE_CONFIG" || variable.hasPrefix("RCLONE_CONFIG_")
    }

    /// rclone's exit statuses for a missing folder or file.
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

    /// Runs an rclone command and waits for its end.
    ///
    /// - Parameters:
    ///   - command: The command with its own options and paths.
    ///   - counting: The counter for its bytes.
    ///   - bytes: How many bytes it works on, if known.
    ///   - accepted: Exit statuses besides 0 that are no failure.
    /// - Returns: Status, output and log.
    /// - Throws: When it fails, or `goesOn` returns false.
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
        // rclone counts the local bytes that it reads, too.
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

    /// Checks that rclone is installed and not older than a version.
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
            "`rclone version` prints no version",
            where: settings.program,
            remedy: "install rclone: `apt install rclone`, or from rclone.org"
        )
    }

    private static func text(of version: [Int]) -> String {
        version.map(String.init).joined(separator: ".")
    }

    /// The version in the first line, such as `rclone v1.60.1-DEV`.
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
        // rclone's message may repeat the destination with its password.
        let said = told.replacing(destination.text, with: destination.shown)
        return SendError(advice.kind, said.printable, where: place, remedy: advice.remedy)
    }
}
