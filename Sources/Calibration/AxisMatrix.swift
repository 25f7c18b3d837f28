// A matrix that rotates and scales three axes: the part of a calibration besides the offset, and a sensor's mounting.

/// Three rows of three numbers.
public struct AxisMatrix: Sendable, Hashable {
    public var first: SIMD3<Double>
    public var second: SIMD3<Double>
    public var third: SIMD3<Double>

    /// A matrix with these rows.
    public init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        self.first = first
        self.second = second
        self.third = third
    }

    /// A matrix that scales each axis.
    public init(scale: SIMD3<Double>) {
        self.init(SIMD3(scale.x, 0, 0), SIMD3(0, scale.y, 0), SIMD3(0, 0, scale.z))
    }

    /// The identity matrix.
    public static let identity = AxisMatrix(scale: SIMD3(repeating: 1))

    /// The matrix times a vector.
    @inlinable
    public static func * (matrix: AxisMatrix, vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            (matrix.first * vector).sum(),
            (matrix.second * vector).sum(),
            (matrix.third * vector).sum()
        )
    }

    /// The inverse matrix, if there is one.
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

extension AxisMatrix: Codable {
    /// Reads three rows of three numbers.
    public init(from decoder: any Decoder) throws {
        let rows = try [SIMD3<Double>](from: decoder)
        guard rows.count == 3 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "a matrix has three rows of three numbers"
                )
            )
        }
        self.init(rows[0], rows[1], rows[2])
    }

    public func encode(to encoder: any Encoder) throws {
        try [first, second, third].encode(to: encoder)
    }
}

extension SIMD3<Double> {
    func cross(_ other: SIMD3) -> SIMD3 {
        SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    var length: Double { (self * self).sum().squareRoot() }
}
