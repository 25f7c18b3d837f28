// The `motion` recorder over this machine's sensors, and over a computed walk.

internal import MotionRecorder
internal import RecorderKinds
internal import Recording
internal import Research
internal import SampleStream
internal import SessionRuns
internal import WalkSource

extension StandardKind {
    /// The recorder of inertial sensors.
    static let motion = StandardKind(
        MotionRecorderKind(),
        overDevices: { places, notes in
            MotionDevices(uri: places.motion, calibratedBy: places.calibrations)
                .recorders(noting: notes)
        },
        overWalk: { walk, notes in
            MotionRecorderKind().over { try source(for: $0, of: walk, noting: notes) }
        }
    )

    @MainActor
    private static func source(
        for order: SourceOrder<MotionRecorderKind>,
        of walk: SyntheticWalk,
        noting notes: LaterNotes
    ) throws -> sending AnySampleSource<MotionSample> {
        let configuration = order.configuration
        let placement = configuration.placement.flatMap(WalkPlacement.init)
        if placement == nil, let wanted = configuration.placement {
            notes.add(
                "the recorder '\(configuration.identifier)' is to be worn at '\(wanted)', where the computed "
                    + "walk has no sensor: it gets the motion of \(WalkPlacement.lowBack.rawValue); the "
                    + "walk has \(WalkPlacement.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        return AnySampleSource(
            try SyntheticWalkSource(
                walk: walk,
                placement: placement ?? .lowBack,
                request: order.request,
                timekeeper: order.environment.timekeeper
            )
        )
    }
}
