// Keys that mark an instant. Which of them can be is one rule, for task files and for the command line.

/// A key whose press is a mark.
public struct KeyMarker: Sendable, Hashable, Codable {
    /// The kernel's name of the key.
    public var key: String
    /// What the mark is called.
    public var marker: String

    public init(key: String, marker: String) {
        self.key = key
        self.marker = marker
    }

    /// The names that every recording's own marks have.
    public static let ownMarks = ["start", "stop", "pause", "resume"]

    /// Looks whether some markers can be had together.
    ///
    /// - Parameters:
    ///   - markers: The markers of one recorder.
    ///   - sole: The one of a key's names that stands for all of them.
    /// - Throws: What is wrong with the first that cannot.
    public static func check(
        _ markers: [KeyMarker],
        by sole: (String) -> String = { $0 }
    ) throws(KeyMarkerFault) {
        var keys: Set<String> = []
        for marker in markers {
            guard !marker.key.isEmpty else { throw .noKey }
            guard !marker.marker.isEmpty else { throw .noName(key: marker.key) }
            guard !ownMarks.contains(marker.marker) else { throw .ownMark(marker.marker) }
            guard keys.insert(sole(marker.key)).inserted else { throw .keyTwice(marker.key) }
        }
    }
}

/// What can be wrong with keys that are named, or are marks.
public enum KeyMarkerFault: Error, Sendable, Hashable {
    case noKey
    case noName(key: String)
    case ownMark(String)
    case keyTwice(String)

    /// What is wrong, in words.
    public var what: String {
        switch self {
        case .noKey: "the name of a key is missing"
        case .noName(let key): "the name of the mark is missing that \(key) makes"
        case .ownMark(let name): "every recording has a mark '\(name)' of its own"
        case .keyTwice(let key): "the key \(key) is given twice"
        }
    }

    /// How to mend it.
    public var remedy: String {
        switch self {
        case .noKey: "give it as the kernel names it, as in KEY_F13"
        case .noName: "give one, for instance heelStrike"
        case .ownMark: "give another name"
        case .keyTwice: "give each key one mark"
        }
    }
}
