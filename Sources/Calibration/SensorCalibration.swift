// What makes true values of a sensor's readings. A cheap sensor reads something where there is nothing, each axis has
// its own scale, and iron beside a magnetometer bends what it reads: all of it is an offset and a matrix.

/// A calibration of a sensor of three axes: true value = matrix · (reading − offset).
public struct SensorCalibration: Sendable, Hashable, Codable {
    /// What the sensor reads where there is nothing.
    public var offset: SIMD3<Double>
    /// What the rest of a reading is multiplied by.
    public var matrix: AxisMatrix

    /// A calibration of its two parts.
    public init(offset: SIMD3<Double> = .zero, matrix: AxisMatrix = .identity) {
        self.offset = offset
        self.matrix = matrix
    }

    /// The true value of a reading.
    public func apply(to reading: SIMD3<Double>) -> SIMD3<Double> {
        matrix * (reading - offset)
    }

    /// The reading that a calibrated value was made of, to the last bit.
    ///
    /// A sensor reads whole numbers of steps. So what rounding has changed is put right by taking the nearest one.
    ///
    /// - Parameters:
    ///   - value: What `apply` answered.
    ///   - scale: What a step of the sensor is worth: its readings were whole numbers times this.
    /// - Returns: The whole numbers; times `scale` they are the reading. `nil` where the matrix has no inverse, or a value
    ///   is larger than any sensor's.
    public func steps(of value: SIMD3<Double>, scale: SIMD3<Double>) -> SIMD3<Int64>? {
        guard let inverse = matrix.inverse else { return nil }
        let steps = (inverse * value + offset) / scale
        var whole = SIMD3<Int64>.zero
        for axis in 0..<3 {
            guard let number = Int64(exactly: steps[axis].rounded()) else { return nil }
            whole[axis] = number
        }
        return whole
    }
}

/// Three rows of three numbers.
public struct AxisMatrix: Sendable, Hashable, Codable {
    public var first: SIMD3<Double>
    public var second: SIMD3<Double>
    public var third: SIMD3<Double>

    /// A matrix of its rows.
    public init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        self.first = first
        self.second = second
        self.third = third
    }

    /// A matrix that scales each axis.
    public init(scale: SIMD3<Double>) {
        self.init(SIMD3(scale.x, 0, 0), SIMD3(0, scale.y, 0), SIMD3(0, 0, scale.z))
    }

    /// The matrix that changes nothing.
    public static let identity = AxisMatrix(scale: SIMD3(repeating: 1))

    /// The matrix times a vector.
    public static func * (matrix: AxisMatrix, vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            (matrix.first * vector).sum(),
            (matrix.second * vector).sum(),
            (matrix.third * vector).sum()
        )
    }

    /// The matrix that undoes this one, if there is any.
    public var inverse: AxisMatrix? {
        let columns = (
            second.cross(third), third.cross(first), first.cross(second)
        )
        let determinant = (first * columns.0).sum()
        guard determinant.isNormal else { return nil }
        let (a, b, c) = columns
        return AxisMatrix(
            SIMD3(a.x, b.x, c.x) / determinant,
            SIMD3(a.y, b.y, c.y) / determinant,
            SIMD3(a.z, b.z, c.z) / determinant
        )
    }

    subscript(row: Int, column: Int) -> Double {
        get { row == 0 ? first[column] : row == 1 ? second[column] : third[column] }
        set {
            switch row {
            case 0: first[column] = newValue
            case 1: second[column] = newValue
            default: third[column] = newValue
            }
        }
    }
}

extension SIMD3<Double> {
    func cross(_ other: SIMD3) -> SIMD3 {
        SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    var length: Double { (self * self).sum().squareRoot() }
}
