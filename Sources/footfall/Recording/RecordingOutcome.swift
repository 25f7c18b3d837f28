// What a finished recording tells: to a program as one JSON object, to a person as a few lines.

internal import FoundationEssentials
internal import Recording
internal import SampleFile
internal import SampleStream
internal import SystemCalls
internal import TerminalHost

/// What became of a recording.
struct RecordingOutcome: Sendable, Equatable, Encodable {
    /// The session folder, where it is at the end; where it was, if it is gone.
    var session: String
    /// Whether somebody has deleted the session folder, and all that was recorded with it.
    var isGone = false
    /// How the run ended, in the manifest's words.
    var status: String
    var files: [File]
    var samples: Int
    /// Samples that are missing, each counted in a gap record; those of a pause are not among them.
    var losses: Int
    /// What a session that is recorded again lacked already, a line each.
    var inheritedLosses: [String] = []
    /// Files that somebody took away while they were written, a line each; what was in them is among the
    /// losses.
    var lostFiles: [String] = []
    /// What else whoever reads the data should know, a line each.
    var notes: [String] = []
    /// How much was recorded.
    var seconds: Double
    /// How long that took.
    var tookSeconds: Double
    /// Why it failed, if it did.
    var error: String?

    /// A file of the session.
    struct File: Sendable, Equatable, Encodable {
        var path: String
        var identifier: String
        var samples: Int
        var losses: Int
        var records: Int
        var bytes: Int64
        /// Absent when the file could not be closed as it was meant to be.
        var checksum: String?
    }

    /// What the program ends with.
    var exitStatus: ExitStatus {
        if error != nil { return .failed }
        return losses > 0 || !inheritedLosses.isEmpty || !lostFiles.isEmpty ? .losses : .good
    }

    /// Where a person finds what was recorded before it failed.
    var remains: String {
        isGone
            ? "the session folder was deleted: \(session)"
            : "what was recorded is in \(session)"
    }

    /// The session's path first, then what is in it.
    var summary: String {
        let width = files.map(\.path.columns).max() ?? 0
        var lines = [session]
        for file in files {
            let name = file.path.padded(to: width)
            let lost = file.losses == 0 ? "" : ", \(Quantity.grouped(file.losses)) lost"
            let content =
                file.samples == 0
                ? Quantity.count(file.records, "record", "records")
                : Quantity.count(file.samples, "sample", "samples")
            lines.append("  \(name)  \(content)\(lost), \(Quantity.bytes(file.bytes))")
        }
        let none = inheritedLosses.isEmpty ? "none lost" : "none lost anew"
        let lost = losses == 0 ? none : "\(Quantity.grouped(losses)) lost, each counted"
        lines.append(
            "\(Quantity.oneDecimal(seconds)) s recorded in \(Quantity.oneDecimal(tookSeconds)) s: "
                + "\(Quantity.count(samples, "sample", "samples")), \(lost)"
        )
        let inherited = inheritedLosses.map { "of the session that it replays: \($0)" }
        let others = lostFiles + inherited + notes
        return (lines + others.map(\.printable)).joined(separator: "\n")
    }
}

extension RecordingOutcome.File {
    /// A file that a recorder has closed.
    init(_ file: RecordedFile) {
        let losses = file.channels.flatMap(\.account.lost)
            .filter { $0.key != .paused }
            .reduce(0) { $0.addingClamped(Int(clamping: $1.value)) }
        self.init(
            path: file.place.relativePath,
            identifier: file.identifier,
            samples: file.samples,
            losses: losses,
            records: file.summary.records,
            bytes: file.summary.bytes,
            checksum: file.isClosedWell ? file.summary.checksum : nil
        )
    }

    /// A file that is kept beside the samples.
    init(_ place: FilePlace, _ summary: SampleFileSummary, _ identifier: String) {
        self.init(
            path: place.relativePath,
            identifier: identifier,
            samples: 0,
            losses: 0,
            records: summary.records,
            bytes: summary.bytes,
            checksum: summary.checksum
        )
    }
}

/// Writes values for programs.
enum JSONText {
    /// The value as JSON on one line, keys sorted.
    static func line(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
