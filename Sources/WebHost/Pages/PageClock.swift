// When something was done on a page, in the time of the run. A tap lies in a phone and in a network for a while before
// it is here, and in a lost network for long: the page says when it happened by its own clock, and the quickest of its
// messages tell how the two clocks lie.

/// What is known of a page's clock.
///
/// What is quickest on its way takes a little time as well, a millisecond or two: that stays, for each tap alike.
struct PageClock: Sendable, Hashable {
    /// The least delay of recent messages: our seconds less the page's.
    private var offsets: [Double] = []
    private var next = 0

    /// Of how many messages the quickest is looked for: clocks drift, so the old ones are let go of.
    static let memory = 64
    /// More than this no tap has waited.
    static let longestSeconds = 3600.0

    /// A message has come that was sent at an instant of the page's clock.
    mutating func hear(sentSeconds: Double, hereSeconds: Double) {
        let offset = hereSeconds - sentSeconds
        guard offset.isFinite else { return }
        if offsets.count < Self.memory {
            offsets.append(offset)
        } else {
            offsets[next] = offset
            next = (next + 1) % Self.memory
        }
    }

    /// How long ago something happened on the page.
    func secondsAgo(atSeconds at: Double, hereSeconds: Double) -> Double {
        guard let offset = offsets.min(), at.isFinite else { return 0 }
        return min(max(0, hereSeconds - (at + offset)), Self.longestSeconds)
    }
}
