// Reports what was done to a session that did not end by itself, so that users do not have to compare files.

/// What a closing or a repair did.
public struct RecoveryReport: Hashable, Sendable, Codable {
    /// The outcome in a word.
    public enum Outcome: Hashable, Sendable, CaseIterable {
        /// Everything is whole now, and no record had to be left out.
        case good
        /// Everything is whole now; torn or damaged records had to be left out.
        case hasLosses
        /// Something is missing or changed, and cannot be restored from what is left.
        case cannotRepair

        /// The exit code of a command: 0 good, 1 not everything could be repaired, 3 losses.
        public var exitCode: Int32 {
            switch self {
            case .good: 0
            case .cannotRepair: 1
            case .hasLosses: 3
            }
        }
    }

    /// A file that was examined or repaired.
    public struct File: RepairedAccount, Hashable, Sendable, Codable {
        public var path: String
        /// The new name of the original, unrepaired file; absent if no original was kept.
        public var original: String?
        public var recordsKept: Int
        /// The number of bytes of the original outside of the kept records.
        public var bytesLost: Int64
        /// The number of records that the file has lost since it was closed; absent if they were never counted.
        public var recordsLost: Int?
        /// The same in words.
        public var message: String
    }

    /// The session folder, or the single file.
    public var path: String
    /// Files of samples, whether or not anything had to be done, and documents that were repaired or rebuilt.
    public var files: [File] = []
    /// What else was done, and what could not be done.
    public var notes: [String] = []
    /// How many files are missing or changed and could not be repaired.
    public var unrepaired = 0
    /// The problem and the remedy of the first unrepaired file.
    public var firstUnrepaired: String?
    /// True if anything on the disk was changed.
    public var changed = false

    /// The overall outcome.
    public var outcome: Outcome {
        if unrepaired > 0 { return .cannotRepair }
        return files.contains(where: \.hasLosses) ? .hasLosses : .good
    }

    /// Everything, one line each.
    public var lines: [String] { files.map { "\($0.path): \($0.message)" } + notes }

    init(path: String) {
        self.path = path
    }

    /// Reports a file that could not be repaired.
    mutating func noteUnrepaired(_ line: String) {
        unrepaired += 1
        if firstUnrepaired == nil { firstUnrepaired = line }
        notes.append(line)
    }
}

/// The facts about a repaired file that both a report and a manifest contain.
protocol RepairedAccount {
    var original: String? { get }
    var recordsKept: Int { get }
    var bytesLost: Int64 { get }
    var recordsLost: Int? { get }
}

extension RepairedAccount {
    /// True if records were lost, as far as can be known.
    var hasLosses: Bool {
        if let recordsLost { return recordsLost > 0 }
        // If no record could be kept, it is unknown whether any was lost; assume that some were.
        return bytesLost > 0 || original != nil && recordsKept == 0
    }
}
