// A recorder that is decided on and not made yet. From here on it does not matter what it records.

internal import InputRecorder
internal import MotionRecorder
internal import Recording
internal import ReplaySource
internal import Research
internal import SampleStream
internal import SessionFolder
internal import Timebase

/// A recorder to be run, with its source.
@MainActor
struct PlannedRecorder {
    /// What is asked of it; its identifier is the file's and the result's.
    var configuration: any RSDAsyncActionConfiguration
    /// Where on the body its sensors are.
    var placement: String?
    /// The time that it and its source live by.
    var timekeeper: any Timekeeper
    /// Throws what stands in the way of its source; it may block.
    var check: @Sendable () throws -> Void
    /// Makes it in its surroundings.
    var make: (RecorderEnvironment) -> any ShownRecorder
}

extension PlannedRecorder {
    /// What is known of it before it is made, for the manifest.
    var inManifest: SessionManifest.Recorder {
        SessionManifest.Recorder(configuration, placement: placement)
    }

    /// Makes the source of an input recorder; what its marker keys say goes to the marks.
    typealias InputSourceMaker =
        @MainActor (InputRequest, SharedMarks) throws -> sending AnySampleSource<InputSample>

    /// A recorder of motion.
    init(
        _ configuration: MotionRecorderConfiguration,
        placement: String? = nil,
        sections: [String] = [],
        timekeeper: any Timekeeper,
        access: @escaping MotionRecorder.AccessCheck = { _ in },
        makeSource: @escaping MotionRecorder.SourceMaker
    ) {
        self.init(
            configuration: configuration,
            placement: placement,
            timekeeper: timekeeper,
            check: { try access(configuration.request) }
        ) { environment in
            MotionRecorder(
                configuration: configuration,
                path: Self.path(of: configuration.identifier, in: sections),
                environment: environment,
                source: makeSource,
                access: access
            )
        }
    }

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
            configuration,
            placement: place.rawValue,
            timekeeper: timekeeper,
            makeSource: { request in
                AnySampleSource(
                    try SyntheticWalkSource(
                        walk: walk,
                        placement: place,
                        request: request,
                        timekeeper: timekeeper,
                        walkStart: start,
                        duration: duration
                    )
                )
            }
        )
    }

    /// A recorder of input events, or of touches alone.
    init(
        _ configuration: any InputRecording,
        placement: String? = nil,
        sections: [String] = [],
        timekeeper: any Timekeeper,
        access: @escaping InputRecorder.AccessCheck = { _ in },
        makeSource: @escaping InputSourceMaker
    ) {
        let request = configuration.request
        self.init(
            configuration: configuration,
            placement: placement,
            timekeeper: timekeeper,
            check: { try access(request) }
        ) { environment in
            let marks = environment.marks
            return configuration.recorderType.init(
                configuration: configuration,
                path: Self.path(of: configuration.identifier, in: sections),
                environment: environment,
                source: { try makeSource($0, marks) },
                access: access
            )
        }
    }

    /// The place of a recorder, as in a task that has these sections.
    private static func path(of identifier: String, in sections: [String]) -> RSDStandalonePath {
        sections.reduce(RSDStandalonePath(identifier: identifier)) { path, section in
            RSDStandalonePath(identifier: section, parent: path)
        }
    }
}
