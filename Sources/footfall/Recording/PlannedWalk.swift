// A recorder over one sensor of a synthetic walk.

internal import MotionRecorder
internal import RecorderKinds
internal import SampleStream
internal import Timebase
internal import WalkSource

extension PlannedRecorder {
    /// A recorder of one sensor of a synthetic walk.
    init(
        _ configuration: MotionRecorderConfiguration,
        of walk: SyntheticWalk,
        at place: WalkPlacement,
        from start: BootInstant,
        for duration: Duration?,
        timekeeper: any Timekeeper
    ) {
        self.init(
            MotionRecorderKind(),
            configuration,
            placement: place.rawValue,
            timekeeper: timekeeper
        ) { order in
            AnySampleSource(
                try SyntheticWalkSource(
                    walk: walk,
                    placement: place,
                    request: order.request,
                    timekeeper: timekeeper,
                    walkStart: start,
                    duration: duration
                )
            )
        }
    }
}
