// What can be wrong with a mapping. Each problem has its own message and remedy, because a person has written the
// mapping.

internal import RecorderKinds

/// Why a mapping cannot be used.
public struct LineMappingError: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Kind: Sendable, Hashable {
        case empty
        /// A column has no word.
        case missingWord(column: Int)
        /// Two columns, counted from 1, have the same word.
        case twice(first: Int, second: Int)
        /// Two columns, counted from 1, have the same key of JSON objects.
        case keyTwice(first: Int, second: Int)
        /// A second column for something that a line can have only once.
        case second(String, after: String)
        case missingAxes([String])
        /// No column is this axis, but a word is similar to it.
        case misspelt(axis: String)
        case noValues
        case tooMany
        case tooWide
        case checksumNotLast
        case unknownTime
        case unknownCounter
        case unknownChecksum
        /// The name of a reading of several parts.
        case reserved
        /// It cannot be the name of a value.
        case noWord
        case wrongUnit(kind: String, choices: String)
        case moreUnits(than: String)
        case fewerUnits(than: String)
        case partedUnits(by: Character)
        /// The key was written after the word.
        case reversed(key: String, word: String)
        /// Words are separated by another character than a comma.
        case parted(by: Character)
        /// It looks like a word for something other than a value.
        case lookalike(of: String, words: String)
    }

    /// What is wrong.
    public let kind: Kind
    /// The word, unit or key in question.
    public let place: String

    init(_ kind: Kind, at place: String) {
        self.kind = kind
        self.place = place
    }
}

extension LineMappingError: CustomStringConvertible {
    public var description: String { "\(place): \(what); \(remedy)" }

    /// What is wrong, in words.
    public var what: String {
        switch kind {
        case .empty: "the mapping names no column"
        case .missingWord(let column): "column \(column) has no word"
        case .twice(let first, let second): "columns \(first) and \(second) both have this word"
        case .keyTwice(let first, let second): "columns \(first) and \(second) both have this key"
        case .second(let use, let other): "the lines have a \(use) already, \(other)"
        case .missingAxes(let axes): "no column is \(axes.joined(separator: ", "))"
        case .misspelt(let axis): "no column is \(axis), and this word is similar"
        case .noValues: "the mapping names nothing to record"
        case .tooMany: "the mapping names more than \(ValueChannel.most) kinds of readings"
        case .tooWide: "the mapping names more than \(LineMapping.mostColumns) columns"
        case .checksumNotLast: "the checksum is not the last column"
        case .unknownTime: "this is no unit of a device's time"
        case .unknownCounter: "there is no counter of this width"
        case .unknownChecksum: "this checksum is not known"
        case .reserved: "this is the name of a reading with several axes"
        case .noWord: "this cannot be the name of a value"
        case .wrongUnit(let kind, _): "this is no unit of \(kind)"
        case .moreUnits: "there are more units than kinds of readings"
        case .fewerUnits: "units are given, and none for this kind of reading"
        case .partedUnits: "the units are not separated by commas"
        case .reversed(let key, let word): "'\(word)' is the word, and '\(key)' the key"
        case .parted: "the words of the columns are not separated by commas"
        case .lookalike(let subject, _):
            "this looks like \(subject), and would be a value of the device's own"
        }
    }

    /// What to write instead.
    public var remedy: String {
        switch kind {
        case .empty: "give a word for each column, as in t_us,ax,ay,az"
        case .missingWord: "write _ for a column that is not recorded"
        case .twice: "give each column a word of its own, and _ to those that are not recorded"
        case .keyTwice: "give each column the key that it has"
        case .second(let use, _): "write _ for the \(use) that is not used"
        case .missingAxes(let axes):
            axes.contains { $0.hasPrefix("q") }
                ? "name all four of a quaternion, qw, qx, qy and qz"
                : "name all three axes, or give the others words of their own, as in left_x"
        case .misspelt(let axis): "did you mean \(axis)? if not, name a column \(axis) as well"
        case .noValues: "name a column ax, ay, az, or by a word of your own"
        case .tooMany: "write _ for those that matter least"
        case .tooWide: "have the device send fewer in a line"
        case .checksumNotLast: "it is computed from the columns before it: name it last"
        case .unknownTime: "write t_s, t_ms, t_us or t_ns"
        case .unknownCounter: "write n, or n8, n16 or n32 if it wraps after so many bits"
        case .unknownChecksum:
            "write one of " + LineChecksum.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        case .reserved: "name its axes, as in ax,ay,az, or choose another word"
        case .noWord: "use up to 40 letters, digits and underscores, a letter first"
        case .wrongUnit(_, let choices): "write \(choices)"
        case .moreUnits(let kinds), .fewerUnits(let kinds):
            "give one for each of these, in this order: \(kinds); _ stands for the unit of the file"
        case .partedUnits(let sign): "write a comma for each '\(sign)', as in mg,dps"
        case .reversed(let key, let word): "write \(key)=\(word)"
        case .parted(let sign):
            "write a comma for each '\(sign)', as in t_us,ax,ay,az, whatever separates the columns of the lines"
        case .lookalike(_, let words):
            "write \(words), _ if it is not to be recorded, or another word if it is a value"
        }
    }
}
