// What a reading of the foot begins with: the attitude is found before, by a filter that runs along with the sensor or
// by one that knows the whole recording, so that both give strides by the same rules.

public import Orientation

/// What a sensor on a foot felt at one instant, in the sensor's own frame.
public struct FootSample: Sendable, Hashable {
    /// When, in seconds from any beginning that all samples share.
    public var seconds: Double
    /// What the accelerometer reads, in g: +1 upward at rest.
    public var acceleration: SIMD3<Double>
    /// The rotation in rad/s, without the gyroscope's bias.
    public var rotation: SIMD3<Double>
    /// The turn from sensor to earth, whose z axis points up.
    public var attitude: Quaternion

    /// A reading with the attitude that the sensor had.
    public init(
        seconds: Double,
        acceleration: SIMD3<Double>,
        rotation: SIMD3<Double>,
        attitude: Quaternion
    ) {
        self.seconds = seconds
        self.acceleration = acceleration
        self.rotation = rotation
        self.attitude = attitude
    }

    /// Whether a sensor can have read this.
    package var isReading: Bool {
        let limit = 1e3
        return seconds.magnitude < 1e12
            && acceleration.dot(acceleration) < limit * limit
            && rotation.dot(rotation) < limit * limit
            && abs(attitude.norm - 1) < 1e-3
    }
}
