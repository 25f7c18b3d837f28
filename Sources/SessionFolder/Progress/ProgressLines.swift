// The format of a run's saved progress: one line for each change, as a JSON list of what was written and removed.
// Both the code that continues a run and the check of its session use it.

package import FoundationEssentials

/// A change of the documents that a run saves.
///
/// A change without a value removes a document; without a key, it removes all documents of its kind.
package struct ProgressChange: Codable, Hashable, Sendable {
    package var kind: String
    package var key: String?
    package var value: Data?

    /// Describes a change.
    package init(kind: String, key: String? = nil, value: Data? = nil) {
        self.kind = kind
        self.key = key
        self.value = value
    }
}

/// Reads and writes the lines of saved progress.
package enum ProgressLines {
    private static let end = UInt8(ascii: "\n")

    /// Returns the line for changes made together.
    package static func line(of changes: [ProgressChange]) throws -> [UInt8] {
        Array(try JSONEncoder().encode(changes)) + [end]
    }

    /// Passes the changes of each line to `take`, in order.
    ///
    /// Ignores an incomplete last line, which a kill or a power cut leaves.
    ///
    /// - Throws: `DamagedProgress` if a readable line follows a damaged one: a kill damages only the last line.
    package static func read(
        _ bytes: [UInt8],
        taking take: ([ProgressChange]) -> Void
    ) throws(DamagedProgress) {
        var isDamaged = false
        // The last part has no line end yet.
        for line in bytes.split(separator: end, omittingEmptySubsequences: false).dropLast() {
            guard let changes = try? JSONDecoder().decode([ProgressChange].self, from: Data(line))
            else {
                isDamaged = true
                continue
            }
            if isDamaged { throw .inTheMidst }
            take(changes)
        }
    }
}

/// Saved progress is damaged in a way that a kill does not explain.
package enum DamagedProgress: Error, CustomStringConvertible {
    /// No line of it can be read.
    case nothingWhole
    /// A line before its end cannot be read.
    case inTheMidst

    package var description: String {
        let what =
            switch self {
            case .nothingWhole: "no line of it is whole"
            case .inTheMidst: "a line in the midst of it is damaged"
            }
        return
            "its file \(SessionManifest.progressName), which keeps the step and the answers of the run, cannot be "
            + "read: \(what); restore that file from a copy; without it the recordings are still kept: "
            + "`footfall repair` makes the session whole as far as it was recorded"
    }
}
