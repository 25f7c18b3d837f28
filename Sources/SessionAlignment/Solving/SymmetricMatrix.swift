// Solves an alignment's few hundred equations by Cholesky's method.

/// The Cholesky factor of a symmetric positive definite matrix.
struct CholeskyFactor {
    private let count: Int
    /// The lower triangle, row by row.
    private var rows: [[Double]]

    /// Factors a matrix; `nil` if it is not positive definite.
    init?(_ matrix: [[Double]]) {
        count = matrix.count
        rows = matrix
        for row in 0..<count {
            for column in 0...row {
                var sum = matrix[row][column]
                for index in 0..<column { sum -= rows[row][index] * rows[column][index] }
                if row == column {
                    guard sum > 0, sum.isFinite else { return nil }
                    rows[row][row] = sum.squareRoot()
                } else {
                    rows[row][column] = sum / rows[column][column]
                }
            }
        }
    }

    /// Solves with the lower triangle only.
    func forward(_ right: [Double]) -> [Double] {
        var result = right
        for row in 0..<count {
            for column in 0..<row { result[row] -= rows[row][column] * result[column] }
            result[row] /= rows[row][row]
        }
        return result
    }

    /// Solves the whole system.
    func solve(_ right: [Double]) -> [Double] {
        var result = forward(right)
        for row in (0..<count).reversed() {
            for below in row + 1..<max(count, row + 1) {
                result[row] -= rows[below][row] * result[below]
            }
            result[row] /= rows[row][row]
        }
        return result
    }

    /// The diagonal of the inverse.
    func inverseDiagonal() -> [Double] {
        (0..<count).map { index in
            var unit = [Double](repeating: 0, count: count)
            unit[index] = 1
            return forward(unit).reduce(0) { $0 + $1 * $1 }
        }
    }
}
