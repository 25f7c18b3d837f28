// The field that a magnetometer sees indoors: the Earth's, and for a while something else's.

internal import Orientation

/// The magnetic field around the walk, in the North-West-Up frame.
public struct MagneticEnvironment: Sendable, Equatable, Codable {
    /// A field that comes and goes, as beside a lift or a steel door.
    public struct Disturbance: Sendable, Equatable, Codable {
        public var fromSeconds: Double
        public var untilSeconds: Double
        /// What is added to the Earth's field at its height, North-West-Up.
        public var fieldInMicrotesla: SIMD3<Double>

        /// A disturbance that rises and falls within half a second, inside this window.
        public init(fromSeconds: Double, untilSeconds: Double, fieldInMicrotesla: SIMD3<Double>) {
            self.fromSeconds = fromSeconds
            self.untilSeconds = untilSeconds
            self.fieldInMicrotesla = fieldInMicrotesla
        }
    }

    public var strengthInMicrotesla = 49.0
    /// How far the field dips below the horizontal (positive in the northern hemisphere).
    public var inclinationInDegrees = 66.0
    public var disturbance: Disturbance?

    /// The Earth's field in the middle of Europe, undisturbed.
    public init() {}

    /// What is wrong with these numbers, in words, or nil.
    var complaint: String? {
        let numbers = [
            ("strengthInMicrotesla", strengthInMicrotesla),
            ("inclinationInDegrees", inclinationInDegrees),
            ("disturbance.fromSeconds", disturbance?.fromSeconds ?? 0),
            ("disturbance.untilSeconds", disturbance?.untilSeconds ?? 0),
            ("disturbance.fieldInMicrotesla", disturbance?.fieldInMicrotesla.sum() ?? 0),
        ]
        return numbers.first { !$0.1.isFinite }
            .map { "the magnetic environment's \($0.0) is \($0.1); give a finite number" }
    }

    /// The field of the Earth alone, North-West-Up, in µT.
    public var localFieldInMicrotesla: SIMD3<Double> {
        let (sine, cosine) = PortableMath.sineAndCosine(halfTurns: inclinationInDegrees / 180)
        return SIMD3(strengthInMicrotesla * cosine, 0, -strengthInMicrotesla * sine)
    }

    /// What the disturbance adds at an instant of the walk, in µT.
    func disturbanceField(atSeconds seconds: Double) -> SIMD3<Double> {
        guard let disturbance else { return .zero }
        let rise = 0.5
        let rising = Jet((seconds - disturbance.fromSeconds) / rise).smoothStep().value
        let falling = Jet((disturbance.untilSeconds - seconds) / rise).smoothStep().value
        return min(rising, falling) * disturbance.fieldInMicrotesla
    }
}
