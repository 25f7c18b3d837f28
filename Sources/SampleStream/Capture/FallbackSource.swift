// Some things can be had from the kernel in more than one way, and which of them this machine has is
// known only when it is looked for. So a source can have another that takes its place.

public import Timebase

/// A source, and another for where there is none such.
public final class FallbackSource<Sample: StreamSample>: SampleSource {
    private let first: any SampleSource<Sample>
    private let second: any SampleSource<Sample>
    private let isNone: @Sendable (any Error) -> Bool
    /// The one that is open, or was tried last.
    private var current: any SampleSource<Sample>

    /// Two sources that wait to be opened.
    ///
    /// - Parameters:
    ///   - first: Is opened first.
    ///   - second: Is opened where there is no first.
    ///   - isNone: Whether what a source has failed with means that there is none such; with any
    ///     other error it is the one, and has failed.
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

    /// What waits in one of the two would be lost in the other.
    public var waitsForRoom: Bool { first.waitsForRoom && second.waitsForRoom }

    public var isUrgent: Bool { current.isUrgent }

    /// Opens the first, or else the second; where there is neither, what the first said is thrown.
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
