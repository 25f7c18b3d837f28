// Keeps the state at the point where a replay begins. A recorder may start in the middle of a recording, and
// earlier records are left out. But a gap may still be open then, or a finger that touched earlier may still be
// there. Without them the new file would seem complete, and fingers would move that never began.

internal import SampleStream
public import Timebase

/// The state that records before the opening leave for the time after it.
@usableFromInline
struct EarlierRecords<Form: RecordedForm> {
    private var standing: [Int: Form.Sample] = [:]
    /// The gaps that no later reading of their channel has ended.
    private var gaps: [Int: Form.Sample] = [:]

    @usableFromInline init() {}

    /// Adds a sample from before the opening.
    @usableFromInline
    mutating func take(_ sample: Form.Sample) {
        switch sample.role {
        case .gap: gaps[sample.channel] = sample
        case .mark: break
        case .reading:
            gaps[sample.channel] = nil
            switch Form.standing(after: sample) {
            case .begins(let number)?: standing[number] = sample
            case .ends(let number)?: standing[number] = nil
            case nil: break
            }
        }
    }

    /// The state at the opening: what had begun before and goes on.
    @usableFromInline
    mutating func found(at opening: BootInstant) -> [Form.Sample] {
        defer { standing.removeAll() }
        return standing.sorted { $0.key < $1.key }.map { Form.found($0.value, at: opening) }
    }

    /// The part of a gap after the opening, if the sample ends or follows that gap; otherwise `nil`.
    ///
    /// Nobody has counted how many of its readings come after the opening. So it is divided in proportion to time,
    /// with one reading at least.
    @usableFromInline
    mutating func gap(
        upTo sample: Form.Sample,
        from opening: BootInstant
    ) -> Form.Sample? {
        guard !gaps.isEmpty, let gap = gaps.removeValue(forKey: sample.channel) else { return nil }
        return Self.rest(of: gap, from: opening, to: sample.time)
    }

    /// The gaps that no reading has ended.
    @usableFromInline
    mutating func gaps(upTo end: BootInstant, from opening: BootInstant) -> [Form.Sample] {
        defer { gaps.removeAll() }
        return gaps.sorted { $0.key < $1.key }.compactMap {
            Self.rest(of: $0.value, from: opening, to: end)
        }
    }

    private static func rest(
        of gap: Form.Sample,
        from opening: BootInstant,
        to end: BootInstant
    ) -> Form.Sample? {
        guard case .gap(let lost, let reason, _) = gap.role else { return nil }
        let whole = gap.time.duration(to: end) / .nanoseconds(1)
        let part = opening.duration(to: end) / .nanoseconds(1)
        let share = whole > 0 ? min(1, max(0, part / whole)) : 0
        // A share of nearly the largest count may round beyond the range of integers.
        let after = Int64(exactly: (Double(lost) * share).rounded()) ?? lost
        return .gap(
            channel: gap.channel,
            at: opening,
            lost: max(1, min(after, lost)),
            reason: reason,
            isEstimated: true
        )
    }
}
