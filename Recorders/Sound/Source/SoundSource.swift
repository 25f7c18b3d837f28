// Makes a card a source of levels. One thread opens and reads the card; value types make the decisions. The
// sound itself does not go through the stream, but through a `SoundQueue` to its file.

public import SampleStream
internal import SystemCalls
public import Timebase

/// Delivers the sound level at a card, and passes the sound on if it is to be kept.
public final class SoundSource: SampleSource {
    public typealias Sample = LevelSample

    private let capture: any CardCapture

    /// Creates a source that is not open yet.
    ///
    /// - Parameters:
    ///   - request: Which card, and its settings.
    ///   - sound: Receives the sound itself, if it is to be kept.
    ///   - configuration: The configuration file for alsa-lib; by default its own.
    ///   - onNews: Called on the source's own thread with a problem that the user may be able to fix while it
    ///     records.
    convenience init(
        _ request: SoundRequest,
        keeping sound: SoundQueue?,
        configuration: String? = nil,
        onNews: @escaping @Sendable (String) -> Void
    ) {
        self.init(
            CapturedCard(request, keeping: sound, onNews: onNews) { () throws(SoundError) in
                try ALSACard.open(
                    request.card,
                    rate: request.rateInHertz,
                    configuration: configuration
                )
            }
        )
    }

    init(_ capture: any CardCapture) { self.capture = capture }

    public var waitsForRoom: Bool { false }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        try capture.open(until: stop)
    }

    public func capture(
        into sink: inout SampleSink<LevelSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try capture.capture(into: &sink, until: stop)
    }

    public func close() { capture.close() }
}

/// The work of a source, for any kind of card.
protocol CardCapture: AnyObject {
    func open(until stop: StopSignal) throws -> SourceDescription
    func capture(
        into sink: inout SampleSink<LevelSample>,
        until stop: StopSignal
    ) throws -> SourceEnding
    func close()
}
