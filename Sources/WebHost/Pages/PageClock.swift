// Converts the time of an event on a page to the run's time. A tap may wait in a phone and a network, and for long in a
// lost one. So the page says by its own clock when it happened, and the fastest of its messages reveal the offset
// between the two clocks.

internal import ViewTree

/// The offset of a page's clock.
///
/// Even the fastest message takes a millisecond or two. That error remains; it is the same for each tap.
struct PageClock: Sendable, Hashable {
    /// For each recent message: our time of arrival less the page's time of sending, in seconds.
    private var offsets: [Double] = []
    private var next = 0

    /// How many recent messages count: clocks drift, so older ones are forgotten.
    static let memory = 64
    /// A page gives up a message long before this.
    ///
    /// One that seems later shows that the page's clock has stood still, as it does while the page's machine is
    /// suspended.
    private static let longestDelaySeconds = 60.0

    /// Notes a message: when it was sent, by the page's clock, and when it arrived.
    mutating func hear(sentSeconds: Double, hereSeconds: Double) {
        let offset = hereSeconds - sentSeconds
        guard offset.isFinite else { return }
        if let least = offsets.min(), offset - least > Self.longestDelaySeconds {
            (offsets, next) = ([], 0)
        }
        if offsets.count < Self.memory {
            offsets.append(offset)
        } else {
            offsets[next] = offset
            next = (next + 1) % Self.memory
        }
    }

    /// Returns how long ago something happened on the page; `nil` if that is longer than an event may wait.
    func secondsAgo(atSeconds at: Double, hereSeconds: Double) -> Double? {
        guard let offset = offsets.min(), at.isFinite else { return 0 }
        let ago = max(0, hereSeconds - (at + offset))
        // A shorter age in its place would be a wrong time in the data.
        return ViewEvent.possibleSecondsAgo.contains(ago) ? ago : nil
    }
}
