// Finds gait events live: processes samples and returns contacts and bouts. Its memory is fixed, so a wearable can run
// it for days while it records.

/// A contact of a foot with the ground.
public struct FootContact: Sendable, Hashable {
    /// Which foot.
    public enum Side: String, Sendable, Hashable, Codable {
        case left
        case right
    }

    /// The time, on the samples' clock.
    public var seconds: Double
    /// The foot, derived from the rotation of the pelvis during the step; `nil` if it is unknown.
    ///
    /// It is unknown without a gyroscope. In a stream, it is also unknown for the first two contacts, and for the first
    /// two after a pause or a loss.
    public var side: Side?
    /// How high the smoothed vertical acceleration rises there, in g.
    public var rise: Double
    /// True if samples were missing since the previous contact for so long that a contact may be hidden there.
    public var followsLoss: Bool
    /// How many seconds are missing since the previous contact.
    public var lostSeconds = 0.0
}

/// A bout of walking: steps without a pause of three seconds.
public struct WalkingBout: Sendable, Hashable {
    /// The time of its first contact.
    public var start: Double
    /// The time of its last contact.
    public var end: Double
    /// The number of contacts.
    public var contacts: Int
    /// The share of its time without samples.
    public var lostShare: Double
}

/// Finds contacts and walking bouts in samples of a low-back sensor as they arrive, in fixed memory.
///
/// A contact is where the vertical acceleration rises most steeply in a Gaussian wavelet transform (McCamley 2012,
/// Paraschiv-Ionescu 2019), whose scale follows the step period (Pham 2017). A bout has at least five contacts with
/// similar intervals and without a pause of three seconds (Kluge 2021).
public struct GaitStream: Sendable {
    /// An event from a stream.
    public enum Event: Sendable, Hashable {
        /// A foot touched the ground; reported within a second.
        case contact(FootContact)
        /// Walking began with the contact at this time, the first of five.
        case boutBegan(start: Double)
        /// Walking ended; reported four seconds after the last contact at the latest, or at the end.
        case boutEnded(WalkingBout)
        /// The person turned round; reported within two seconds of the end, after one more stride.
        case turned(BodyTurn)
    }

    /// The accepted sample rates.
    public static let rates = 25.0...1000.0
    /// After a longer hole the analysis starts over.
    static let longestHoleInSeconds = 2.0
    /// By how many points a passage is extended at its end, so that its last contacts and turns are found.
    static let pointsToFinish = 150

    private let rate: Double
    private var leveller: Leveller
    private var passage: GaitPassage

    /// How many samples were implausible, or not later than the one before, and were dropped.
    public var refusedSamples: Int { leveller.refusedSamples }

    /// A stream without samples.
    ///
    /// - Precondition: The rate is one of `rates`.
    ///
    /// - Parameter rate: The approximate number of samples a second.
    public init(rateInHertz rate: Double) {
        precondition(Self.rates ~= rate, "gait cannot be read at \(rate) Hz; give 25 to 1000")
        self.rate = rate
        leveller = Leveller(rateInHertz: rate)
        passage = GaitPassage(sampleRateInHertz: rate)
    }

    /// Processes a sample and returns new events: usually none.
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

    /// Returns the remaining events and ends the bout; later samples start a new bout.
    ///
    /// The estimate of the vertical is kept, and later samples must still be later than those before.
    public mutating func finish() -> [Event] {
        var events: [Event] = []
        passage.finish(points: Self.pointsToFinish, tell: { events.append($0) })
        passage = GaitPassage(sampleRateInHertz: rate)
        return events
    }
}
