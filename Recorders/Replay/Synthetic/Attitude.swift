// The attitude of a sensor as the truth file states it: one convention, said once, here.

internal import Orientation

/// The rotation that turns a vector of the sensor's frame into the world's.
///
/// The quaternion (w, x, y, z) is Hamilton's: `world = q · sensor · q*`. The world is North-West-Up:
/// x to magnetic north, y to the west, z up. North-West-Up is also a Z-Up reference: any other Z-Up
/// attitude of the same sensor differs from it by one constant turn about z.
public struct Attitude: Sendable, Hashable {
    public var w: Double
    public var x: Double
    public var y: Double
    public var z: Double

    /// An attitude with these components; they must have norm one.
    public init(w: Double, x: Double, y: Double, z: Double) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// The opposite rotation: from world to sensor.
    public var inverse: Attitude { Attitude(w: w, x: -x, y: -y, z: -z) }

    /// Turns first by `b`, then by `a`.
    public static func * (a: Attitude, b: Attitude) -> Attitude {
        Attitude(
            w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w
        )
    }

    /// A vector of the sensor's frame, in the world's.
    public func rotate(_ v: SIMD3<Double>) -> SIMD3<Double> {
        let axis = SIMD3(x, y, z)
        let twice = 2 * Self.cross(axis, v)
        return v + w * twice + Self.cross(axis, twice)
    }

    /// Turns about z, then about the new y, then about the new x, each in radians.
    static func turning(yaw: Double, pitch: Double, roll: Double) -> Attitude {
        let z = PortableMath.sineAndCosine(radians: yaw / 2)
        let y = PortableMath.sineAndCosine(radians: pitch / 2)
        let x = PortableMath.sineAndCosine(radians: roll / 2)
        return Attitude(w: z.cosine, x: 0, y: 0, z: z.sine)
            * Attitude(w: y.cosine, x: 0, y: y.sine, z: 0)
            * Attitude(w: x.cosine, x: x.sine, y: 0, z: 0)
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
