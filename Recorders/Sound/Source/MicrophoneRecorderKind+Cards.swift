// The recorders of a machine's own cards.

public import RecorderKinds
internal import Recording
public import Research
internal import SampleStream

extension MicrophoneRecorderKind {
    /// Recorders of this kind over the cards of this machine; the sound itself is kept where a configuration asks for
    /// it.
    ///
    /// - Parameter onNews: Hears which recorder has met what somebody may mend.
    /// - Returns: What a host registers.
    public func overCards(
        onNews: @escaping @Sendable (_ recorder: String, _ news: String) -> Void = { _, _ in }
    ) -> SourcedKind { overCards(configuredBy: nil, onNews: onNews) }

    func overCards(
        configuredBy configuration: String?,
        onNews: @escaping @Sendable (String, String) -> Void
    ) -> SourcedKind {
        over(access: { try $0.request.check(configuredBy: configuration) }) { order in
            let wanted = order.configuration
            // Two recorders can have the same to tell.
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
    /// What is asked of a card.
    public var request: SoundRequest { SoundRequest(card: device ?? ALSACardList.usual) }

    /// What the file of the sound is called, and its result.
    public var audioIdentifier: String { "\(identifier)_audio" }
}

extension SoundRequest {
    /// Throws what stands in the way of recording it: it is opened, and closed again.
    func check(configuredBy configuration: String?) throws(SoundError) {
        _ = try ALSACard.open(card, rate: rateInHertz, configuration: configuration)
    }
}
