// Devices that send text, as sources of recorders of lines.

internal import LineRecorder
internal import RecorderKinds
internal import Research
internal import SampleStream
internal import SessionRuns

extension StandardKind {
    /// The recorder of lines of text from a device.
    static let lines = StandardKind(
        LineRecorderKind(),
        of: "lines that a device sends",
        from: "the device",
        options: LineOptions.self
    ) { _, notes in
        LineDevices.recorders(noting: notes)
    }
}

/// Makes recorders of devices that send text.
enum LineDevices {
    /// Recorders of lines; later findings about their devices are noted.
    static func recorders(noting notes: LaterNotes) -> SourcedKind {
        LineRecorderKind().over(access: { try LinePort($0.port).check() }) { order in
            // Two devices may have the same note, so each note names its recorder.
            let name = (order.sectionIdentifiers + [order.configuration.identifier])
                .joined(separator: "/")
            return AnySampleSource(
                LineSource(
                    try order.configuration.request(),
                    onNews: { notes.tell("\(name): \($0)") },
                    onNote: { notes.add("\(name): \($0)") }
                )
            )
        }
    }
}
