// Sound cards as sources of the recorder of sound levels.

internal import RecorderKinds
internal import SessionRuns
internal import SoundRecorder

extension StandardKind {
    /// The recorder of the sound level, and of the sound itself.
    static let microphone = StandardKind(
        MicrophoneRecorderKind(),
        of: "sound",
        from: "a sound card",
        options: SoundOptions.self
    ) { _, notes in
        recorders(noting: notes)
    }

    /// Recorders over the cards; later findings about them are noted.
    static func recorders(noting notes: LaterNotes) -> SourcedKind {
        MicrophoneRecorderKind().overCards { notes.tell("\($0): \($1)") }
    }
}
