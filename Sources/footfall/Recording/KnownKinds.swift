// The kinds of recorders that this program has: whoever adds one adds a line here.

internal import EvdevSource
internal import InputRecorder
internal import LineRecorder
internal import MotionRecorder
internal import RecorderKinds
internal import Research

/// The kinds of recorders.
enum KnownKinds {
    static let all: [any RecorderKind] = [
        MotionRecorderKind(), InputRecorderKind(naming: keyFault), TouchRecorderKind(),
        LineRecorderKind(),
    ]

    /// What is wrong with the kernel's name of a key, if anything is.
    private static let keyFault: @Sendable (String) -> RSDKeyFault? = { name in
        do throws(EvdevError) {
            _ = try KeyNames.code(of: name)
            return nil
        } catch {
            return RSDKeyFault(error.what, remedy: error.remedy)
        }
    }
}
