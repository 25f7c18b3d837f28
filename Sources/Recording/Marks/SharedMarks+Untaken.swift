// Reports marks that are in no file. The person who made the mark, by a key for example, relies on it.

public import Timebase

extension SharedMarks {
    /// Marks of one name that are in no file for the same reason.
    public struct Untaken: Sendable, Equatable {
        /// Why a mark is in no file.
        public enum Reason: Sendable, Hashable {
            /// It was made before any file had begun.
            case beforeAnyFile
            /// The recorders that could take it never began a file: they could not open, or were stopped first.
            case neverBegun
            /// It was made after all files had stopped taking marks.
            case afterTheFiles
        }

        /// The marks' name.
        public var name: String
        public var reason: Reason
        /// How many there were.
        public var count: Int
        /// When the first of them was made.
        public var first: BootInstant
        /// When the last of them was made.
        public var last: BootInstant
    }
}

extension SharedMarks.Untaken: CustomStringConvertible {
    public var description: String {
        let times =
            count == 1
            ? "at \(first.seconds) s"
            : "\(count) times, from \(first.seconds) s to \(last.seconds) s"
        return "the mark '\(name)' \(words), \(times) of uptime, and is in none"
    }

    private var words: String {
        switch reason {
        case .beforeAnyFile: "was made before any file had begun"
        case .neverBegun: "was made for files that were not begun after all"
        case .afterTheFiles: "came when no file took marks any more"
        }
    }
}
