// Decides whether a driver or the kernel itself made a report. When a device goes or is inhibited, or the
// machine falls asleep, the kernel releases the keys that are down. It does so in a report of nothing but
// releases that ends with SYN_REPORT of value 1; drivers end theirs with value 0. The kernel uses value 1 in
// two other reports: of a repeating key, and where it cuts a report that is too long for its buffer. It ends
// the contacts in slots only if a device is inhibited, and only since Linux 6.1; before, the contacts stay.

/// What is known of a report's origin, from event to event.
struct ReportOrigin {
    /// The fewest events before the end of a report that the kernel has cut.
    private let shortestCut: Int
    private var count = 0
    private var isOnlyReleases = true

    /// The state before the first event of a device.
    ///
    /// - Parameter slots: The number of its slots. The kernel's buffer has room for seven events and the end of
    ///   a report, and for three events of each slot: its place, its number and the end of a contact.
    init(slots: Int = 0) {
        shortestCut = 8 + 3 * slots
    }

    /// Processes an event, including one that ends a report.
    ///
    /// - Returns: True if the event ends a report in which the kernel itself released keys or contacts, so that
    ///   it was not seen how they were released.
    mutating func take(_ event: RawEvent) -> Bool {
        guard event.isReport else {
            count += 1
            if !Self.isRelease(event) { isOnlyReleases = false }
            return false
        }
        defer { forget() }
        return event.value == 1 && isOnlyReleases && (1..<shortestCut).contains(count)
    }

    /// Discards the beginning of a report that will have no end.
    mutating func forget() {
        count = 0
        isOnlyReleases = true
    }

    /// True if an event only releases something, or only names a slot.
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
