// A rotation from one frame to another, as four plain numbers: the same in a file and in the code.

/// A rotation: `world = q · sensor · q*`, with Hamilton's product.
public struct Quaternion: Sendable, Hashable, BitwiseCopyable {
    /// The cosine of half the angle.
    public var w: Double
    public var x: Double
    public var y: Double
    public var z: Double

    /// A quaternion with these components; a rotation has norm one.
    public init(w: Double, x: Double, y: Double, z: Double) {
        self.w = w
        self.x = x
        self.y = y
        self.z = z
    }

    /// The rotation by zero.
    public static let identity = Quaternion(w: 1, x: 0, y: 0, z: 0)

    /// The rotation about a vector's direction, by the vector's length in radians.
    @inline(__always)
    public init(rotationVector vector: SIMD3<Double>) {
        let half = PortableMath.cosineAndCardinalSine(ofSquareRootOf: vector.dot(vector) / 4)
        let axis = vector * (half.cardinalSine / 2)
        self.init(w: half.cosine, x: axis.x, y: axis.y, z: axis.z)
    }

    /// The rotation about the z axis, to the left as seen from above.
    public init(aboutZByRadians angle: Double) {
        let half = PortableMath.sineAndCosine(radians: angle / 2)
        self.init(w: half.cosine, x: 0, y: 0, z: half.sine)
    }

    /// The opposite rotation.
    public var inverse: Quaternion { Quaternion(w: w, x: -x, y: -y, z: -z) }

    /// The norm; one for a rotation.
    public var norm: Double { (w * w + x * x + y * y + z * z).squareRoot() }

    /// The same rotation with norm one.
    public var normalized: Quaternion {
        let factor = 1 / norm
        return Quaternion(w: w * factor, x: x * factor, y: y * factor, z: z * factor)
    }

    /// The same as `normalized`, for a norm that differs from one only by rounding.
    @inline(__always)
    var renormalized: Quaternion {
        // The first terms of 1 / √(1 + ε) = 1 - ε/2 …; the next one is below rounding.
        let factor = 1.5 - 0.5 * (w * w + x * x + y * y + z * z)
        return Quaternion(w: w * factor, x: x * factor, y: y * factor, z: z * factor)
    }

    /// The rotation by `b`, followed by that by `a`.
    @inline(__always)
    public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
        Quaternion(
            w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w
        )
    }

    /// Converts a vector from the sensor's frame to the world's.
    @inline(__always)
    public func rotate(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        let axis = SIMD3(x, y, z)
        let twice = 2 * axis.cross(vector)
        return vector + w * twice + axis.cross(twice)
    }

    /// The rotation about the vertical in radians that remains after removing the tilt.
    ///
    /// Undefined for a sensor that lies exactly upside down.
    public var headingInRadians: Double {
        // A quaternion and its negative are the same rotation; this picks the one with a non-negative w.
        w < 0
            ? 2 * PortableMath.arcTangent(y: -z, x: -w)
            : 2 * PortableMath.arcTangent(y: z, x: w)
    }

    /// The smallest angle by which the sensor's z axis must be rotated to point up, in radians.
    public var inclinationInRadians: Double {
        2
            * PortableMath.arcTangent(
                y: (x * x + y * y).squareRoot(),
                x: (w * w + z * z).squareRoot()
            )
    }

    /// The angle of the rotation in radians, from 0 to π.
    public var angleInRadians: Double {
        2 * PortableMath.arcTangent(y: (x * x + y * y + z * z).squareRoot(), x: w.magnitude)
    }
}
