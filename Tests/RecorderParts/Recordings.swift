// Tests run sources in the real recorder, and provide only the clock and the folder.
package import MotionRecorder
package import RecorderKinds
package import Recording
internal import Research
package import Timebase

/// Makes real recorders for a source.
@MainActor
package struct Recordings {
    package let folder: ScratchFolder
    package let timekeeper: any Timekeeper
    var zone: UTCOffset

    package init(folder: ScratchFolder, timekeeper: any Timekeeper, zone: UTCOffset = .utc) {
        self.folder = folder
        self.timekeeper = timekeeper
        self.zone = zone
    }

    package func recorder(
        _ identifier: String,
        types: [MotionSensorType] = MotionSensorType.raw,
        rate: Double? = nil,
        usesCSV: Bool = false,
        source: @escaping SourceMaker<MotionRecorderKind>
    ) -> MotionRecorder {
        recorder(
            MotionRecorderKind(),
            MotionRecorderConfiguration(
                identifier: identifier,
                recorderTypes: types,
                frequency: rate,
                usesCSVEncoding: usesCSV
            ),
            source: source
        )
    }

    /// A recorder of a kind.
    package func recorder<Kind: RecorderKind>(
        _ kind: Kind,
        _ configuration: Kind.Configuration,
        source: @escaping SourceMaker<Kind>
    ) -> KindRecorder<Kind> {
        KindRecorder(
            kind,
            configuration: configuration,
            path: RSDStandalonePath(identifier: configuration.identifier),
            environment: environment(
                configuration.identifier,
                configuration.usesCSVEncoding ? "csv" : "json"
            ),
            source: source
        )
    }

    package func environment(
        _ identifier: String,
        _ fileExtension: String
    ) -> RecorderEnvironment {
        let path = folder.file("\(identifier).\(fileExtension)")
        let files = RecorderFiles(claim: { _ in
            FilePlace(path: path, relativePath: identifier)
        })
        return RecorderEnvironment(files: files, timekeeper: timekeeper, zone: zone)
    }

    /// Records until the source ends.
    package func recordAll(_ recorder: RSDSampleRecorder) async throws -> RecordedFile? {
        try await recorder.start()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        return recorder.files.first
    }
}
