// What every recorder over an input device is configured with.

public import RecorderKinds
public import Research

/// What a task file says about a recorder over an input device.
public protocol InputRecording: RSDFileRecorderConfiguration, MarkMaking, Sendable {
    /// What somebody has said of its device.
    var deviceSettings: InputDeviceSettings { get set }
    /// What is asked of a source.
    var request: InputRequest { get }
}

extension InputRecording {
    /// The marks of its keys.
    public var sourceMarks: [SourceMark] {
        request.markers.map { SourceMark($0.marker, of: $0.key) }
    }
}

extension RSDAsyncActionType {
    /// Records keys, touches and whatever else people put in.
    public static let input: RSDAsyncActionType = "input"
    /// Records touches, in the field's form.
    public static let touch: RSDAsyncActionType = "touch"
}
