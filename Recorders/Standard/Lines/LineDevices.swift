// Devices that speak text, as the source of recorders of lines.

internal import LineRecorder
internal import RecorderKinds
internal import SampleStream

extension StandardKind {
    /// What a device says in lines of text.
    static let lines = StandardKind(
        LineRecorderKind(),
        of: "the lines of a device",
        from: "the device",
        wish: LineWish.self
    ) { _, tell in
        LineDevices.recorders(telling: tell)
    }
}

/// Makes recorders over devices that speak text.
enum LineDevices {
    /// Recorders of lines; what is found later of their devices is told on any thread.
    static func recorders(telling tell: @escaping @Sendable (String) -> Void) -> SourcedKind {
        LineRecorderKind().over(access: { try LinePort($0.port).check() }) { order in
            // Two devices can have the same to tell.
            let name = (order.sectionIdentifiers + [order.configuration.identifier])
                .joined(separator: "/")
            return AnySampleSource(
                LineSource(try order.configuration.request()) { tell("\(name): \($0)") }
            )
        }
    }
}
