// Connects the `microphone` recorder to the cards of this machine.

public import RecorderKinds
internal import Recording
public import Research
internal import SampleStream

extension MicrophoneRecorderKind {
    /// Recorders of this kind over the cards of this machine; the sound itself is kept if the configuration
    /// requests it.
    ///
    /// - Parameter onNews: Called with a recorder and a problem of its card that the user may be able to fix.
    /// - Returns: The recorder to register with a host.
    public func overCards(
        onNews: @escaping @Sendable (_ recorder: String, _ news: String) -> Void = { _, _ in }
    ) -> SourcedKind { overCards(configuredBy: nil, onNews: onNews) }

    func overCards(
        configuredBy configuration: String?,
        onNews: @escaping @Sendable (String, String) -> Void
    ) -> SourcedKind {
        over(access: { try $0.request.check(configuredBy: configuration) }) { order in
            let wanted = order.configuration
            // Named by its sections too, because two recorders may report the same problem.
            let name = (order.sectionIdentifiers + [wanted.identifier]).joined(separator: "/")
            order.besides.notice = wanted.notice
            let sound = wanted.saveAudioFile ? SoundQueue() : nil
            if let sound {
                let stream = DocumentStream(
                    identifier: wanted.audioIdentifier,
                    content: SoundFile(of: sound)
                )
                order.besides.add(stream)
            }
            return AnySampleSource(
                SoundSource(wanted.request, keeping: sound, configuration: configuration) {
                    onNews(name, $0)
                }
            )
        }
    }
}

extension MicrophoneRecorderConfiguration {
    /// The request for a card.
    public var request: SoundRequest { SoundRequest(card: device ?? ALSACardList.usual) }

    /// The identifier of the sound's file and of its result.
    public var audioIdentifier: String { "\(identifier)_audio" }
}

extension SoundRequest {
    /// Opens the card and closes it again; throws what prevents recording from it.
    func check(configuredBy configuration: String?) throws(SoundError) {
        _ = try ALSACard.open(card, rate: rateInHertz, configuration: configuration)
    }
}
