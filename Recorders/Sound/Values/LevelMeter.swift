// How loud it is, of every sample of an interval: nothing is skipped, and nothing is smoothed over from one interval
// into the next. Frames that were lost end an interval early, so that no level is of frames that nobody has.

/// How loud one interval was.
struct SoundLevel: Sendable, Hashable {
    /// The frame behind its last one, counted from the first that the card gave, lost ones included.
    var end: Int64
    /// How many frames it has.
    var frames: Int
    /// The root of the mean square of all samples of all channels, in dB of full scale.
    var average: Double
    /// The greatest magnitude of a sample of any channel, in dB of full scale.
    var peak: Double
}

/// Makes levels of samples, one for each interval.
struct LevelMeter: Sendable {
    private let encoding: SoundEncoding
    private let channels: Int
    private let framesPerLevel: Int
    /// Frames so far, lost ones included.
    private(set) var position: Int64 = 0
    private var frames = 0
    private var squares = 0.0
    private var peak: UInt32 = 0

    /// A meter that has heard nothing.
    init(_ shape: SoundShape, framesPerLevel: Int) {
        (encoding, channels) = (shape.encoding, shape.channels)
        self.framesPerLevel = max(1, framesPerLevel)
    }

    /// Takes whole frames; answers the levels that they complete.
    mutating func take(_ samples: [Int32]) -> [SoundLevel] {
        var levels: [SoundLevel] = []
        var place = 0
        while samples.count - place >= channels {
            for index in place..<place + channels {
                let sample = samples[index]
                squares += Double(sample) * Double(sample)
                peak = max(peak, sample.magnitude)
            }
            place += channels
            frames += 1
            position += 1
            if frames == framesPerLevel, let level = end() { levels.append(level) }
        }
        return levels
    }

    /// Goes past frames that were lost; answers the level of those ahead of them that were in no interval yet.
    mutating func skip(_ lost: Int64) -> SoundLevel? {
        defer { position += max(0, lost) }
        return end()
    }

    /// Ends the interval that is under way; `nil` where it has no frame.
    mutating func end() -> SoundLevel? {
        guard frames > 0 else { return nil }
        defer { (frames, squares, peak) = (0, 0, 0) }
        let mean = squares / Double(frames * channels)
        return SoundLevel(
            end: position,
            frames: frames,
            average: Decibels.of(mean.squareRoot() / encoding.fullScale),
            peak: Decibels.of(Double(peak) / encoding.fullScale)
        )
    }
}
