// Numbers that are typed have the same steps as those that are picked: from the least one, or from zero.

extension RSDNumberRangeObject {
    /// The possible numbers beside one that lies between two steps; `nil` for a number on a step.
    func steps(around number: Double) -> [Double]? {
        guard let step = stepInterval, step > 0, step.isFinite else { return nil }
        let first = minimumValue ?? 0
        let count = (number - first) / step
        // Tenths are not exact in a Double. Where there are more steps than it has digits for, each number is
        // on one.
        guard count.magnitude < 1e9, (count - count.rounded()).magnitude > 1e-6 else { return nil }
        return [count.rounded(.down), count.rounded(.up)]
            .map { first + $0 * step }
            .filter { $0 >= minimumValue ?? -.infinity && $0 <= maximumValue ?? .infinity }
    }
}
