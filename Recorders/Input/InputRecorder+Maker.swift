// What a host says to get input recorders: where their events come from. Everything else its task
// runner says.

public import Recording
public import Research
public import SampleStream

extension InputRecorder {
    /// Makes the recorder of a configuration; `nil` for one of another type.
    public typealias Maker =
        @MainActor (any RSDAsyncActionConfiguration, any RSDPathComponent, RecorderEnvironment) ->
        InputRecorder?

    /// Makes what one recorder ordered.
    public typealias OrderedSourceMaker =
        @MainActor (SourceOrder) throws -> sending AnySampleSource<InputSample>

    /// What a recorder wants of a source, and where in a run it stands.
    public struct SourceOrder: Sendable {
        public let request: InputRequest
        /// What the task file says of the recorder.
        public let configuration: any InputRecording
        /// The sections that it is inside of, the outermost first.
        public let sectionIdentifiers: [String]
        /// Its `marks` take what marker keys say.
        public let environment: RecorderEnvironment
    }

    /// What makes recorders of the types `input` and `touch` over a host's sources.
    ///
    /// - Parameters:
    ///   - access: Throws what stands in the way of recording what is asked.
    ///   - source: Makes the source of one recorder.
    /// - Returns: A maker, to be registered for both types.
    public static func maker(
        access: @escaping AccessCheck = { _ in },
        source: @escaping OrderedSourceMaker
    ) -> Maker {
        { configuration, path, environment in
            guard let input = configuration as? any InputRecording else { return nil }
            let order = SourceOrder(
                request: input.request,
                configuration: input,
                sectionIdentifiers: path.sectionIdentifiers,
                environment: environment
            )
            return input.recorderType.init(
                configuration: input,
                path: path,
                environment: environment,
                source: { _ in try source(order) },
                access: access
            )
        }
    }
}
