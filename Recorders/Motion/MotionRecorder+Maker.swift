// What a host says to get motion recorders: where their samples come from. Which configuration they
// have, where in the task they stand and where their files go, its task runner says.

public import Recording
public import Research
public import SampleStream

extension MotionRecorder {
    /// Makes the recorder of a configuration; `nil` for one of another type.
    public typealias Maker =
        @MainActor (any RSDAsyncActionConfiguration, any RSDPathComponent, RecorderEnvironment) ->
        MotionRecorder?

    /// Makes what one recorder ordered.
    public typealias OrderedSourceMaker =
        @MainActor (SourceOrder) throws -> sending AnySampleSource<MotionSample>

    /// What a recorder wants of a source, and where in a run it stands.
    public struct SourceOrder: Sendable {
        public let request: MotionRequest
        /// What the task file says of the recorder.
        public let configuration: MotionRecorderConfiguration
        /// The sections that it is inside of, the outermost first.
        public let sectionIdentifiers: [String]
        public let environment: RecorderEnvironment
    }

    /// What makes motion recorders over a host's sources; a task session takes it for `motion`.
    ///
    /// - Parameters:
    ///   - access: Throws what stands in the way of recording what is asked.
    ///   - source: Makes the source of one recorder.
    /// - Returns: A maker for recorders of type `motion`.
    public static func maker(
        access: @escaping AccessCheck = { _ in },
        source: @escaping OrderedSourceMaker
    ) -> Maker {
        { configuration, path, environment in
            guard let motion = configuration as? MotionRecorderConfiguration else { return nil }
            let order = SourceOrder(
                request: motion.request,
                configuration: motion,
                sectionIdentifiers: path.sectionIdentifiers,
                environment: environment
            )
            return MotionRecorder(
                configuration: motion,
                path: path,
                environment: environment,
                source: { _ in try source(order) },
                access: access
            )
        }
    }
}
