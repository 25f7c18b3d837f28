// What rclone says while it works: JSON, a line each, from which come the bytes on the network and the reason of a
// failure. A line that is none is kept as it stands: so rclone tells the last error.

internal import FoundationEssentials

/// What the lines of rclone's log have told so far.
struct RcloneLog {
    /// Bytes that went over the network, in whichever direction, as rclone counts them.
    private(set) var bytes: Int64 = 0
    /// The last errors, the latest last.
    private(set) var errors: [String] = []
    /// Whether files were compared by their size alone, since one had no hash.
    private(set) var lacksHashes = false

    private static let kept = 4

    private struct Line: Decodable {
        var level: String?
        var msg: String?
        var object: String?
        var stats: Stats?

        struct Stats: Decodable { var bytes: Int64? }
    }

    /// Takes a line.
    ///
    /// - Returns: Whether it tells that something moves on.
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
        // An address in it may have what lets somebody in.
        errors.append(ConnectionString.withoutLogin(error))
        if errors.count > Self.kept { errors.removeFirst() }
    }

    /// The last error without the date before it.
    private static func withoutDate(_ line: String) -> String {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0].count == 10, words[0].contains("/") else { return line }
        return String(words[2])
    }
}
