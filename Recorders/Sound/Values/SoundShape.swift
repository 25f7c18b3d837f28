// What a card gives once it is open.

/// How the samples of an open card are laid out, and how many of them it keeps.
package struct SoundShape: Sendable, Hashable {
    package var encoding: SoundEncoding
    /// Samples of one instant, which make one frame.
    package var channels: Int
    /// Frames in a second, as the card was set to.
    package var rate: Int
    /// Frames that the card keeps for whoever comes late.
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

    /// About how many frames pass in a time at the set rate; none in no time.
    package func frames(inNanoseconds nanoseconds: Int64) -> Int64 {
        guard nanoseconds > 0 else { return 0 }
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds * Int64(rate) + (rest * Int64(rate) + 500_000_000) / 1_000_000_000
    }
}
