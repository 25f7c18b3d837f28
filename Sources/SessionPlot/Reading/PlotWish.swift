// What somebody wants to see of a session.

/// What a plot shows.
package struct PlotWish: Sendable, Equatable {
    /// Only these sensors, by their names in the files; all where there is none.
    package var sensors: [String] = []
    /// Only these files, by their names or those of their recorders; all where there is none.
    package var files: [String] = []
    /// From when, in seconds since the session began.
    package var from: Double?
    /// Until when.
    package var to: Double?
    /// Whether it shows the power by the frequency, and not the course over time.
    package var isSpectrum = false
    /// Into how many stretches the time of a curve is divided at most.
    package var resolution = 4096
    /// Into how many those of all curves together, about.
    package var mostStretches = Int.max

    /// All of a session, over time.
    package init() {}

    /// Whether an instant, in nanoseconds since the session began, is in it.
    func contains(_ time: Int64) -> Bool {
        let seconds = Double(time) / 1e9
        return seconds >= from ?? -.infinity && seconds <= to ?? .infinity
    }

    /// What of a range is in it; `nil` where nothing is.
    func part(of range: ClosedRange<Int64>) -> ClosedRange<Int64>? {
        func instant(_ seconds: Double) -> Int64 {
            Int64(min(max(seconds, -9e9), 9e9) * 1e9)
        }
        let first = max(range.lowerBound, from.map(instant) ?? .min)
        let last = min(range.upperBound, to.map(instant) ?? .max)
        guard first < last || first == last && range.lowerBound == range.upperBound else {
            return nil
        }
        return first...last
    }
}
