// Errors in the configuration of an input recorder.

/// What is wrong with the configuration of an input recorder.
public enum InputRecorderError: Error, Sendable, Hashable, CustomStringConvertible {
    case nothingToRecord(identifier: String)
    case impossibleReconnect(identifier: String, Double)
    case wrongKey(identifier: String, KeyMarkerFault)
    case wrongMarkers(device: String?, KeyMarkerFault)
    case namelessDevice(identifier: String)

    public var description: String {
        switch self {
        case .nothingToRecord(let identifier):
            "the recorder '\(identifier)' is given no events to record; ask for "
                + InputKind.allCases.map(\.rawValue).joined(separator: ", ")
                + ", or leave 'events' out for all of them"
        case .impossibleReconnect(let identifier, let seconds):
            "the recorder '\(identifier)' is to wait \(seconds) seconds for its device; give 0 to 3600"
        case .wrongKey(let identifier, let fault):
            "of the recorder '\(identifier)', \(fault.what); \(fault.remedy)"
        case .wrongMarkers(let device, let fault):
            "of the markers on \(device ?? "an input device"), \(fault.what); \(fault.remedy)"
        case .namelessDevice(let identifier):
            "the 'device' of the recorder '\(identifier)' has no name; name one as `footfall devices` "
                + "does, or leave it out to use the first that fits"
        }
    }
}
