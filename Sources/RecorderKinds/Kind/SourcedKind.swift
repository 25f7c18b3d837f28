// A kind of recorder together with its sources: a host registers it, and it makes the recorders.

public import Recording
public import Research

/// Makes the recorders of one kind, over a host's sources.
public struct SourcedKind: Sendable {
    /// The kind.
    public let kind: any RecorderKind
    private let make:
        @MainActor @Sendable (
            any RSDAsyncActionConfiguration, any RSDPathComponent, RecorderEnvironment
        ) -> (any LiveRecorder)?
    private let access: @Sendable (any RSDAsyncActionConfiguration) throws -> Void

    fileprivate init<Kind: RecorderKind>(
        _ kind: Kind,
        _ access: @escaping AccessCheck<Kind>,
        _ source: @escaping @Sendable SourceMaker<Kind>
    ) {
        self.kind = kind
        self.access = { configuration in
            if let configuration = configuration as? Kind.Configuration {
                try access(configuration)
            }
        }
        make = { configuration, path, environment in
            guard let configuration = configuration as? Kind.Configuration else { return nil }
            return KindRecorder(
                kind,
                configuration: configuration,
                path: path,
                environment: environment,
                access: access,
                source: source
            )
        }
    }

    /// Its type in task files.
    public var type: RSDAsyncActionType { kind.type }

    /// Makes a recorder; `nil` for a configuration of another type.
    @MainActor
    public func recorder(
        _ configuration: any RSDAsyncActionConfiguration,
        _ path: any RSDPathComponent,
        _ environment: RecorderEnvironment
    ) -> (any LiveRecorder)? { make(configuration, path, environment) }

    /// Throws an error that says what prevents the recording; it may block.
    public func check(_ configuration: any RSDAsyncActionConfiguration) throws {
        try access(configuration)
    }
}

extension RecorderKind {
    /// Combines this kind with sources.
    ///
    /// - Parameters:
    ///   - access: Throws an error that says what prevents the recording; it may block.
    ///   - source: Makes the source of one recorder.
    /// - Returns: The combination, which a host registers.
    public func over(
        access: @escaping AccessCheck<Self> = { _ in },
        _ source: @escaping @Sendable SourceMaker<Self>
    ) -> SourcedKind { SourcedKind(self, access, source) }
}
