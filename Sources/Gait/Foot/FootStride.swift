// One stride of a foot, from where it lay flat to where it lies flat again.

/// A stride of one foot.
public struct FootStride: Sendable, Hashable {
    /// When the foot last lay still before it.
    public var start: Double
    /// When it lay still again.
    public var end: Double
    /// When the foot left the ground; `nil` where no swing can be told in how it turned.
    public var toeOff: Double?
    /// When it came to the ground; `nil` as above.
    public var contact: Double?
    /// Where the foot went, in metres, in the frame of the attitudes; or why nobody knows.
    public var displacement: Measured<SIMD3<Double>>
    /// How fast the foot would have moved at its end by the accelerometer alone, in m/s.
    ///
    /// So much was taken out evenly, so that it lay still there: it tells how good the rest is.
    public var driftInMetresPerSecond: Double

    /// How far apart the foot's two places lie, on the level.
    public var lengthInMetres: Double? {
        displacement.value.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }
    }

    /// How much higher the second place is.
    public var riseInMetres: Double? { displacement.value?.z }
}
