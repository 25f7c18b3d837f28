// The eigenvalues and eigenvectors of a symmetric 3 × 3 matrix by Jacobi rotations, which give the axes of an
// ellipsoid.

extension AxisMatrix {
    /// The eigenvalues of a symmetric matrix, and its eigenvectors as rows.
    var symmetricEigen: (values: SIMD3<Double>, vectors: AxisMatrix) {
        var left = self
        var vectors = AxisMatrix.identity
        for _ in 0..<50 {
            let pairs = [(0, 1), (0, 2), (1, 2)]
            let largest = pairs.max { abs(left[$0.0, $0.1]) < abs(left[$1.0, $1.1]) } ?? (0, 1)
            let (p, q) = largest
            let size = abs(left[p, p]) + abs(left[q, q])
            guard abs(left[p, q]) > 1e-16 * size else { break }
            let theta = (left[q, q] - left[p, p]) / (2 * left[p, q])
            let tangent = (theta < 0 ? -1 : 1) / (abs(theta) + (theta * theta + 1).squareRoot())
            let cosine = 1 / (tangent * tangent + 1).squareRoot()
            left.rotate(p, q, cosine: cosine, sine: tangent * cosine, isSimilarity: true)
            vectors.rotate(p, q, cosine: cosine, sine: tangent * cosine, isSimilarity: false)
        }
        return (SIMD3(left[0, 0], left[1, 1], left[2, 2]), vectors)
    }

    /// The symmetric matrix with these eigenvalues and eigenvectors.
    init(eigenvalues: SIMD3<Double>, vectors: AxisMatrix) {
        self.init(scale: .zero)
        for row in 0..<3 {
            for column in 0..<3 {
                self[row, column] = (0..<3).reduce(0) {
                    $0 + eigenvalues[$1] * vectors[$1, row] * vectors[$1, column]
                }
            }
        }
    }

    private mutating func rotate(
        _ p: Int,
        _ q: Int,
        cosine: Double,
        sine: Double,
        isSimilarity: Bool
    ) {
        for column in 0..<3 {
            let (a, b) = (self[p, column], self[q, column])
            self[p, column] = cosine * a - sine * b
            self[q, column] = sine * a + cosine * b
        }
        guard isSimilarity else { return }
        for row in 0..<3 {
            let (a, b) = (self[row, p], self[row, q])
            self[row, p] = cosine * a - sine * b
            self[row, q] = sine * a + cosine * b
        }
    }
}
