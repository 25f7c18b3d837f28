// From what a multi-touch device says to what fingers do. A device tells slots, each with a tracking
// id while a finger is on it, and ends a frame by a report; between two frames a finger began, moved,
// or ended. After events were lost the state is asked for anew: what is gone was cancelled, since
// nobody saw how it ended, and nothing is told that was not seen.

/// One finger as a device tells it.
public struct Contact: Sendable, Hashable {
    /// The device's number for the finger, as long as it is there.
    public var trackingID: Int32
    public var x: Double
    public var y: Double
    public var width: Double?
    public var height: Double?
    public var pressure: Double?

    public init(
        trackingID: Int32,
        x: Double,
        y: Double,
        width: Double? = nil,
        height: Double? = nil,
        pressure: Double? = nil
    ) {
        self.trackingID = trackingID
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.pressure = pressure
    }
}

/// What a finger did from one frame to the next.
public struct ContactChange: Sendable, Hashable {
    public var phase: TouchPhase
    /// The finger's number: those on the surface have different ones, the smallest that are free.
    public var index: Int
    /// Where it is, or was last.
    public var contact: Contact
}

/// Follows fingers from frame to frame.
public struct ContactTracker: Sendable {
    /// The fingers on the surface, by slot.
    private var present: [Int: (index: Int, contact: Contact)] = [:]
    private var usedIndices: Set<Int> = []

    /// A surface that nobody touches.
    public init() {}

    /// The fingers on the surface, by the order in which they came.
    public var contacts: [Contact] {
        present.values.sorted { $0.index < $1.index }.map(\.contact)
    }

    /// What fingers did; those that left come first.
    ///
    /// - Parameters:
    ///   - slots: Where all of them are now, by slot.
    ///   - isResync: Whether events were lost since the last frame.
    /// - Returns: The changes, in the order in which a file has them.
    public mutating func update(
        to slots: [Int: Contact],
        isResync: Bool = false
    ) -> [ContactChange] {
        var changes: [ContactChange] = []
        for (slot, before) in present.sorted(by: { $0.value.index < $1.value.index })
        where slots[slot]?.trackingID != before.contact.trackingID {
            present[slot] = nil
            usedIndices.remove(before.index)
            let phase = isResync ? TouchPhase.cancelled : .ended
            changes.append(
                ContactChange(phase: phase, index: before.index, contact: before.contact)
            )
        }
        for (slot, contact) in slots.sorted(by: { $0.key < $1.key }) {
            if let before = present[slot] {
                guard before.contact != contact else { continue }
                present[slot] = (before.index, contact)
                changes.append(
                    ContactChange(phase: .moved, index: before.index, contact: contact)
                )
            } else {
                let index = freeIndex
                usedIndices.insert(index)
                present[slot] = (index, contact)
                changes.append(ContactChange(phase: .began, index: index, contact: contact))
            }
        }
        return changes
    }

    /// Takes all fingers off, as nobody can tell any more what they do.
    public mutating func cancel() -> [ContactChange] { update(to: [:], isResync: true) }

    private var freeIndex: Int {
        var index = 0
        while usedIndices.contains(index) { index += 1 }
        return index
    }
}
