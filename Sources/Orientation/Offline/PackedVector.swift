// A SIMD vector of three numbers takes the memory of four; for a day's readings that is a gigabyte more.

/// Three numbers in the memory of three.
struct PackedVector: Sendable, BitwiseCopyable {
    var x: Double
    var y: Double
    var z: Double

    init(_ vector: SIMD3<Double>) {
        (x, y, z) = (vector.x, vector.y, vector.z)
    }

    @inline(__always)
    var vector: SIMD3<Double> { SIMD3(x, y, z) }

    /// The value for a missing reading.
    static let none = PackedVector(SIMD3(repeating: .nan))

    /// True if there is a reading.
    @inline(__always)
    var isThere: Bool { x == x }
}
