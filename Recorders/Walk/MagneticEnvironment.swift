// The magnetic field that a magnetometer measures indoors: the Earth's, and for a time a disturbance.

internal import Orientation

/// The magnetic field around the walk, in the North-West-Up frame.
public struct MagneticEnvironment: Sendable, Equatable, Codable {
    /// A temporary additional field, as beside a lift or a steel door.
    public struct Disturbance: Sendable, Equatable, Codable {
        public var fromSeconds: Double
        public var untilSeconds: Double
        /// What is added to the Earth's field at the disturbance's maximum, in North-West-Up.
        public var fieldInMicrotesla: SIMD3<Double>

        /// A disturbance within this window; it rises and falls within half a second.
        public init(fromSeconds: Double, untilSeconds: Double, fieldInMicrotesla: SIMD3<Double>) {
            self.fromSeconds = fromSeconds
            self.untilSeconds = untilSeconds
            self.fieldInMicrotesla = fieldInMicrotesla
        }
    }

    public var strengthInMicrotesla = 49.0
    /// The dip angle of the Earth's field below the horizontal (positive in the northern hemisphere).
    public var inclinationInDegrees = 66.0
    public var disturbance: Disturbance?

    /// The Earth's field in the middle of Europe, undisturbed.
    public init() {}

    /// A text saying what is wrong with these numbers, or nil.
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

    /// The Earth's field alone, in North-West-Up, in µT.
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
