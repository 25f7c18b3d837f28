// How many steps were walked, by a motion recorder beside the receiver; of several, one is believed.

internal import Recording
internal import Timebase

/// What pedometers have counted of a walk.
struct WalkedSteps: Sendable, Hashable {
    /// As much of a walk may be missing: a receiver and a sensor do not begin and end at once.
    private static let toleranceInSeconds = 3.0

    /// How many steps; `nil` where nobody has counted.
    private(set) var count: Int?
    /// How far they led, in metres; `nil` where that is not known.
    private(set) var metres: Double?
    /// What whoever reads the data should know.
    private(set) var notes: [String] = []

    /// What nobody has counted.
    init() {}

    /// What the first of some pedometers has counted that counted all the time, or else the first that has a count.
    ///
    /// - Parameters:
    ///   - pedometers: Those that counted meanwhile, the one to be believed first.
    ///   - step: The step that is walked in; without it, all that was recorded.
    ///   - time: When somebody walked, where that is known.
    ///   - end: What is later is no part of it.
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

    /// How many seconds of a walk a pedometer did not record.
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
