// Sound cards, as the source of recorders of how loud it is.

internal import RecorderKinds
internal import SessionRuns
internal import SoundRecorder

extension StandardKind {
    /// How loud it is at a sound card, and the sound itself.
    static let microphone = StandardKind(
        MicrophoneRecorderKind(),
        of: "sound",
        from: "a sound card",
        wish: SoundWish.self
    ) { _, notes in
        recorders(noting: notes)
    }

    /// Recorders over the cards; what is found later of them is noted.
    static func recorders(noting notes: LaterNotes) -> SourcedKind {
        MicrophoneRecorderKind().overCards { notes.tell("\($0): \($1)") }
    }
}
