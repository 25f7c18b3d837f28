// Which recorder belongs to which configuration. A host says here where samples come from and where
// files go; nothing else of it has to know.

import LightRecorder
import MotionRecorder
import RecorderKinds
import Recording
import Research
import SampleStream
import Timebase
import WalkSource

/// Makes recorders that write into a folder.
@MainActor
struct Recorders {
    var folder: String
    let timekeeper = LiveTimekeeper()

    func recorder(
        for configuration: any RSDAsyncActionConfiguration,
        at place: RSDStandalonePath
    ) -> (any RSDAsyncActionController)? {
        if let light = configuration as? LightRecorderConfiguration {
            return LightRecorder(configuration: light, path: place, environment: environment)
        }
        // With sensors: AnySampleSource(IIOMotionSource(IIORequest(order.request, uri: "local:")))
        let motion = MotionRecorderKind().over { [timekeeper] order in
            AnySampleSource(
                try SyntheticWalkSource(
                    walk: SyntheticWalk(SyntheticWalkDescription()),
                    placement: .lowBack,
                    request: order.request,
                    timekeeper: timekeeper
                )
            )
        }
        return motion.recorder(configuration, place, environment)
    }

    private var environment: RecorderEnvironment {
        let files = RecorderFiles(claim: { [folder] request in
            let name = "\(request.identifier).\(request.fileExtension)"
            return FilePlace(path: "\(folder)/\(name)", relativePath: name)
        })
        return RecorderEnvironment(files: files, timekeeper: timekeeper)
    }
}
