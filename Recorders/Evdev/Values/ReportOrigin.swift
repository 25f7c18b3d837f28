// Whose a report is. When a device goes, is inhibited, or the machine falls asleep, the kernel lets go of
// what is down: a report of nothing but releases, which it ends by SYN_REPORT with the value 1. Drivers
// end theirs with 0. The kernel has the 1 in two other reports: in those of a key that repeats, and where
// it cuts one that is longer than it has room for. Of slots it lets go only where a device is inhibited,
// and only since Linux 6.1; before that their fingers stay.

/// What is known of a report's origin, from event to event.
struct ReportOrigin {
    /// The fewest events that a cut report has before its end.
    private let shortestCut: Int
    private var count = 0
    private var isOnlyReleases = true

    /// What is known before the first event of a device.
    ///
    /// - Parameter slots: How many it has. The kernel has room for seven events and a report's end, and
    ///   of each slot for its place, its number and the end of a contact.
    init(slots: Int = 0) {
        shortestCut = 8 + 3 * slots
    }

    /// Takes an event, the one that ends the report too.
    ///
    /// - Returns: Whether a report ends with it in which the kernel itself let go of keys or fingers:
    ///   nobody saw how they were released.
    mutating func take(_ event: RawEvent) -> Bool {
        guard event.isReport else {
            count += 1
            if !Self.isRelease(event) { isOnlyReleases = false }
            return false
        }
        defer { forget() }
        return event.value == 1 && isOnlyReleases && (1..<shortestCut).contains(count)
    }

    /// Forgets what has been told of a report that will have no end.
    mutating func forget() {
        count = 0
        isOnlyReleases = true
    }

    /// Whether an event only lets go, or says where.
    private static func isRelease(_ event: RawEvent) -> Bool {
        switch (event.type, event.code) {
        case (EventType.key, _): event.value == 0
        case (EventType.absolute, EventCode.slot): true
        case (EventType.absolute, EventCode.trackingID): event.value == -1
        case (EventType.absolute, EventCode.pressure): event.value == 0
        default: false
        }
    }
}
