// What is asked of a card.

/// Which card is recorded, and how it is set.
public struct SoundRequest: Sendable, Hashable {
    /// As alsa-lib knows it.
    public var card: String
    /// Frames in a second.
    public var rateInHertz: Int

    /// What a sound is recorded with unasked: whatever is heard is below half of it.
    public static let usualRate = 48_000

    /// A card, by its name.
    public init(card: String = ALSACardList.usual, rateInHertz: Int = usualRate) {
        self.card = card
        self.rateInHertz = rateInHertz
    }
}
