// Tracks the state at the point where a replay begins. A recorder may start in the middle of a recording, and
// earlier records are left out. But a gap may still be open at that point, or a finger may be on the screen. Without
// this state the new file would hide the gap, and would contain moves of a finger that never touched.

internal import SampleStream
public import Timebase

/// The gaps and states that begin before the opening and last beyond it.
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

    /// Returns the states that last at the opening, as samples of that instant, and forgets them.
    @usableFromInline
    mutating func found(at opening: BootInstant) -> [Form.Sample] {
        defer { standing.removeAll() }
        return standing.sorted { $0.key < $1.key }.map { Form.found($0.value, at: opening) }
    }

    /// The part of a gap after the opening, if the sample ends or follows that gap; otherwise `nil`.
    ///
    /// It is unknown how many of the missing readings belong after the opening. So their count is divided in
    /// proportion to time, and is at least one.
    @usableFromInline
    mutating func gap(
        upTo sample: Form.Sample,
        from opening: BootInstant
    ) -> Form.Sample? {
        guard !gaps.isEmpty, let gap = gaps.removeValue(forKey: sample.channel) else { return nil }
        return Self.rest(of: gap, from: opening, to: sample.time)
    }

    /// The parts after the opening of the gaps that no reading has ended.
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
