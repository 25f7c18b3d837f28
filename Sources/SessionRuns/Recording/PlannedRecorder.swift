// A recorder in a recording's plan: its configuration, its clock, and how it is made.

public import RecorderKinds
public import Recording
public import Research
internal import SampleStream
public import SessionFolder
public import Timebase

/// A recorder to run, with its source.
@MainActor
public struct PlannedRecorder {
    /// Its configuration, whose identifier becomes that of the file and the result.
    public var configuration: any RSDAsyncActionConfiguration
    /// Where on the body its sensors are.
    public var placement: String?
    /// The clock of the recorder and its source.
    public var timekeeper: any Timekeeper
    /// Throws if its source cannot be used; may block.
    public var check: @Sendable () throws -> Void
    /// A document to write beside its files after the recording, if any.
    public var companion: FileCompanion?
    /// Whether its failure ends the whole recording; if not, it is reported at once, and the other recorders continue.
    public var endsOthersByFailing = true
    /// Makes the recorder.
    public var make: (RecorderEnvironment) throws(RunFailure) -> any LiveRecorder

    public init(
        configuration: any RSDAsyncActionConfiguration,
        placement: String? = nil,
        timekeeper: any Timekeeper,
        check: @escaping @Sendable () throws -> Void,
        companion: FileCompanion? = nil,
        make: @escaping (RecorderEnvironment) throws(RunFailure) -> any LiveRecorder
    ) {
        self.configuration = configuration
        self.placement = placement
        self.timekeeper = timekeeper
        self.check = check
        self.companion = companion
        self.make = make
    }
}

extension PlannedRecorder {
    /// Its entry in the manifest, which is known before it is made.
    public var inManifest: SessionManifest.Recorder {
        SessionManifest.Recorder(configuration, placement: placement)
    }

    /// A recorder of a kind over its sources; `nil` for a configuration of another kind.
    ///
    /// - Parameters:
    ///   - sourced: The kind with its source of samples.
    ///   - configuration: Its configuration.
    ///   - placement: Where on the body its sensors are.
    ///   - timekeeper: The clock of the recorder and its source.
    ///   - companion: A document to write beside its files after the recording.
    public init(
        _ sourced: SourcedKind,
        _ configuration: any RSDAsyncActionConfiguration,
        placement: String? = nil,
        timekeeper: any Timekeeper,
        companion: FileCompanion? = nil
    ) {
        self.init(
            configuration: configuration,
            placement: placement,
            timekeeper: timekeeper,
            check: { try sourced.check(configuration) },
            companion: companion
        ) { environment throws(RunFailure) in
            let path = RSDStandalonePath(identifier: configuration.identifier)
            guard let recorder = sourced.recorder(configuration, path, environment) else {
                throw RunFailure(
                    "the recorder '\(configuration.identifier)' is to be one of the type "
                        + "'\(sourced.type.rawValue)', and its configuration is of "
                        + "'\(configuration.asyncActionType.rawValue)'; give it that of its own type"
                )
            }
            return recorder
        }
    }

    /// A recorder that records a file again, up to `cut` if that is given.
    public init(repeating file: RepeatedFile, timekeeper: any Timekeeper, cut: BootInstant?) {
        self.init(
            configuration: file.configuration,
            placement: file.file.placement,
            timekeeper: timekeeper,
            check: {}
        ) { file.recorder(in: $0, cut: cut) }
    }
}
