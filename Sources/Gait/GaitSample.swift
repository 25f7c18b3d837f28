// What every reading of gait begins with, so that files and live streams hand over the same thing.

/// What a sensor at the low back felt at one instant, in the sensor's own frame.
public struct GaitSample: Sendable, Hashable {
    /// When, in seconds from any beginning that all samples share.
    public var seconds: Double
    /// What the accelerometer reads, in g: +1 upward at rest.
    public var acceleration: SIMD3<Double>
    /// What the gyroscope reads, in rad/s; `nil` where there is none.
    public var rotation: SIMD3<Double>?
    /// Which way is up, where an attitude tells it; `nil` to have it found from the readings.
    public var up: SIMD3<Double>?

    /// A reading of an accelerometer, and of what else there is.
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

    /// Whether a sensor can have read this.
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
