// Devices that speak text, as the source of recorders of lines.

internal import LineRecorder
internal import RecorderKinds
internal import Research
internal import SampleStream
internal import SessionRuns

extension StandardKind {
    /// What a device says in lines of text.
    static let lines = StandardKind(
        LineRecorderKind(),
        of: "the lines of a device",
        from: "the device",
        wish: LineWish.self
    ) { _, notes in
        LineDevices.recorders(noting: notes)
    }
}

/// Makes recorders over devices that speak text.
enum LineDevices {
    /// Recorders of lines; what is found later of their devices is noted.
    static func recorders(noting notes: LaterNotes) -> SourcedKind {
        LineRecorderKind().over(access: { try LinePort($0.port).check() }) { order in
            // Two devices can have the same to tell.
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
