// The kinds of recorders that this program has: whoever adds one adds a line here.

internal import InputRecorder
internal import MotionRecorder
internal import RecorderKinds

/// The kinds of recorders.
enum KnownKinds {
    /// Those that record more come before those that record less.
    static let all: [any RecorderKind] = [
        MotionRecorderKind(), TouchRecorderKind(), InputRecorderKind(),
    ]
}
