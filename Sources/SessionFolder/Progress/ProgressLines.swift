// How a run's saved progress is written: a line a change, each a JSON list of what was written and removed. Who
// goes on with the run and who checks its session read it by the same rules.

package import FoundationEssentials

/// A change of the documents that a run keeps: without a value it removes one, and without a key a whole kind.
package struct ProgressChange: Codable, Hashable, Sendable {
    package var kind: String
    package var key: String?
    package var value: Data?

    /// Tells of a change.
    package init(kind: String, key: String? = nil, value: Data? = nil) {
        self.kind = kind
        self.key = key
        self.value = value
    }
}

/// The lines of saved progress.
package enum ProgressLines {
    private static let end = UInt8(ascii: "\n")

    /// The line that tells of changes made together.
    package static func line(of changes: [ProgressChange]) throws -> [UInt8] {
        Array(try JSONEncoder().encode(changes)) + [end]
    }

    /// Reads lines one after the other.
    ///
    /// What follows the last line that is whole counts for nothing: a kill, or a power cut, has left it.
    ///
    /// - Throws: `DamagedProgress` when whole lines follow one that is none: then it is not the end that is damaged.
    package static func read(
        _ bytes: [UInt8],
        taking take: ([ProgressChange]) -> Void
    ) throws(DamagedProgress) {
        var isDamaged = false
        // The last part is what has no end yet.
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

/// That saved progress is damaged otherwise than a kill damages it.
package enum DamagedProgress: Error, CustomStringConvertible {
    /// Not a line of it can be read.
    case nothingWhole
    /// A line before its end cannot.
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
