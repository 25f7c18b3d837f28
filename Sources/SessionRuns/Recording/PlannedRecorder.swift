// A recorder that a plan wants: its configuration, its time, and how it is made over its source.

public import RecorderKinds
public import Recording
public import Research
internal import SampleStream
public import SessionFolder
public import Timebase

/// A recorder to be run, with its source.
@MainActor
public struct PlannedRecorder {
    /// What is asked of it; its identifier is the file's and the result's.
    public var configuration: any RSDAsyncActionConfiguration
    /// Where on the body its sensors are.
    public var placement: String?
    /// The time that it and its source live by.
    public var timekeeper: any Timekeeper
    /// Throws what stands in the way of its source; it may block.
    public var check: @Sendable () throws -> Void
    /// What is written beside its files once they are recorded, if anything is.
    public var companion: FileCompanion?
    /// Whether its failure ends the whole recording; otherwise the others go on, and it is told at once.
    public var endsOthersByFailing = true
    /// Makes it in its surroundings.
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
    /// What is known of it before it is made, for the manifest.
    public var inManifest: SessionManifest.Recorder {
        SessionManifest.Recorder(configuration, placement: placement)
    }

    /// A recorder of a kind over its sources; `nil` for a configuration of another kind.
    ///
    /// - Parameters:
    ///   - sourced: The kind, with where its samples come from.
    ///   - configuration: What is asked of it.
    ///   - placement: Where on the body its sensors are.
    ///   - timekeeper: The time that it and its source live by.
    ///   - companion: What is written beside its files once they are recorded.
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

    /// A recorder that records a file again.
    public init(repeating file: RepeatedFile, timekeeper: any Timekeeper, cut: BootInstant?) {
        self.init(
            configuration: file.configuration,
            placement: file.file.placement,
            timekeeper: timekeeper,
            check: {}
        ) { file.recorder(in: $0, cut: cut) }
    }
}
