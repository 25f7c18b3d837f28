// The few operations on vectors and 3 × 3 matrices that the filter needs, on values that fit into registers.

extension SIMD3<Double> {
    @inline(__always)
    func dot(_ other: SIMD3) -> Double {
        x * other.x + y * other.y + z * other.z
    }

    @inline(__always)
    func cross(_ other: SIMD3) -> SIMD3 {
        SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    /// Clips each component to the range from `-limit` to `limit`.
    @inline(__always)
    func clipped(to limit: Double) -> SIMD3 {
        func clip(_ number: Double) -> Double { Swift.max(-limit, Swift.min(limit, number)) }
        return SIMD3(clip(x), clip(y), clip(z))
    }
}

/// A 3 × 3 matrix by its rows.
struct Matrix3: Sendable, BitwiseCopyable {
    var first: SIMD3<Double>
    var second: SIMD3<Double>
    var third: SIMD3<Double>

    init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        self.first = first
        self.second = second
        self.third = third
    }

    init(diagonal: SIMD3<Double>) {
        self.init(SIMD3(diagonal.x, 0, 0), SIMD3(0, diagonal.y, 0), SIMD3(0, 0, diagonal.z))
    }

    /// The matrix of a rotation; its third row is the upward direction in the sensor's frame.
    @inline(__always)
    init(_ q: Quaternion) {
        let (x2, y2, z2) = (2 * q.x, 2 * q.y, 2 * q.z)
        let (wx, wy, wz) = (q.w * x2, q.w * y2, q.w * z2)
        let (xx, xy, xz) = (q.x * x2, q.x * y2, q.x * z2)
        let (yy, yz, zz) = (q.y * y2, q.y * z2, q.z * z2)
        self.init(
            SIMD3(1 - yy - zz, xy - wz, xz + wy),
            SIMD3(xy + wz, 1 - xx - zz, yz - wx),
            SIMD3(xz - wy, yz + wx, 1 - xx - yy)
        )
    }

    @inline(__always)
    func times(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(first.dot(vector), second.dot(vector), third.dot(vector))
    }

    /// The inverse of a symmetric matrix that has one.
    var symmetricInverse: Matrix3 {
        let across = second.cross(third)
        let scale = 1 / first.dot(across)
        return Matrix3(across * scale, third.cross(first) * scale, first.cross(second) * scale)
    }

    /// A row vector times this matrix.
    @inline(__always)
    func combined(by weights: SIMD3<Double>) -> SIMD3<Double> {
        weights.x * first + weights.y * second + weights.z * third
    }
}
