// One stride of a foot, from one stance to the next.

/// A stride of one foot.
public struct FootStride: Sendable, Hashable {
    /// When the foot was last at rest before the stride.
    public var start: Double
    /// When the foot was at rest again.
    public var end: Double
    /// When the foot left the ground; `nil` if the rotation shows no swing.
    public var toeOff: Double?
    /// When the foot touched the ground; `nil` if the rotation shows no swing.
    public var contact: Double?
    /// The displacement in metres, in the attitudes' frame; or why there is none.
    public var displacement: Measured<SIMD3<Double>>
    /// The velocity that remained at the end by the accelerometer alone, in m/s.
    ///
    /// It was removed, since the foot is at rest there; it shows how accurate the displacement is.
    public var driftInMetresPerSecond: Double

    /// The horizontal distance between the foot's two stances.
    public var lengthInMetres: Double? {
        displacement.value.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }
    }

    /// How much higher the second stance is.
    public var riseInMetres: Double? { displacement.value?.z }
}
