// Satellite receivers as sources of recorders of distances.

internal import LocationRecorder
internal import RecorderKinds
internal import Research
internal import SampleStream
internal import SessionRuns

extension StandardKind {
    /// The recorder of the walked distance.
    static let distance = StandardKind(
        DistanceRecorderKind(),
        of: "the walked distance",
        from: "a satellite receiver",
        options: LocationOptions.self
    ) { places, notes in
        LocationDevices.recorders(of: places.receiver, noting: notes)
    }
}

/// Makes recorders of the receivers of a gpsd.
enum LocationDevices {
    /// Recorders of distances; later findings about their receiver are noted.
    static func recorders(of receiver: ReceiverOptions, noting notes: LaterNotes) -> SourcedKind {
        let kind = DistanceRecorderKind(keepsCoordinates: receiver.keepsCoordinates)
        return kind.over(access: { _ in try receiver.address.check() }) { order in
            let name = (order.sectionIdentifiers + [order.configuration.identifier])
                .joined(separator: "/")
            return AnySampleSource(
                GPSSource(
                    LocationRequest(
                        address: receiver.address,
                        keepsCoordinates: kind.keepsCoordinates(of: order.configuration),
                        motionStep: order.configuration.motionStepIdentifier
                    ),
                    onNews: { notes.tell("\(name): \($0)") },
                    onNote: { notes.add("\(name): \($0)") }
                )
            )
        }
    }
}
