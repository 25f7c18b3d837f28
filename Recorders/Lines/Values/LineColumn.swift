// The meaning of a word in a mapping: a part of a reading, the device's own time, its counter, or a checksum.

/// One column of a device's lines.
public struct LineColumn: Sendable, Hashable {
    /// The contents of a column.
    public enum Meaning: Sendable, Hashable {
        /// Nothing that is recorded.
        case nothing
        /// A part of a reading: its channel, and 0 to 3 for x, y, z and w.
        case part(channel: Int, place: Int)
        /// The device's own time.
        case time(LineTimeUnit)
        /// A counter of lines, which wraps after so many bits.
        case counter(bits: Int)
        /// A checksum of everything before it.
        case checksum(LineChecksum)
    }

    /// The word in the mapping.
    public let word: String
    /// Its key in lines of JSON objects; points separate the keys of nested objects and the positions in lists.
    public let key: String
    /// The contents.
    public let meaning: Meaning
}

/// The unit of a device's own time.
public enum LineTimeUnit: String, Sendable, Hashable, CaseIterable {
    case seconds = "t_s"
    case milliseconds = "t_ms"
    case microseconds = "t_us"
    case nanoseconds = "t_ns"

    /// The power of ten that turns it into nanoseconds.
    var power: Int {
        switch self {
        case .seconds: 9
        case .milliseconds: 6
        case .microseconds: 3
        case .nanoseconds: 0
        }
    }

    /// After how many nanoseconds 32 bits of it wrap; `nil` for units that nobody keeps in 32 bits.
    var turn: Int64? {
        switch self {
        case .milliseconds: 4_294_967_296_000_000
        case .microseconds: 4_294_967_296_000
        case .seconds, .nanoseconds: nil
        }
    }
}

/// The meaning of a single word.
enum LineWord: Sendable, Hashable {
    case nothing
    case axis(LineAxes, place: Int)
    case time(LineTimeUnit)
    case counter(bits: Int)
    case checksum(LineChecksum)
    case own
    /// It looks like a known word, but is not one.
    case wrong(LineMappingError.Kind)

    init(_ word: String) {
        if word == "_" {
            self = .nothing
        } else if let axes = LineAxes.allCases.first(where: { $0.words.contains(word) }) {
            self = .axis(axes, place: axes.words.firstIndex(of: word) ?? 0)
        } else if let unit = LineTimeUnit(rawValue: word) {
            self = .time(unit)
        } else if let bits = ["n": 64, "n8": 8, "n16": 16, "n32": 32][word] {
            self = .counter(bits: bits)
        } else if let checksum = LineChecksum(word: word) {
            self = .checksum(checksum)
        } else if word == "t" || word.hasPrefix("t_") {
            self = .wrong(.unknownTime)
        } else if word.hasPrefix("n"), word.dropFirst().allSatisfy(\.isNumber) {
            self = .wrong(.unknownCounter)
        } else if word.hasPrefix("crc") {
            self = .wrong(.unknownChecksum)
        } else if LineAxes.reserved.contains(word) {
            self = .wrong(.reserved)
        } else if let lookalike = LineLookalike(of: word) {
            self = .wrong(.lookalike(of: lookalike.subject, words: lookalike.words))
        } else {
            self = Self.isName(word) ? .own : .wrong(.noWord)
        }
    }

    /// Whether it is one of the words that are the same for all devices.
    var isKnown: Bool {
        switch self {
        case .axis, .time, .counter, .checksum: true
        case .nothing, .own, .wrong: false
        }
    }

    private static func isName(_ word: String) -> Bool {
        let bytes = word.utf8
        guard let first = bytes.first, first.isLetter, bytes.count <= 40 else { return false }
        return bytes.allSatisfy { $0.isLetter || $0 == .underscore || $0 &- .zero <= 9 }
    }
}

/// The kinds of readings whose parts have their own words.
enum LineAxes: String, Sendable, Hashable, CaseIterable {
    case accelerometer, gyro, magnetometer, attitude

    /// The words of its parts, in the order of x, y, z and w.
    var words: [String] {
        switch self {
        case .accelerometer: ["ax", "ay", "az"]
        case .gyro: ["gx", "gy", "gz"]
        case .magnetometer: ["mx", "my", "mz"]
        case .attitude: ["qx", "qy", "qz", "qw"]
        }
    }

    var quantity: LineQuantity {
        switch self {
        case .accelerometer: .acceleration
        case .gyro: .rotation
        case .magnetometer: .magnetism
        case .attitude: .orientation
        }
    }

    /// The names of readings of several parts, which a single value must not have.
    static let reserved: Set<String> = [
        "accelerometer", "gyro", "magnetometer", "attitude", "gravity", "magneticField",
        "rotationRate", "userAcceleration",
    ]
}

extension LineChecksum {
    /// The checksum with this word: its kind, followed by `_dec` if it is decimal.
    init?(word: String) {
        let isDecimal = word.hasSuffix("_dec")
        guard let kind = Kind(rawValue: String(word.dropLast(isDecimal ? 4 : 0))) else {
            return nil
        }
        self.init(kind, isDecimal: isDecimal)
    }
}
