// The input of foot gait analysis. The attitude is computed beforehand, by a live filter or by one that knows the whole
// recording, so that the same rules find strides in both.

public import Orientation

/// What a sensor on a foot measured at one instant, in the sensor's own frame.
public struct FootSample: Sendable, Hashable {
    /// The time in seconds, from an origin that all samples share.
    public var seconds: Double
    /// The accelerometer's reading in g: +1 upward at rest.
    public var acceleration: SIMD3<Double>
    /// The rotation in rad/s, corrected for the gyroscope's bias.
    public var rotation: SIMD3<Double>
    /// The rotation from the sensor's frame to the earth's, whose z axis points up.
    public var attitude: Quaternion

    /// A sample with its attitude.
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

    /// True if the values are plausible for a sensor.
    package var isReading: Bool {
        let limit = 1e3
        return seconds.magnitude < 1e12
            && acceleration.dot(acceleration) < limit * limit
            && rotation.dot(rotation) < limit * limit
            && abs(attitude.norm - 1) < 1e-3
    }
}
