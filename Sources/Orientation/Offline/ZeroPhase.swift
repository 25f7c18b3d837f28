// Smoothing without delay: the filter runs forward over a recording, and then backward over its output, so that the two
// delays cancel. Each run starts with the mean of its first values, which avoids transients at the ends.

extension LowPassCoefficients {
    /// Smooths vectors in place without delay; no reading may be missing.
    func smoothBothWays(_ values: inout [PackedVector]) {
        guard values.count > 1, !letsAllPass else { return }
        // The order of the two runs matters only near the ends: the result is best at the end of the forward run.
        let reach = min((values.count + 1) / 2, 8 * samplesOfMean)
        var head = Array(values.prefix(2 * reach).reversed())
        smoothToItsEnd(&head)
        smoothToItsEnd(&values)
        for index in 0..<reach { values[index] = head[head.count - 1 - index] }
    }

    /// Runs forward and then backward, which is most accurate at the end: there the forward run has seen the most
    /// samples.
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
    /// Interpolates missing readings linearly, and repeats the nearest one at the ends.
    ///
    /// - Returns: True if there is any reading.
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
