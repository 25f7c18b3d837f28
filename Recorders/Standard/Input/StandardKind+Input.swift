// The `input` and `touch` recorders over this machine's input devices.

internal import EvdevSource
internal import InputRecorder
internal import RecorderKinds
internal import Research

extension StandardKind {
    /// Keys, touches and all other input.
    static let input = StandardKind(
        InputRecorderKind(naming: keyFault),
        of: "the events of input devices",
        from: "input devices",
        options: InputOptions.self
    ) { _, notes in
        InputDevices.recorders(of: InputRecorderKind(), noting: notes)
    }

    /// Touches, in SageResearch's format.
    static let touch = StandardKind(
        TouchRecorderKind(),
        of: "the events of input devices",
        from: "input devices"
    ) { _, notes in
        InputDevices.recorders(of: TouchRecorderKind(), noting: notes)
    }

    /// Returns what is wrong with a key name; `nil` if the kernel has such a key.
    private static let keyFault: @Sendable (String) -> RSDKeyFault? = { name in
        do throws(EvdevError) {
            _ = try KeyNames.code(of: name)
            return nil
        } catch {
            return RSDKeyFault(error.what, remedy: error.remedy)
        }
    }
}
