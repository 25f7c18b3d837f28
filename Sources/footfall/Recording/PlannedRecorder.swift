// A recorder that a plan wants: its configuration, its time, and how it is made over its source.

internal import RecorderKinds
internal import Recording
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
    var make: (RecorderEnvironment) -> any LiveRecorder
}

extension PlannedRecorder {
    /// What is known of it before it is made, for the manifest.
    var inManifest: SessionManifest.Recorder {
        SessionManifest.Recorder(configuration, placement: placement)
    }

    /// A recorder of a kind over a source.
    init<Kind: RecorderKind>(
        _ kind: Kind,
        _ configuration: Kind.Configuration,
        placement: String? = nil,
        timekeeper: any Timekeeper,
        access: @escaping AccessCheck<Kind> = { _ in },
        source: @escaping SourceMaker<Kind>
    ) {
        self.init(
            configuration: configuration,
            placement: placement,
            timekeeper: timekeeper,
            check: { try access(configuration) }
        ) { environment in
            KindRecorder(
                kind,
                configuration: configuration,
                path: RSDStandalonePath(identifier: configuration.identifier),
                environment: environment,
                access: access,
                source: source
            )
        }
    }

    /// A recorder that records a file again.
    init(repeating file: RepeatedFile, timekeeper: any Timekeeper, cut: BootInstant?) {
        self.init(
            configuration: file.configuration,
            placement: file.file.placement,
            timekeeper: timekeeper,
            check: {}
        ) { file.recorder(in: $0, cut: cut) }
    }
}
