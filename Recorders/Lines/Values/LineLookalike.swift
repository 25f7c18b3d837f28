// Recognises words that devices and their makers use instead of a mapping's words. Taken as values of the device's
// own, they would give a recording without a time, without losses, or with accelerations in an unknown unit.

/// The meaning of a word that is not in the mapping language but looks like it.
struct LineLookalike: Sendable, Hashable {
    /// What it looks like.
    let subject: String
    /// What to write instead.
    let words: String

    /// Classifies a word; `nil` if it is a value of the device's own.
    init?(of word: String) {
        let plain = word.lowercased().filter { $0 != "_" }
        if let unit = Self.times[plain] {
            (subject, words) = ("the device's time", unit)
        } else if Self.counters.contains(plain) {
            (subject, words) = ("a counter of lines", "n")
        } else if Self.checksums.contains(plain) {
            let kinds = LineChecksum.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            (subject, words) = ("a checksum", "one of \(kinds)")
        } else if ["skip", "ignore", "ignored", "none", "dummy", "unused"].contains(plain) {
            (subject, words) = ("a column that is not recorded", "_")
        } else if ["x", "y", "z"].contains(plain) {
            (subject, words) = ("an axis of a sensor", "a\(plain), g\(plain) or m\(plain)")
        } else if let axis = Self.axis(plain) {
            (subject, words) = (axis.subject, axis.word)
        } else {
            return nil
        }
    }

    private static let times: [String: String] = {
        let words: [(LineTimeUnit?, [String])] = [
            (.milliseconds, ["millis", "tms", "ms", "msec", "millisecond", "milliseconds"]),
            (.microseconds, ["micros", "tus", "us", "usec", "microsecond", "microseconds"]),
            (.nanoseconds, ["nanos", "tns", "ns", "nsec", "nanosecond", "nanoseconds"]),
            (.seconds, ["ts", "sec", "secs", "second", "seconds"]),
            (nil, ["time", "timestamp", "tick", "ticks", "clock", "uptime"]),
        ]
        let any = LineTimeUnit.allCases.map(\.rawValue).joined(separator: ", ")
        var times: [String: String] = [:]
        for (unit, names) in words {
            for name in names {
                times[name] = unit?.rawValue ?? "the one that it counts of \(any)"
                guard unit != nil else { continue }
                times["time" + name] = unit?.rawValue
                times["timestamp" + name] = unit?.rawValue
            }
        }
        return times
    }()

    private static let counters: Set<String> = [
        "counter", "count", "cnt", "seq", "sequence", "seqno", "index", "idx", "packet", "frame",
    ]

    private static let checksums: Set<String> = ["checksum", "chksum", "chk", "cksum"]

    private static let stems: [LineAxes: [String]] = [
        .accelerometer: ["a", "acc", "accel", "acceleration", "accelerometer"],
        .gyro: ["g", "gyr", "gyro", "gyroscope", "rot", "rotation", "omega"],
        .magnetometer: ["m", "mag", "magn", "magnetometer", "compass"],
        .attitude: ["q", "quat", "quaternion"],
    ]

    /// The part of a reading that a word looks like.
    private static func axis(_ plain: String) -> (subject: String, word: String)? {
        for axes in LineAxes.allCases {
            for word in axes.words {
                let letter = String(word.suffix(1))
                for stem in stems[axes] ?? [] where stem + letter == plain || letter + stem == plain
                {
                    return ("an axis of the \(axes.rawValue)", word)
                }
            }
        }
        return nil
    }
}
