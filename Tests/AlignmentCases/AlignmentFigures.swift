// Statistics of many simulated pairs of boards: how far alignments are from the truth, and whether stated errors hold.

package import SessionAlignment

/// The errors of alignments, and the errors that they state.
package struct AlignmentFigures: CustomStringConvertible {
    package private(set) var errors: [Double] = []

    private(set) var stated: [Double] = []

    /// How many shakes there were.
    package var expected = 0
    /// How many shakes were found.
    package var found = 0
    /// How many pairs could not be aligned.
    package var refused = 0
    package var refusals: [ShakeSearch.Refusal: Int] = [:]

    package init() {}

    package mutating func add(error: Double, stated: Double) {
        errors.append(error.magnitude)
        self.stated.append(stated)
    }

    private static func quantile(_ share: Double, of values: [Double]) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty
            ? .nan : sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    package var median: Double { Self.quantile(0.5, of: errors) }
    package var worst95: Double { Self.quantile(0.95, of: errors) }
    package var medianStated: Double { Self.quantile(0.5, of: stated) }
    /// The share of pairs whose error is within the stated one.
    package var held: Double {
        Double(zip(errors, stated).count { $0 <= $1 }) / Double(max(1, errors.count))
    }

    package var description: String {
        func milli(_ seconds: Double) -> Double { (seconds * 1e6).rounded() / 1e3 }
        let shakes = expected > 0 ? "\(found) of \(expected) shakes \(refusals); " : ""
        return shakes
            + "\(errors.count) pairs, \(refused) refused: error median \(milli(median)) ms, 95 % \(milli(worst95)) ms; stated median "
            + "\(milli(medianStated)) ms, held in \((1000 * held).rounded() / 10) %; stated/error median "
            + "\((100 * medianStated / median).rounded() / 100), stated/error 95 % "
            + "\((100 * medianStated / worst95).rounded() / 100)"
    }
}
