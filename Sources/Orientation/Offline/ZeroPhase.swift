// Smoothing without delay: the filter runs over a recording forward, and over what it gave backward, so that the two
// delays cancel. Each way begins with the mean of what comes first, so that neither end swings in.

extension LowPassCoefficients {
    /// Smooths vectors in place, without delay; each must be there.
    func smoothBothWays(_ values: inout [PackedVector]) {
        guard values.count > 1, !letsAllPass else { return }
        // The order of the two ways makes no difference but near the ends, where each is best at its last one.
        let reach = min((values.count + 1) / 2, 8 * samplesOfMean)
        var head = Array(values.prefix(2 * reach).reversed())
        smoothToItsEnd(&head)
        smoothToItsEnd(&values)
        for index in 0..<reach { values[index] = head[head.count - 1 - index] }
    }

    /// What the way forward gives at the end lies behind, and has seen more: it is the better for it.
    private func smoothToItsEnd(_ values: inout [PackedVector]) {
        var forward = LowPass(self, settledAt: Self.mean(values.prefix(4 * samplesOfMean)))
        for index in values.indices {
            values[index] = PackedVector(forward.update(values[index].vector))
        }
        var backward = LowPass(self, settledAt: Self.mean(values.suffix(2 * samplesOfMean)))
        for index in values.indices.reversed() {
            values[index] = PackedVector(backward.update(values[index].vector))
        }
    }

    private static func mean(_ values: ArraySlice<PackedVector>) -> SIMD3<Double> {
        values.reduce(SIMD3.zero) { $0 + $1.vector } / Double(values.count)
    }
}

extension [PackedVector] {
    /// Puts a straight line where readings are missing, and the nearest one where they are missing at an end.
    ///
    /// - Returns: Whether there was any reading.
    mutating func fillHoles() -> Bool {
        guard let first = firstIndex(where: \.isThere) else { return false }
        for index in 0..<first { self[index] = self[first] }
        var last = first
        for index in indices.dropFirst(first + 1) where self[index].isThere {
            let (from, to) = (self[last].vector, self[index].vector)
            for between in last + 1..<index {
                let share = Double(between - last) / Double(index - last)
                self[between] = PackedVector(from + (to - from) * share)
            }
            last = index
        }
        for index in indices.dropFirst(last + 1) { self[index] = self[last] }
        return true
    }
}
