// The gait measured by one sensor. A sensor at the low back detects the steps of both feet and the body's movement; one
// on a foot measures that foot's path.

public import Gait

/// The gait measured by one sensor of a session.
public struct SensorGait: Sendable {
    /// Where the sensor's placement comes from.
    public enum PlacementSource: String, Sendable, Hashable {
        /// The session states it.
        case session
        /// The user stated it.
        case told
        /// Unknown, and assumed to be the low back.
        case assumed
    }

    /// The results, by placement.
    public enum Content: Sendable {
        case lowBack(BackGait)
        case foot(FootGait)
    }

    public var file: String
    public var placement: GaitPlacement
    public var placementSource: PlacementSource
    public var rateInHertz: Double
    public var hasGyroscope: Bool
    /// The number of readings analysed.
    public var readings = 0
    /// The number of readings dropped: late, without a time or value, or implausible.
    public var leftOut = 0
    /// From the first to the last reading analysed, in seconds since the session began; `nil` without any.
    public var time: ClosedRange<Double>?
    /// The time of the last reading, analysed or not, in seconds since the session began; `nil` without any.
    var end: Double?
    /// How many seconds of that were analysed: unrequested steps may lie between.
    public var seenSeconds = 0.0
    /// How many seconds of these are missing.
    public var lostSeconds = 0.0
    /// The leg length, if the user or the session states it.
    public var leg: GaitRequest.Leg?
    public var content: Content

    /// The share of the analysed time without readings.
    public var lostShare: Double { seenSeconds > 0 ? min(1, lostSeconds / seenSeconds) : 0 }
}

/// The gait measured at the low back.
///
/// Times are in seconds since the session began.
public struct BackGait: Sendable {
    /// The bouts of walking.
    public internal(set) var bouts: [BoutReport] = []
    /// The turns, during walking or standing.
    public internal(set) var turns: Measured<[BodyTurn]> = .absent(.tooShort(seconds: 0, needed: 2))
    /// The times in which turns are unknown, since rotations are missing.
    public internal(set) var withoutTurns: [Range<Double>] = []
    /// One freezing index for each second that is followed by six seconds of samples.
    public internal(set) var freezing: [GaitReport.Freezing] = []
    /// The standing phases.
    public internal(set) var standing: [Standing] = []
    /// How many times without movement were too long for standing.
    public internal(set) var rests = 0
    /// The times at which a bout or a standing phase was cut because it exceeded the stored samples.
    public internal(set) var cuts: [Double] = []

    /// The windows with a freezing index.
    var freezingIndices: [(start: Double, index: Double)] {
        freezing.compactMap { window in window.index.value.map { (window.start, $0) } }
            .filter { $0.1.isFinite }
    }

    /// A standing phase and its sway.
    public struct Standing: Sendable, Hashable {
        public var time: Range<Double>
        /// The task's step; `nil` if the phase was found by stillness alone.
        public var step: String?
        public var sway: Measured<Sway>
    }
}

/// The gait measured on a foot.
///
/// Times are in seconds since the session began.
public struct FootGait: Sendable {
    /// The bouts of walking.
    public internal(set) var bouts: [FootBoutReport] = []
}
