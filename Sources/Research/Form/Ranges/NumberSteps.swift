// Checks that typed numbers lie on the same steps as picked ones, which start at the minimum or at zero.

extension RSDNumberRangeObject {
    /// Returns the valid numbers next to a number between two steps; `nil` if the number is on a step.
    func steps(around number: Double) -> [Double]? {
        guard let step = stepInterval, step > 0, step.isFinite else { return nil }
        let first = minimumValue ?? 0
        let count = (number - first) / step
        // Tenths are not exact in a `Double`, so a tolerance is needed. From a billion steps on, a `Double` is too
        // coarse for that tolerance, so every number counts as on a step.
        guard count.magnitude < 1e9, (count - count.rounded()).magnitude > 1e-6 else { return nil }
        return [count.rounded(.down), count.rounded(.up)]
            .map { first + $0 * step }
            .filter { $0 >= minimumValue ?? -.infinity && $0 <= maximumValue ?? .infinity }
    }
}
