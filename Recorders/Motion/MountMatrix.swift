// How a sensor is mounted. One matrix, from the device tree or the firmware, describes how the chip sits on the
// board; another, from the configuration, how the board sits on the body. A reading is turned by the first, then by
// the second.

/// A rotation, or a change of axes, for the readings of a sensor.
public struct MountMatrix: Sendable, Hashable {
    /// The matrix, row by row.
    public let rows: [[Double]]

    /// A matrix of three rows of three finite numbers; `nil` for anything else.
    public init?(_ rows: [[Double]]) {
        guard rows.count == 3, rows.allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isFinite) })
        else { return nil }
        self.rows = rows
    }

    private init(unchecked rows: [[Double]]) {
        self.rows = rows
    }

    /// The matrix that changes nothing.
    public static let identity = MountMatrix(unchecked: [[1, 0, 0], [0, 1, 0], [0, 0, 1]])

    /// Parses the kernel's text, `0, 1, 0; -1, 0, 0; 0, 0, 1`; `nil` for anything else.
    public init?(_ text: String) {
        var rows: [[Double]] = []
        for row in text.split(separator: ";", omittingEmptySubsequences: false) {
            var numbers: [Double] = []
            for word in row.split(separator: ",", omittingEmptySubsequences: false) {
                guard let number = Double(Self.trimmed(word)) else { return nil }
                numbers.append(number)
            }
            rows.append(numbers)
        }
        self.init(rows)
    }

    private static func trimmed(_ word: Substring) -> Substring {
        func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\0" }
        let start = word.drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return start[...last]
    }

    /// The matrix in the kernel's text form.
    public var text: String {
        rows.map { row in
            row.map { number in
                guard let whole = Int(exactly: number) else { return "\(number)" }
                return "\(whole)"
            }.joined(separator: ", ")
        }.joined(separator: "; ")
    }

    /// True if the matrix changes nothing.
    public var isIdentity: Bool { self == .identity }

    /// This matrix, followed by `other`.
    public func followed(by other: MountMatrix) -> MountMatrix {
        if isIdentity { return other }
        if other.isIdentity { return self }
        return MountMatrix(
            unchecked: (0..<3).map { row in
                (0..<3).map { column in
                    (0..<3).reduce(0) { $0 + other.rows[row][$1] * rows[$1][column] }
                }
            }
        )
    }

    /// Transforms a reading.
    public func apply(_ reading: SIMD3<Double>) -> SIMD3<Double> {
        Columns(self).apply(reading)
    }

    /// The matrix in the form for processing samples: without references, and exact if it only exchanges axes.
    @frozen
    public struct Columns: Sendable {
        @usableFromInline let x: SIMD3<Double>
        @usableFromInline let y: SIMD3<Double>
        @usableFromInline let z: SIMD3<Double>

        public init(_ matrix: MountMatrix) {
            func column(_ index: Int) -> SIMD3<Double> {
                SIMD3(matrix.rows[0][index], matrix.rows[1][index], matrix.rows[2][index])
            }
            x = column(0)
            y = column(1)
            z = column(2)
        }

        @inlinable
        public func apply(_ reading: SIMD3<Double>) -> SIMD3<Double> {
            // Adding 0 turns a -0 into 0.
            x * reading.x + y * reading.y + z * reading.z + 0
        }
    }
}

extension MountMatrix: Codable {
    /// Reads three rows of three numbers.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.singleValueContainer()
        guard let rows = try? values.decode([[Double]].self), let matrix = MountMatrix(rows) else {
            throw DecodingError.dataCorruptedError(
                in: values,
                debugDescription: "a mount matrix has three rows of three numbers; "
                    + "[[1, 0, 0], [0, 1, 0], [0, 0, 1]] changes nothing"
            )
        }
        guard matrix.isRotation else {
            throw DecodingError.dataCorruptedError(
                in: values,
                debugDescription: "this mount matrix is no rotation: it stretches, skews or "
                    + "mirrors; give one that turns the sensor's axes into the body's"
            )
        }
        self = matrix
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.singleValueContainer()
        try values.encode(rows)
    }

    /// True if the matrix is a pure rotation: a placement on the body does not stretch, skew or mirror.
    ///
    /// The check allows an error of a thousandth, because matrices are written down rounded.
    public var isRotation: Bool {
        for row in 0..<3 {
            for other in row..<3 {
                let product = (0..<3).reduce(0) { $0 + rows[row][$1] * rows[other][$1] }
                guard abs(product - (row == other ? 1 : 0)) < 2e-3 else { return false }
            }
        }
        return determinant > 0
    }

    /// The determinant, which is negative for a matrix that mirrors.
    private var determinant: Double {
        func minor(_ first: Int, _ second: Int) -> Double {
            rows[1][first] * rows[2][second] - rows[1][second] * rows[2][first]
        }
        return rows[0][0] * minor(1, 2) - rows[0][1] * minor(0, 2) + rows[0][2] * minor(0, 1)
    }
}
