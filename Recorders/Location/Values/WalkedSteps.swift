// Determines how many steps were walked. If several motion recorders of the run counted steps, it chooses one.

internal import Recording
internal import Timebase

/// The steps that pedometers have counted in a walk.
struct WalkedSteps: Sendable, Hashable {
    /// How much of a walk may be missing, because a receiver and a sensor do not begin and end at the same time.
    private static let toleranceInSeconds = 3.0

    /// The number of steps; `nil` if no pedometer has a count.
    private(set) var count: Int?
    /// The distance in metres; `nil` if unknown.
    private(set) var metres: Double?
    /// Notes for readers of the data.
    private(set) var notes: [String] = []

    /// No steps and no notes.
    init() {}

    /// Uses the first pedometer that counted all the time, or else the first that has a count.
    ///
    /// - Parameters:
    ///   - pedometers: The pedometers that counted during the recording, the most trusted first.
    ///   - step: The step of the walk; `nil` for the whole recording.
    ///   - time: The time of the walk, if known.
    ///   - end: Anything later is ignored.
    init(
        of pedometers: [any SharedPedometer],
        in step: String?,
        lasting time: ClosedRange<BootInstant>?,
        until end: BootInstant
    ) {
        var found: (account: PedometerAccount, identifier: String, missing: Double)?
        var failed: [String] = []
        for pedometer in pedometers {
            let account = pedometer.account(of: step, until: end)
            let missing = time.map { Self.missing(in: $0, of: pedometer) } ?? 0
            let isWhole = missing <= Self.toleranceInSeconds
            if account.steps == nil {
                failed += account.reasons
            } else if isWhole || found == nil {
                found = (account, pedometer.identifier, isWhole ? 0 : missing)
                if isWhole { break }
            }
        }
        notes = failed + (found?.account.reasons ?? [])
        guard let found else { return }
        (count, metres) = (found.account.steps, found.account.metres)
        if pedometers.count > 1 {
            notes.append("of several pedometers, that of '\(found.identifier)' is answered")
        }
        if found.missing > 0 {
            notes.append(
                "'\(found.identifier)' did not record for \(Int(min(found.missing, 1e9).rounded())) s of "
                    + "the walk, and the steps in them are not counted"
            )
        }
    }

    /// How many seconds of a walk a pedometer missed.
    private static func missing(
        in time: ClosedRange<BootInstant>,
        of pedometer: any SharedPedometer
    ) -> Double {
        guard let span = pedometer.span else { return .infinity }
        func seconds(from earlier: BootInstant, to later: BootInstant) -> Double {
            max(0, (Double(later.nanoseconds) - Double(earlier.nanoseconds)) / 1e9)
        }
        let behind = span.end.map { seconds(from: $0, to: time.upperBound) } ?? 0
        return seconds(from: time.lowerBound, to: span.start) + behind
    }
}
