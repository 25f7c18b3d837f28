// What was done to a session that did not end by itself, told so that nobody has to compare files
// to learn it.

/// What a closing or a repair did.
public struct MendingReport: Hashable, Sendable, Codable {
    /// The repair in a word.
    public enum Outcome: Hashable, Sendable, CaseIterable {
        /// Everything is whole, or is now, and not a record had to be left out.
        case good
        /// Everything is whole now; records that were torn or damaged had to be left out.
        case hasLosses
        /// Something is missing, or not as it was written, and cannot be had from what is left.
        case cannotMend

        /// What a command ends with: 0 good, 1 not all could be mended, 3 losses.
        public var exitCode: Int32 {
            switch self {
            case .good: 0
            case .cannotMend: 1
            case .hasLosses: 3
            }
        }
    }

    /// A file that was looked after.
    public struct File: MendedAccount, Hashable, Sendable, Codable {
        public var path: String
        /// Where the file as it was found lies now; absent when it was whole.
        public var original: String?
        public var recordsKept: Int
        /// Bytes of the original that are in no record kept.
        public var bytesLost: Int64
        /// Records that the file had when it was sealed, and has no more; absent where none had
        /// counted them.
        public var recordsLost: Int?
        /// The same for a person.
        public var message: String
    }

    /// The folder, or the file that was alone.
    public var path: String
    /// Files of samples, whether anything had to be done or not.
    public var files: [File] = []
    /// What was done besides, and what could not be done.
    public var notes: [String] = []
    /// How many files are missing, or not as they were written, and could not be mended.
    public var unmended = 0
    /// What the first of these is, and what helps.
    public var firstUnmended: String?
    /// Whether anything on the disk is other than before.
    public var changed = false

    /// What it came to.
    public var outcome: Outcome {
        if unmended > 0 { return .cannotMend }
        return files.contains(where: \.hasLosses) ? .hasLosses : .good
    }

    /// All of it, a line each.
    public var lines: [String] { files.map { "\($0.path): \($0.message)" } + notes }

    init(path: String) {
        self.path = path
    }

    /// Tells of a file that could not be mended.
    mutating func noteUnmended(_ line: String) {
        unmended += 1
        if firstUnmended == nil { firstUnmended = line }
        notes.append(line)
    }
}

/// What is told of a file that was mended, in a report as in a manifest.
protocol MendedAccount {
    var original: String? { get }
    var recordsKept: Int { get }
    var bytesLost: Int64 { get }
    var recordsLost: Int? { get }
}

extension MendedAccount {
    /// Whether a record is lost, as far as can be known.
    var hasLosses: Bool {
        if let recordsLost { return recordsLost > 0 }
        // Where nothing was left to be kept, nobody can say that nothing is lost.
        return bytesLost > 0 || original != nil && recordsKept == 0
    }
}
