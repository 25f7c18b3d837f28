// Sources are tested where they work: in the real recorder, with only the clock and the place given.
import InputRecorder
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
        MotionRecorder(
            configuration: MotionRecorderConfiguration(
                identifier: identifier,
                recorderTypes: types,
                frequency: rate,
                usesCSVEncoding: usesCSV
            ),
            path: RSDStandalonePath(identifier: identifier),
            environment: environment(identifier, usesCSV ? "csv" : "json"),
            source: source
        )
    }

    /// A recorder of input, or of touches, which have the type of its configuration.
    func inputRecorder(
        _ configuration: any InputRecording,
        source: @escaping InputRecorder.SourceMaker
    ) -> InputRecorder {
        let identifier = configuration.identifier
        let kind =
            configuration is TouchRecorderConfiguration ? TouchRecorder.self : InputRecorder.self
        return kind.init(
            configuration: configuration,
            path: RSDStandalonePath(identifier: identifier),
            environment: environment(identifier, configuration.usesCSVEncoding ? "csv" : "json"),
            source: source
        )
    }

    private func environment(
        _ identifier: String,
        _ fileExtension: String
    ) -> RecorderEnvironment {
        let path = folder.file("\(identifier).\(fileExtension)")
        let files = RecorderFiles(claim: { _ in
            FilePlace(path: path, relativePath: identifier)
        })
        return RecorderEnvironment(files: files, timekeeper: timekeeper, zone: zone)
    }

    /// Records until the source has no more.
    func recordAll(_ recorder: RSDSampleRecorder) async throws -> RecordedFile? {
        try await recorder.start()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        return recorder.files.first
    }
}
