// Gait as it happens: a value that is told samples and tells contacts and bouts. It holds as much after
// a day as after a minute, so that a wearable can run it beside its recorder.

/// A foot that comes to the ground.
public struct FootContact: Sendable, Hashable {
    /// Which foot.
    public enum Side: String, Sendable, Hashable, Codable {
        case left
        case right
    }

    /// When, on the clock of the samples.
    public var seconds: Double
    /// Which foot, by how the pelvis turned in the step; `nil` without a gyroscope or for a first step.
    public var side: Side?
    /// How high the vertical acceleration rises there, in g, smoothed.
    public var rise: Double
    /// Whether samples were missing since the contact before, for so long that one may be hidden there.
    public var followsLoss: Bool
    /// How much of the time since the contact before is missing, in seconds.
    public var lostSeconds = 0.0
}

/// A time of walking: steps one after another without a pause of three seconds.
public struct WalkingBout: Sendable, Hashable {
    /// When its first contact was.
    public var start: Double
    /// When its last contact was.
    public var end: Double
    /// How many contacts there were.
    public var contacts: Int
    /// The share of its time of which samples are missing.
    public var lostShare: Double
}

/// Finds contacts and walking bouts in samples of a low-back sensor as they come, in fixed memory.
///
/// A contact is where the vertical acceleration rises most steeply in a Gaussian wavelet transform
/// (McCamley 2012, Paraschiv-Ionescu 2019), whose scale follows the period of the steps (Pham 2017). A bout is five
/// contacts or more, each a like time after the last, without a pause of three seconds (Kluge 2021).
public struct GaitStream: Sendable {
    /// What a stream tells.
    public enum Event: Sendable, Hashable {
        /// A foot came to the ground; told within a second.
        case contact(FootContact)
        /// Somebody walks, since the contact at this time, the first of five.
        case boutBegan(start: Double)
        /// Nobody walks any more; told four seconds after the last contact, or at the end.
        case boutEnded(WalkingBout)
        /// Somebody has turned round; told within two seconds after the end, when the next stride is over.
        case turned(BodyTurn)
    }

    /// The rates that a stream takes.
    public static let rates = 25.0...1000.0
    /// Behind a longer hole nothing is known of what was before it.
    static let longestHoleInSeconds = 2.0
    static let pointsToFinish = 150

    private let rate: Double
    private var leveller: Leveller
    private var passage: GaitPassage

    /// How many samples were no readings, or not later than the one before, and were left out.
    public var refusedSamples: Int { leveller.refusedSamples }

    /// A stream that has seen nothing yet.
    ///
    /// - Precondition: The rate is one of `rates`.
    ///
    /// - Parameter rate: How many samples there are a second, about.
    public init(rateInHertz rate: Double) {
        precondition(Self.rates ~= rate, "gait cannot be read at \(rate) Hz; give 25 to 1000")
        self.rate = rate
        leveller = Leveller(rateInHertz: rate)
        passage = GaitPassage(sampleRateInHertz: rate)
    }

    /// Takes a sample in and answers what is known now that was not before: mostly nothing.
    public mutating func update(_ sample: GaitSample) -> [Event] {
        var events: [Event] = []
        for level in leveller.update(sample) {
            if let last = passage.lastSeconds, level.seconds - last > Self.longestHoleInSeconds {
                events += finish()
            }
            passage.update(level, tell: { events.append($0) })
        }
        return events
    }

    /// Answers what the last samples still hold, and ends the bout; what comes later begins anew.
    public mutating func finish() -> [Event] {
        var events: [Event] = []
        passage.finish(points: Self.pointsToFinish, tell: { events.append($0) })
        passage = GaitPassage(sampleRateInHertz: rate)
        return events
    }
}
