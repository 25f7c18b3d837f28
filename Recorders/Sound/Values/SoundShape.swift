// The format of a card's sound, known once the card is open.

/// How the samples of an open card are laid out, and how many of them the card keeps.
package struct SoundShape: Sendable, Hashable {
    package var encoding: SoundEncoding
    /// The number of channels: one frame has a sample of each at the same instant.
    package var channels: Int
    /// Frames a second, as the card was set.
    package var rate: Int
    /// How many frames the card keeps for a late reader.
    package var bufferFrames: Int

    package init(encoding: SoundEncoding, channels: Int, rate: Int, bufferFrames: Int) {
        (self.encoding, self.channels) = (encoding, channels)
        (self.rate, self.bufferFrames) = (rate, bufferFrames)
    }

    /// The bytes of one frame.
    package var bytesPerFrame: Int { encoding.bytes * channels }

    /// How long frames take at the set rate, in nanoseconds.
    package func nanoseconds(ofFrames frames: Int64) -> Int64 {
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: Int64(rate))
        return seconds * 1_000_000_000 + rest * 1_000_000_000 / Int64(rate)
    }

    /// About how many frames pass in a time at the set rate; none in a time that is not positive.
    package func frames(inNanoseconds nanoseconds: Int64) -> Int64 {
        guard nanoseconds > 0 else { return 0 }
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds * Int64(rate) + (rest * Int64(rate) + 500_000_000) / 1_000_000_000
    }
}
