// Parses rclone's log: one JSON object a line, with the bytes transferred and the reasons of failures. A line that is
// not JSON counts as an error: rclone prints its last error like that.

internal import FoundationEssentials

/// What the log contains so far.
struct RcloneLog {
    /// Bytes transferred over the network in either direction, as rclone counts them.
    private(set) var bytes: Int64 = 0
    /// The last errors, the latest last.
    private(set) var errors: [String] = []
    /// True if rclone compared files by size alone, because one had no hash.
    private(set) var lacksHashes = false

    private static let kept = 4

    private struct Line: Decodable {
        var level: String?
        var msg: String?
        var object: String?
        var stats: Stats?

        struct Stats: Decodable { var bytes: Int64? }
    }

    /// Parses a line.
    ///
    /// - Returns: False if the line only repeats that no more bytes have moved; any other line shows progress.
    @discardableResult
    mutating func take(_ line: String) -> Bool {
        guard let told = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) else {
            add(Self.withoutDate(line))
            return true
        }
        if let now = told.stats?.bytes {
            defer { bytes = max(bytes, now) }
            return now > bytes
        }
        let message = told.msg ?? ""
        if message.contains("hashes could not be checked") { lacksHashes = true }
        if told.level == "error" || told.level == "critical" {
            add([told.object ?? "", message].filter { !$0.isEmpty }.joined(separator: ": "))
        }
        return true
    }

    private mutating func add(_ error: String) {
        guard !error.isEmpty else { return }
        // An address in the message may contain credentials.
        errors.append(ConnectionString.withoutLogin(error))
        if errors.count > Self.kept { errors.removeFirst() }
    }

    /// The last error without its leading date.
    private static func withoutDate(_ line: String) -> String {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0].count == 10, words[0].contains("/") else { return line }
        return String(words[2])
    }
}
