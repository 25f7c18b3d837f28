// Which recorder belongs to which configuration. A host says here where samples come from; the session
// says where files go, and nothing else of the host has to know.

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

    func recorder(
        for configuration: any RSDAsyncActionConfiguration,
        at place: RSDStandalonePath
    ) -> (any RSDAsyncActionController)? {
        let environment = session.environment(for: configuration)
        if let light = configuration as? LightRecorderConfiguration {
            return LightRecorder(configuration: light, path: place, environment: environment)
        }
        // With sensors: AnySampleSource(IIOMotionSource(IIORequest(order.request, uri: "local:")))
        let motion = MotionRecorderKind().over { order in
            AnySampleSource(
                try SyntheticWalkSource(
                    walk: SyntheticWalk(SyntheticWalkDescription()),
                    placement: .lowBack,
                    request: order.request,
                    timekeeper: order.environment.timekeeper
                )
            )
        }
        return motion.recorder(configuration, place, environment)
    }
}
