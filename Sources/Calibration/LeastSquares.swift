// Solves for a calibration's few unknowns from many measurements. The systems are small and dense, so plain elimination
// is enough.

/// Accumulates linear equations with more measurements than unknowns, and solves them.
struct LeastSquares {
    private let count: Int
    private var matrix: [[Double]]
    private var right: [Double]

    init(unknowns count: Int) {
        self.count = count
        matrix = Array(repeating: Array(repeating: 0, count: count), count: count)
        right = Array(repeating: 0, count: count)
    }

    /// Adds one equation: coefficients · unknowns = value.
    mutating func add(_ coefficients: [Double], equals value: Double) {
        for row in 0..<count {
            for column in 0..<count {
                matrix[row][column] += coefficients[row] * coefficients[column]
            }
            right[row] += coefficients[row] * value
        }
    }

    /// Returns the unknowns, by Gaussian elimination; `nil` if the equations do not determine them.
    func solve() -> [Double]? {
        var left = matrix
        var values = right
        for step in 0..<count {
            let pivot = (step..<count).max { abs(left[$0][step]) < abs(left[$1][step]) } ?? step
            // A pivot of rounding errors counts as zero.
            guard abs(left[pivot][step]) > 1e-13 * abs(matrix[step][step]) else { return nil }
            left.swapAt(step, pivot)
            values.swapAt(step, pivot)
            for row in (step + 1)..<count {
                let factor = left[row][step] / left[step][step]
                guard factor != 0 else { continue }
                for column in step..<count { left[row][column] -= factor * left[step][column] }
                values[row] -= factor * values[step]
            }
        }
        for row in (0..<count).reversed() {
            for column in (row + 1)..<count { values[row] -= left[row][column] * values[column] }
            values[row] /= left[row][row]
        }
        return values.allSatisfy(\.isFinite) ? values : nil
    }
}
