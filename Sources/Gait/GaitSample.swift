// The input of gait analysis, the same for files and live streams.

/// What a sensor at the low back measured at one instant, in the sensor's own frame.
public struct GaitSample: Sendable, Hashable {
    /// The time in seconds, from an origin that all samples share.
    public var seconds: Double
    /// The accelerometer's reading in g: +1 upward at rest.
    public var acceleration: SIMD3<Double>
    /// The gyroscope's reading in rad/s; `nil` without a gyroscope.
    public var rotation: SIMD3<Double>?
    /// The upward direction from a known attitude; `nil` to derive it from the samples.
    public var up: SIMD3<Double>?

    /// A sample with an accelerometer's reading and optional others.
    public init(
        seconds: Double,
        acceleration: SIMD3<Double>,
        rotation: SIMD3<Double>? = nil,
        up: SIMD3<Double>? = nil
    ) {
        self.seconds = seconds
        self.acceleration = acceleration
        self.rotation = rotation
        self.up = up
    }

    /// True if the values are plausible for a sensor.
    package var isReading: Bool {
        let limit = 1e3
        return seconds.magnitude < 1e12
            && acceleration.dot(acceleration) < limit * limit
            && (rotation.map { $0.dot($0) < limit * limit } ?? true)
            && (up.map { 1e-6..<1e6 ~= $0.dot($0) } ?? true)
    }
}

extension SIMD3<Double> {
    func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }
}
