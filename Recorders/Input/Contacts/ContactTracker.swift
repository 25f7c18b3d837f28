// From what a multi-touch device says to what fingers do. A device tells slots, each with a tracking
// id while a finger is on it, and ends a frame by a report; between two frames a finger began, moved,
// or ended. After events were lost the state is asked for anew: what is gone was cancelled, since
// nobody saw how it ended, and nothing is told that was not seen.

/// One finger as a device tells it.
package struct Contact: Sendable, Hashable {
    /// The device's number for the finger, as long as it is there.
    package var trackingID: Int32
    package var x: Double
    package var y: Double
    package var width: Double?
    package var height: Double?
    package var pressure: Double?

    package init(
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
package struct ContactChange: Sendable, Hashable {
    package var phase: TouchPhase
    /// The finger's number: those on the surface have different ones, the smallest that are free.
    package var index: Int
    /// Where it is, or was last.
    package var contact: Contact
    /// Whether it was found so after events were lost, and nobody knows since when.
    package var isFound = false
}

/// Follows fingers from frame to frame.
package struct ContactTracker: Sendable {
    /// How events came before a frame.
    package enum Knowledge: Sendable, Hashable {
        /// All of them.
        case whole
        /// Some were lost since the frame before.
        case afterLoss
        /// There was nobody to see them: the recording begins.
        case atStart
    }

    private struct Finger {
        var index: Int
        var contact: Contact
    }

    /// The fingers on the surface, by slot.
    private var present: [Finger?] = []
    private var usedIndices: [Bool] = []

    /// A surface that nobody touches.
    package init() {}

    /// What fingers did; those that left come first, both in the order of their slots.
    ///
    /// - Parameters:
    ///   - slots: Where all of them are now, by slot.
    ///   - knowledge: Whether everything was seen that came before.
    ///   - tell: Is called for each change.
    package mutating func update(
        to slots: [Contact?],
        _ knowledge: Knowledge = .whole,
        tell: (ContactChange) -> Void
    ) {
        while present.count < slots.count { present.append(nil) }
        for slot in present.indices {
            guard let before = present[slot],
                slot >= slots.count || slots[slot]?.trackingID != before.contact.trackingID
            else { continue }
            present[slot] = nil
            usedIndices[before.index] = false
            tell(
                ContactChange(
                    phase: knowledge == .whole ? .ended : .cancelled,
                    index: before.index,
                    contact: before.contact,
                    isFound: knowledge != .whole
                )
            )
        }
        for slot in slots.indices {
            guard let contact = slots[slot] else { continue }
            if let before = present[slot] {
                guard before.contact != contact else { continue }
                present[slot]?.contact = contact
                tell(
                    ContactChange(
                        phase: .moved,
                        index: before.index,
                        contact: contact,
                        isFound: knowledge != .whole
                    )
                )
            } else {
                let index = takeFreeIndex()
                present[slot] = Finger(index: index, contact: contact)
                tell(
                    ContactChange(
                        phase: knowledge == .atStart ? .stationary : .began,
                        index: index,
                        contact: contact,
                        isFound: knowledge != .whole
                    )
                )
            }
        }
    }

    private mutating func takeFreeIndex() -> Int {
        let index = usedIndices.firstIndex(of: false) ?? usedIndices.count
        if index == usedIndices.count { usedIndices.append(false) }
        usedIndices[index] = true
        return index
    }
}
