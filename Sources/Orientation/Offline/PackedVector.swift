// A vector of three numbers takes four in memory; of the readings of a day that would be a gigabyte more.

/// Three numbers, packed.
struct PackedVector: Sendable, BitwiseCopyable {
    var x: Double
    var y: Double
    var z: Double

    init(_ vector: SIMD3<Double>) {
        (x, y, z) = (vector.x, vector.y, vector.z)
    }

    @inline(__always)
    var vector: SIMD3<Double> { SIMD3(x, y, z) }

    /// What stands where there is no reading.
    static let none = PackedVector(SIMD3(repeating: .nan))

    /// Whether there is a reading.
    @inline(__always)
    var isThere: Bool { x == x }
}
