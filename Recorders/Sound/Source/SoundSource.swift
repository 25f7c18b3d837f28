// A card as a source of levels: it is opened and read on one thread, and everything else is the affair of values. The
// sound itself goes by another way, to whoever keeps it.

public import SampleStream
internal import SystemCalls
public import Timebase

/// Gives how loud it is at a card, and hands the sound on where somebody keeps it.
public final class SoundSource: SampleSource {
    public typealias Sample = LevelSample

    private let capture: any CardCapture

    /// A source that waits to be opened.
    ///
    /// - Parameters:
    ///   - request: Which card, and how it is set.
    ///   - sound: Takes the sound itself, where somebody keeps it.
    ///   - configuration: Where alsa-lib looks for the card; its own configuration without it.
    ///   - onNews: Hears on the source's own thread what somebody may mend while it records.
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

/// What a source has done of a card of any kind.
protocol CardCapture: AnyObject {
    func open(until stop: StopSignal) throws -> SourceDescription
    func capture(
        into sink: inout SampleSink<LevelSample>,
        until stop: StopSignal
    ) throws -> SourceEnding
    func close()
}
