// Sources are tested where they work: in the real recorder, with only the clock and the place given.
import MotionRecorder
import Recording
import Research
import SampleStream
import Timebase

@testable import ReplaySource

/// Runs the real recorder over a source.
@MainActor
struct Recordings {
    let folder: ScratchFolder
    let timekeeper: any Timekeeper
    var zone = UTCOffset.utc

    func recorder(
        _ identifier: String,
        types: [MotionSensorType] = MotionSensorType.raw,
        rate: Double? = nil,
        usesCSV: Bool = false,
        source: @escaping MotionRecorder.SourceMaker
    ) -> MotionRecorder {
        let path = folder.file(identifier + (usesCSV ? ".csv" : ".json"))
        let files = RecorderFiles(claim: { _ in
            FilePlace(path: path, relativePath: identifier)
        })
        return MotionRecorder(
            configuration: MotionRecorderConfiguration(
                identifier: identifier,
                recorderTypes: types,
                frequency: rate,
                usesCSVEncoding: usesCSV
            ),
            path: RSDStandalonePath(identifier: identifier),
            environment: RecorderEnvironment(files: files, timekeeper: timekeeper, zone: zone),
            source: source
        )
    }

    /// Records until the source has no more.
    func recordAll(_ recorder: MotionRecorder) async throws -> RecordedFile? {
        try await recorder.start()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        return recorder.files.first
    }
}
