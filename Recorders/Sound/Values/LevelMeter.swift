// Measures the sound level of each interval from all of its samples; nothing is skipped, and nothing is
// smoothed from one interval to the next. Lost frames end an interval early, so that each level covers only
// frames that were received.

/// The level of one interval.
struct SoundLevel: Sendable, Hashable {
    /// The index of the frame after its last one, counted from the card's first frame, including lost ones.
    var end: Int64
    /// The number of its frames.
    var frames: Int
    /// The root mean square of all samples of all channels, in dB of full scale.
    var average: Double
    /// The greatest magnitude of any sample, in dB of full scale.
    var peak: Double
}

/// Computes one level for each interval.
struct LevelMeter: Sendable {
    private let encoding: SoundEncoding
    private let channels: Int
    private let framesPerLevel: Int
    /// The number of frames so far, including lost ones.
    private(set) var position: Int64 = 0
    private var frames = 0
    private var squares = 0.0
    private var peak: UInt32 = 0

    /// A meter that has received nothing yet.
    init(_ shape: SoundShape, framesPerLevel: Int) {
        (encoding, channels) = (shape.encoding, shape.channels)
        self.framesPerLevel = max(1, framesPerLevel)
    }

    /// Adds whole frames; returns the levels that they complete.
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

    /// Skips lost frames; returns the level of the frames before them that were in no complete interval yet.
    mutating func skip(_ lost: Int64) -> SoundLevel? {
        defer { position += max(0, lost) }
        return end()
    }

    /// Ends the present interval; returns `nil` if it has no frame.
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
