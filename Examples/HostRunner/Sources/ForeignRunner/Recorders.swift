// Which recorder belongs to which configuration. A host says here where samples come from and where
// files go; nothing else of it has to know.

import LightRecorder
import MotionRecorder
import Recording
import ReplaySource
import Research
import SampleStream
import Timebase

/// Makes recorders that write into a folder.
@MainActor
struct Recorders {
    var folder: String
    let timekeeper = LiveTimekeeper()

    func recorder(
        for configuration: any RSDAsyncActionConfiguration,
        at place: RSDStandalonePath
    ) -> (any RSDAsyncActionController)? {
        switch configuration {
        case let motion as MotionRecorderConfiguration:
            MotionRecorder(configuration: motion, path: place, environment: environment) {
                [timekeeper] request in
                // With sensors: AnySampleSource(IIOMotionSource(IIORequest(request, uri: "local:")))
                let walk = try SyntheticWalk(SyntheticWalkDescription())
                return AnySampleSource(
                    try SyntheticWalkSource(
                        walk: walk,
                        placement: .lowBack,
                        request: request,
                        timekeeper: timekeeper
                    )
                )
            }
        case let light as LightRecorderConfiguration:
            LightRecorder(configuration: light, path: place, environment: environment)
        default:
            nil
        }
    }

    private var environment: RecorderEnvironment {
        let files = RecorderFiles(claim: { [folder] request in
            let name = "\(request.identifier).\(request.fileExtension)"
            return FilePlace(path: "\(folder)/\(name)", relativePath: name)
        })
        return RecorderEnvironment(files: files, timekeeper: timekeeper)
    }
}
