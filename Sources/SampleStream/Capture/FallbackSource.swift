// The kernel offers some sensors in more than one way, and only opening shows which one a machine has. So a source
// can name another that takes its place.

public import Timebase

/// A source with a substitute, which is opened if the first does not exist.
public final class FallbackSource<Sample: StreamSample>: SampleSource {
    private let first: any SampleSource<Sample>
    private let second: any SampleSource<Sample>
    private let isNone: @Sendable (any Error) -> Bool
    /// The source that is open, or that was tried last.
    private var current: any SampleSource<Sample>

    /// Two sources that are not yet open.
    ///
    /// - Parameters:
    ///   - first: Opened first.
    ///   - second: Opened if the first does not exist.
    ///   - isNone: Whether an error of `open` means that the source does not exist. With any other error the source
    ///     exists and has failed.
    public init(
        _ first: any SampleSource<Sample>,
        orElse second: any SampleSource<Sample>,
        whereNone isNone: @escaping @Sendable (any Error) -> Bool
    ) {
        self.first = first
        self.second = second
        self.isNone = isNone
        current = first
    }

    /// True only if both can wait: a source that cannot would lose samples.
    public var waitsForRoom: Bool { first.waitsForRoom && second.waitsForRoom }

    public var isUrgent: Bool { current.isUrgent }

    /// Opens the first source, or the second if the first does not exist; throws the first one's error if neither
    /// exists.
    public func open(until stop: StopSignal) throws -> SourceDescription {
        do {
            return try first.open(until: stop)
        } catch let absence where isNone(absence) {
            first.close()
            current = second
            do {
                var description = try second.open(until: stop)
                description.details["insteadOf"] = "\(absence)"
                return description
            } catch let error where isNone(error) {
                throw absence
            }
        }
    }

    public func capture(
        into sink: inout SampleSink<Sample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try current.capture(into: &sink, until: stop)
    }

    public func close() { current.close() }
}
