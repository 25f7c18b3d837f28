// Wraps a source whose type is known only at run time. The dynamic calls are `open`, `capture` and `close`, once
// each, so the wrapper costs nothing per sample.

public import Timebase

/// A type-erased source.
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
