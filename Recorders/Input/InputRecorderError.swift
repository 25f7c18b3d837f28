// What a task file can say wrongly about a recorder over an input device.

/// What is wrong with the configuration of a recorder over an input device.
public enum InputRecorderError: Error, Sendable, Hashable, CustomStringConvertible {
    case nothingToRecord(identifier: String)
    case impossibleReconnect(identifier: String, Double)
    case keyTwice(identifier: String, String)

    /// The longest time that a device can be waited for.
    static let longestReconnectInSeconds = 3600.0

    /// Throws where a device is to be waited for longer than that, or less than not at all.
    static func check(reconnect: Double?, of identifier: String) throws {
        guard let reconnect, !(0...longestReconnectInSeconds).contains(reconnect) else { return }
        throw InputRecorderError.impossibleReconnect(identifier: identifier, reconnect)
    }

    public var description: String {
        switch self {
        case .nothingToRecord(let identifier):
            "the recorder '\(identifier)' is given no events to record; ask for "
                + InputKind.allCases.map(\.rawValue).joined(separator: ", ")
                + ", or leave 'events' out for all of them"
        case .impossibleReconnect(let identifier, let seconds):
            "the recorder '\(identifier)' is to wait \(seconds) seconds for its device; give 0 to 3600"
        case .keyTwice(let identifier, let key):
            "the recorder '\(identifier)' has two markers for the key \(key); keep one of them"
        }
    }
}
