// The common configuration of all recorders of input devices.

public import RecorderKinds
public import Research

/// The configuration of a recorder of an input device.
public protocol InputRecording: RSDFileRecorderConfiguration, MarkMaking, Sendable {
    /// The settings of its device.
    var deviceSettings: InputDeviceSettings { get set }
    /// The request for a source.
    var request: InputRequest { get }
}

extension InputRecording {
    /// The marks that its keys make.
    public var sourceMarks: [SourceMark] {
        request.markers.map { SourceMark($0.marker, of: $0.key) }
    }
}

extension RSDAsyncActionType {
    /// Records keys, touches and all other input.
    public static let input: RSDAsyncActionType = "input"
    /// Records touches in SageResearch's format.
    public static let touch: RSDAsyncActionType = "touch"
}
