// Chooses the recorder for each configuration. Here a host provides the sources of samples; the session
// decides where files go, and no other part of the host has to know.

import LightRecorder
import MotionRecorder
import RecorderKinds
import Recording
import Research
import SampleStream
import TaskSession
import Timebase
import WalkSource

/// Makes recorders that write into a session.
@MainActor
struct Recorders {
    let session: HostSession
    private let kinds = [Self.motion, LightRecorder.recorders]

    init(session: HostSession) { self.session = session }

    func recorder(
        for configuration: any RSDAsyncActionConfiguration,
        at place: RSDStandalonePath
    ) -> (any RSDAsyncActionController)? {
        let kind = kinds.first { $0.type == configuration.asyncActionType }
        return kind?.recorder(configuration, place, session.environment(for: configuration))
    }

    /// With sensors, its source is `AnySampleSource(IIOMotionSource(IIORequest(order.request, uri: "local:")))`.
    private static var motion: SourcedKind {
        MotionRecorderKind().over { order in
            AnySampleSource(
                try SyntheticWalkSource(
                    walk: SyntheticWalk(SyntheticWalkDescription()),
                    placement: .lowBack,
                    request: order.request,
                    timekeeper: order.environment.timekeeper
                )
            )
        }
    }
}
