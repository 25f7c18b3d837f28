// The request to record a sound card.

/// Which card to record, and its settings.
public struct SoundRequest: Sendable, Hashable {
    /// alsa-lib's name of the card.
    public var card: String
    /// Frames a second.
    public var rateInHertz: Int

    /// The default rate: everything audible is below half of it.
    public static let usualRate = 48_000

    /// A card, by its name.
    public init(card: String = ALSACardList.usual, rateInHertz: Int = usualRate) {
        self.card = card
        self.rateInHertz = rateInHertz
    }
}
