// A source whose kind is known only when the program runs. It is asked three times in its life, so
// that it costs a sample nothing.

public import Timebase

/// A source of some kind.
public final class AnySampleSource<Sample: StreamSample>: SampleSource {
    private let source: any SampleSource<Sample>

    /// Wraps a source.
    public init(_ source: any SampleSource<Sample>) {
        self.source = source
    }

    public var waitsForRoom: Bool { source.waitsForRoom }

    public var isUrgent: Bool { source.isUrgent }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        try source.open(until: stop)
    }

    public func capture(
        into sink: inout SampleSink<Sample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try source.capture(into: &sink, until: stop)
    }

    public func close() { source.close() }
}
