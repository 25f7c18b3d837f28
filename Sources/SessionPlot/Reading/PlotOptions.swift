// What the user wants to see of a session.

internal import SessionFolder

/// What a plot shows.
package struct PlotOptions: Sendable, Equatable {
    /// The names of the sensors to show; all if empty.
    package var sensors: [String] = []
    /// The files to show, by name or by recorder; all if empty.
    package var files: [String] = []
    /// The start, in seconds since the session began.
    package var from: Double?
    /// The end.
    package var to: Double?
    /// True to show the spectrum instead of the values over time.
    package var isSpectrum = false
    /// The largest number of intervals of a curve.
    package var resolution = 4096
    /// The approximate largest number of intervals of all curves together.
    package var mostStretches = Int.max

    /// Everything of a session, over time.
    package init() {}

    /// True if a file is shown, as far as it has samples.
    func shows(_ file: SessionManifest.File) -> Bool {
        files.isEmpty || files.contains(file.path) || files.contains(file.identifier)
    }

    /// True if a sensor of this name is shown.
    func shows(sensor name: String) -> Bool { sensors.isEmpty || sensors.contains(name) }

    /// True if an instant, in nanoseconds since the session began, is within the start and the end.
    func contains(_ time: Int64) -> Bool {
        let seconds = Double(time) / 1e9
        return seconds >= from ?? -.infinity && seconds <= to ?? .infinity
    }

    /// The part of a range within the start and the end; `nil` if there is none.
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
