// What people put in ships over the input devices of a machine.

internal import EvdevSource
internal import InputRecorder
internal import RecorderKinds
internal import Research

extension StandardKind {
    /// Keys, touches and whatever else people put in.
    static let input = StandardKind(
        InputRecorderKind(naming: keyFault),
        of: "what people put in",
        from: "input devices",
        wish: InputWish.self
    ) { _, notes in
        InputDevices.recorders(of: InputRecorderKind(), noting: notes)
    }

    /// Touches, in the field's form.
    static let touch = StandardKind(
        TouchRecorderKind(),
        of: "what people put in",
        from: "input devices"
    ) { _, notes in
        InputDevices.recorders(of: TouchRecorderKind(), noting: notes)
    }

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
