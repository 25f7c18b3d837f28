// Measures the time difference between two sensors' signals of one shake: the maximum of their normalized correlation,
// refined between grid steps by a parabola. Its error is the larger of two estimates: the jackknife, which leaves out
// each half second in turn, and the noise expected at this correlation and bandwidth.

/// The correlation of two bursts as a function of their time difference.
struct ShakeCurve {
    /// The local maxima: how many grid steps the second signal lags behind the first, relative to the grids' starts,
    /// and the correlation.
    private(set) var peaks: [(lag: Int, height: Double)] = []
    private let first: EvenSignal
    private let second: EvenSignal
    private let from: Int
    private let until: Int

    /// The smallest share of the burst's values that both signals must have for a correlation.
    private static let leastShare = 0.7

    /// Correlates the burst of one sensor with the other sensor's signal.
    init(_ burst: ShakeBurst, _ first: EvenSignal, _ second: EvenSignal) {
        (self.first, self.second) = (first, second)
        let margin: Int64 = 300_000_000
        from = Self.index(burst.start - margin, first)
        until = min(first.values.count, Self.index(burst.end + margin, first))
        guard until - from > 8 else { return }
        let least = -from - (until - from) / 2
        let most = second.values.count - from - (until - from) / 2
        guard least < most else { return }
        var before = (older: -1.0, newer: -1.0)
        for lag in least..<most {
            let height = correlation(at: lag) ?? -1
            if before.newer > before.older, before.newer >= height, before.newer > 0.2 {
                peaks.append((lag - 1, before.newer))
            }
            before = (before.newer, height)
        }
    }

    private static func index(_ instant: Int64, _ signal: EvenSignal) -> Int {
        let seconds = Double(instant - signal.start) / 1e9
        return max(0, Int((seconds / EvenSignal.step).rounded()))
    }

    /// The sums of values, squares and products over a part of the burst.
    private struct Sums {
        var count = 0.0
        var one = 0.0
        var other = 0.0
        var ones = 0.0
        var others = 0.0
        var products = 0.0

        mutating func add(_ left: Double, _ right: Double) {
            count += 1
            one += left
            other += right
            ones += left * left
            others += right * right
            products += left * right
        }

        func less(_ part: Sums) -> Sums {
            Sums(
                count: count - part.count,
                one: one - part.one,
                other: other - part.other,
                ones: ones - part.ones,
                others: others - part.others,
                products: products - part.products
            )
        }

        var correlation: Double? {
            guard count > 4 else { return nil }
            let left = ones - one * one / count
            let right = others - other * other / count
            guard left > 1e-12, right > 1e-12 else { return nil }
            return (products - one * other / count) / (left * right).squareRoot()
        }
    }

    private func sums(at lag: Int, _ range: Range<Int>) -> Sums {
        var sums = Sums()
        for place in range {
            let moved = place + lag
            guard moved >= 0, moved < second.values.count else { continue }
            let (left, right) = (first.values[place], second.values[moved])
            guard !left.isNaN, !right.isNaN else { continue }
            sums.add(left, right)
        }
        return sums
    }

    private func correlation(at lag: Int) -> Double? {
        let sums = sums(at: lag, from..<until)
        guard sums.count >= Self.leastShare * Double(until - from) else { return nil }
        return sums.correlation
    }

    /// The position of a peak between grid steps, in steps, and its error; `nil` if the burst is too short for an
    /// estimate.
    func refined(_ lag: Int) -> (lag: Double, deviation: Double)? {
        let width = Int(0.5 / EvenSignal.step)
        let blocks = stride(from: from, to: until, by: width).map {
            $0..<Swift.min($0 + width, until)
        }
        guard blocks.count >= 3 else { return nil }
        let lags = [lag - 1, lag, lag + 1]
        let parts = lags.map { lag in blocks.map { sums(at: lag, $0) } }
        let all = lags.map { sums(at: $0, from..<until) }
        let heights = all.compactMap(\.correlation)
        guard let whole = Self.top(of: heights) else { return nil }
        let without = blocks.indices.compactMap { block in
            Self.top(of: lags.indices.compactMap { all[$0].less(parts[$0][block]).correlation })
        }
        guard without.count == blocks.count else { return nil }
        let mean = without.reduce(0, +) / Double(without.count)
        let spread = without.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let jackknife = spread * Double(without.count - 1) / Double(without.count)
        let height = min(max(heights[1], 1e-3), 1 - 1e-9)
        let bend = max(2 * heights[1] - heights[0] - heights[2], 1e-9) / height
        // The number of independent values in noise of the signal's bandwidth.
        let independent = Double(until - from) * bend.squareRoot() / 3
        let noise = (1 - height * height) / (height * height * max(independent, 1) * bend)
        // The factor 1.2 allows for the error of a jackknife with few parts.
        return (
            Double(lag) + whole,
            max(1.2 * jackknife.squareRoot(), noise.squareRoot(), 0.01)
        )
    }

    /// The position of the maximum of a parabola through three values, relative to the middle one.
    private static func top(of heights: [Double]) -> Double? {
        guard heights.count == 3 else { return nil }
        let bend = heights[0] - 2 * heights[1] + heights[2]
        guard bend < 0 else { return nil }
        let top = (heights[0] - heights[2]) / (2 * bend)
        return top.magnitude < 3 ? top : nil
    }
}
