// The rules that grade a sensor's numbers and give the reasons. A table of tests covers both sides of each limit.

internal import PlainWords

/// The rules by which a recording is graded.
package enum QualityRules {
    /// The mean rotation, in rad/s, above which the unit must be wrong: most gyroscopes measure at most 2000 °/s, which
    /// is 34.9 rad/s.
    package static let fastestRotation = 35.0
    /// If a fault affects more than this fraction of the recording's time or samples, the recording is unusable.
    static let tooMuch = 0.1
    /// If more than this fraction of its samples are clipped, a sensor is unusable.
    static let tooMuchClipping = 0.01
    /// The tolerance of the measured rate, relative to the rate that was set, or else asked for.
    static let rateTolerance = 0.05
    /// The tolerance of the measured gravity, relative to 1 g.
    static let gravityTolerance = 0.1
    /// Standard gravity, in m/s².
    static let standardGravity = 9.80665

    /// Returns what keeps a sensor's recording from being good, each with the grade that it leads to.
    static func reasons(
        _ sensor: SessionCheck.Sensor,
        _ quality: SampleQuality
    ) -> [RecordingQuality.Reason] {
        let name = sensor.sensorType
        let areApart = sensor.measuredRateInHertz != nil || quality.intervals != nil
        guard sensor.samples > 1, areApart || quality.backwardSteps > 0 else {
            return [.init(grade: .unusable, what: "\(name) has no two samples at different times")]
        }
        let duration = quality.duration(of: sensor.samples)
        return [
            order(quality, name),
            alone(quality, name),
            gravity(quality, name),
            rotation(quality, name),
            loss(quality, name, of: duration),
            gaps(quality, name, of: duration),
            duplicates(quality, name, of: sensor.samples),
            clipping(quality, name, of: sensor.samples),
            rate(sensor, quality),
            stillness(quality, name),
        ].compactMap { $0 }
    }

    /// The reason for a damaged file: its numbers may describe only a part of it.
    static let damaged = RecordingQuality.Reason(grade: .unusable, what: "it is damaged")

    private static func order(
        _ quality: SampleQuality,
        _ name: String
    ) -> RecordingQuality.Reason? {
        guard quality.backwardSteps > 0 else { return nil }
        let times = Quantity.count(quality.backwardSteps, "time", "times")
        return .init(grade: .unusable, what: "the time of \(name) goes back \(times)")
    }

    private static func alone(
        _ quality: SampleQuality,
        _ name: String
    ) -> RecordingQuality.Reason? {
        guard quality.intervals == nil, quality.backwardSteps == 0 else { return nil }
        return .init(
            grade: .unusable,
            what: "\(name) has no two samples without a loss or a pause between"
        )
    }

    private static func rotation(
        _ quality: SampleQuality,
        _ name: String
    ) -> RecordingQuality.Reason? {
        guard let found = quality.meanRotation, found > fastestRotation else { return nil }
        return .init(
            grade: .unusable,
            what:
                "\(name) turns \(rounded(found)) rad/s on average, too fast for a person: this looks like °/s"
        )
    }

    private static func gravity(
        _ quality: SampleQuality,
        _ name: String
    ) -> RecordingQuality.Reason? {
        guard let found = quality.stillAcceleration, let unit = unit(ofGravity: found) else {
            return nil
        }
        let looks =
            switch unit {
            case .other: "check its unit, its scale and its calibration"
            case .metresPerSecondSquared: "this looks like m/s²"
            case .milligravities: "this looks like mg"
            }
        return .init(
            grade: .unusable,
            what: "\(name) measures \(rounded(found)) at rest, where 1 g is 1: \(looks)"
        )
    }

    /// The likely unit of an acceleration that is not in g.
    enum OtherUnit: Equatable { case metresPerSecondSquared, milligravities, other }

    /// Guesses the unit of an accelerometer from its magnitude at rest; `nil` for g.
    static func unit(ofGravity found: Double) -> OtherUnit? {
        func isNear(_ expected: Double) -> Bool {
            abs(found - expected) <= gravityTolerance * expected
        }
        if isNear(1) { return nil }
        if isNear(standardGravity) { return .metresPerSecondSquared }
        return isNear(1000) ? .milligravities : .other
    }

    private static func loss(
        _ quality: SampleQuality,
        _ name: String,
        of duration: Double
    ) -> RecordingQuality.Reason? {
        let losses = quality.losses
        guard losses.count > 0 else { return nil }
        let length = losses.seconds.map { " of \(seconds($0)) together" } ?? ""
        return .init(
            grade: grade(losses.seconds ?? 0, of: duration),
            what: "\(name): \(Quantity.count(losses.count, "loss", "losses"))\(length)"
        )
    }

    private static func gaps(
        _ quality: SampleQuality,
        _ name: String,
        of duration: Double
    ) -> RecordingQuality.Reason? {
        let gaps = quality.gaps
        guard gaps.count > 0 else { return nil }
        return .init(
            grade: grade(gaps.seconds, of: duration),
            what: "\(name): \(Quantity.count(gaps.count, "gap", "gaps")) without a gap record,"
                + " of \(seconds(gaps.seconds)) together, the longest \(seconds(gaps.longestSeconds))"
        )
    }

    private static func duplicates(
        _ quality: SampleQuality,
        _ name: String,
        of samples: Int
    ) -> RecordingQuality.Reason? {
        guard quality.duplicates > 0 else { return nil }
        return .init(
            grade: grade(Double(quality.duplicates), of: Double(samples)),
            what: "\(name): \(Quantity.count(quality.duplicates, "duplicate", "duplicates"))"
        )
    }

    private static func clipping(
        _ quality: SampleQuality,
        _ name: String,
        of samples: Int
    ) -> RecordingQuality.Reason? {
        guard let worst = quality.clipping.max(by: { $0.samples < $1.samples }) else { return nil }
        let channels = quality.clipping.map(\.channel).joined(separator: ", ")
        let isTooMuch = Double(worst.samples) > tooMuchClipping * Double(samples)
        return .init(
            grade: isTooMuch && !worst.isSuspected ? .unusable : .usable,
            what: "\(name) \(worst.isSuspected ? "seems to be" : "is") clipped at"
                + " ±\(rounded(worst.limit)): \(channels), up to"
                + " \(Quantity.count(worst.samples, "sample", "samples"))"
        )
    }

    private static func rate(
        _ sensor: SessionCheck.Sensor,
        _ quality: SampleQuality
    ) -> RecordingQuality.Reason? {
        guard let expected = quality.setRateInHertz ?? quality.askedRateInHertz, expected > 0,
            let median = quality.intervals?.medianSeconds,
            abs(1 / median - expected) > rateTolerance * expected
        else { return nil }
        return .init(
            grade: .usable,
            what: "\(sensor.sensorType) has \(rounded(1 / median)) Hz between losses, not"
                + " \(rounded(expected)) Hz"
        )
    }

    private static func stillness(
        _ quality: SampleQuality,
        _ name: String
    ) -> RecordingQuality.Reason? {
        quality.isStill == true
            ? .init(grade: .usable, what: "\(name) does not move in the whole file") : nil
    }

    private static func grade(_ part: Double, of whole: Double) -> RecordingQuality.Grade {
        part > tooMuch * whole ? .unusable : .usable
    }

    /// Formats a duration, as in "0.4 s" or "13 ms".
    static func seconds(_ seconds: Double) -> String {
        guard seconds < 1e9 else { return "more than thirty years" }
        if seconds >= 0.1 || seconds == 0 { return "\(Quantity.oneDecimal(seconds)) s" }
        return seconds >= 0.001
            ? "\(Quantity.oneDecimal(seconds * 1e3)) ms"
            : "\(Quantity.oneDecimal(seconds * 1e6)) µs"
    }

    /// Rounds a number for a user: to two decimals.
    private static func rounded(_ value: Double) -> String {
        guard abs(value) < 1e9 else { return Quantity.plain(value) }
        return Quantity.plain((value * 100).rounded() / 100)
    }
}

extension SampleQuality {
    /// How long a sensor was recorded, from its samples and what is missing.
    func duration(of samples: Int) -> Double {
        let period = intervals?.medianSeconds ?? 0
        return Double(samples - duplicates) * period + (losses.seconds ?? 0) + gaps.seconds
    }
}
