// What is known of gait by one sensor. A sensor at the low back sees the steps of both feet and how the body moves; one
// on a foot sees where that foot went.

public import Gait

/// What one sensor of a session says of gait.
public struct SensorGait: Sendable {
    /// How it is known where the sensor was.
    public enum PlacementSource: String, Sendable, Hashable {
        /// The session says it.
        case session
        /// Whoever asked says it.
        case told
        /// Nobody says it, so it is taken for one at the low back.
        case assumed
    }

    /// What there is of a sensor, by where it was.
    public enum Content: Sendable {
        case lowBack(BackGait)
        case foot(FootGait)
    }

    public var file: String
    public var placement: GaitPlacement
    public var placementSource: PlacementSource
    public var rateInHertz: Double
    public var hasGyroscope: Bool
    /// How many readings were looked at.
    public var readings = 0
    /// How many readings were left out: late, without a time or without a value, or such as no sensor gives.
    public var leftOut = 0
    /// From the first reading that was looked at to the last, in seconds since the session began; `nil` without any.
    public var time: ClosedRange<Double>?
    /// How many seconds of that were looked at: other steps may lie between.
    public var seenSeconds = 0.0
    /// How many seconds of those are missing.
    public var lostSeconds = 0.0
    /// How long a leg is, where somebody told it or the session says it.
    public var leg: GaitRequest.Leg?
    public var content: Content

    /// The share of the time that was looked at of which readings are missing.
    public var lostShare: Double { seenSeconds > 0 ? min(1, lostSeconds / seenSeconds) : 0 }
}

/// What a sensor at the low back says.
///
/// Times are in seconds since the session began.
public struct BackGait: Sendable {
    /// The bouts of walking.
    public internal(set) var bouts: [BoutReport] = []
    /// The turns, walking or standing.
    public internal(set) var turns: Measured<[BodyTurn]> = .absent(.tooShort(seconds: 0, needed: 2))
    /// The times of which nobody knows the turns, since rotations are missing.
    public internal(set) var withoutTurns: [Range<Double>] = []
    /// A freezing index for each second that six seconds of samples follow.
    public internal(set) var freezing: [GaitReport.Freezing] = []
    /// The times of standing.
    public internal(set) var standing: [Standing] = []
    /// How many times without movement were too long to be standing.
    public internal(set) var rests = 0
    /// When the recording was cut within a bout or a time of standing, since that was longer than is held at once.
    public internal(set) var cuts: [Double] = []

    /// The windows that have a freezing index.
    var freezingIndices: [(start: Double, index: Double)] {
        freezing.compactMap { window in window.index.value.map { (window.start, $0) } }
            .filter { $0.1.isFinite }
    }

    /// A time of standing, and how somebody swayed in it.
    public struct Standing: Sendable, Hashable {
        public var time: Range<Double>
        /// The step of the task; `nil` where only the stillness tells it.
        public var step: String?
        public var sway: Measured<Sway>
    }
}

/// What a sensor on a foot says.
///
/// Times are in seconds since the session began.
public struct FootGait: Sendable {
    /// The bouts of walking.
    public internal(set) var bouts: [FootBoutReport] = []
}
