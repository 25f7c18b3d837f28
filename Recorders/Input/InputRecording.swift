// What the configurations of both input recorders have in common.

public import Research

/// What a task file says about a recorder over an input device.
public protocol InputRecording: RSDRestartableRecorderConfiguration, RSDJSONRecorderConfiguration,
    Sendable
{
    /// What is asked of a source.
    var request: InputRequest { get }
}

extension RSDAsyncActionType {
    /// Records keys, touches and whatever else people put in.
    public static let input: RSDAsyncActionType = "input"
    /// Records touches, in the field's form.
    public static let touch: RSDAsyncActionType = "touch"
}
