// A recorder may start in the middle of what was recorded. What came before is left out, but not all of
// it is over then: a gap may still be open, and a finger that began before may still be there. Without
// them the new file would seem whole, and its fingers would move without having begun.

internal import SampleStream
public import Timebase

/// What of the records before an opening goes on after it.
@usableFromInline
struct EarlierRecords<Form: RecordedForm> {
    private var standing: [Int: Form.Sample] = [:]
    /// The gaps that no reading of their channel has ended.
    private var gaps: [Int: Form.Sample] = [:]

    @usableFromInline init() {}

    /// Takes a sample from before the opening.
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

    /// What stands at the opening, as far as it was seen before.
    @usableFromInline
    mutating func found(at opening: BootInstant) -> [Form.Sample] {
        defer { standing.removeAll() }
        return standing.sorted { $0.key < $1.key }.map { Form.found($0.value, at: opening) }
    }

    /// The rest of a gap that a sample ends, or follows; `nil` where there is none.
    ///
    /// How many of the missing ones come after the opening nobody counted: as many as its part of the
    /// time, and one at least.
    @usableFromInline
    mutating func gap(
        upTo sample: Form.Sample,
        from opening: BootInstant
    ) -> Form.Sample? {
        guard !gaps.isEmpty, let gap = gaps.removeValue(forKey: sample.channel) else { return nil }
        return Self.rest(of: gap, from: opening, to: sample.time)
    }

    /// The gaps that nothing ends any more.
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
        // The largest number has no double of its own: rounded, it is one that no count can be.
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
