// Converts the time of an event on a page to the run's time. A phone or a network may delay a tap, and a broken
// connection delays it for long. So each event carries the time of the page's own clock, and the messages with the
// least delay reveal the offset between the two clocks.

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
    /// No message takes this long: a page gives up much earlier.
    ///
    /// If one seems to, the page's clock has stopped in between, as it does while the page's machine is suspended. The
    /// earlier offsets are wrong then, and are dropped.
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

    /// Returns how long ago something happened on the page.
    ///
    /// Returns `nil` if that is longer than an event may wait, and 0 if the page's clock is not known.
    func secondsAgo(atSeconds at: Double, hereSeconds: Double) -> Double? {
        guard let offset = offsets.min(), at.isFinite else { return 0 }
        let ago = max(0, hereSeconds - (at + offset))
        // An age cut to the limit would put a wrong time into the data.
        return ViewEvent.possibleSecondsAgo.contains(ago) ? ago : nil
    }
}
