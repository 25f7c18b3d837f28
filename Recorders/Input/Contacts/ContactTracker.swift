// Turns a multi-touch device's state into what fingers do. The device reports slots, each with a tracking id while
// a finger is on it, and ends each frame with a report. Between two frames a finger began, moved or ended. After
// events were lost, the state is read again. Fingers that are gone then count as cancelled, because nobody saw how
// they ended; nothing is recorded that was not observed.

/// One finger, as a device reports it.
package struct Contact: Sendable, Hashable {
    /// The device's number for the finger while it touches the surface.
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
    /// The finger's number: different for all fingers on the surface, and the smallest that is free.
    package var index: Int
    /// Where the finger is, or last was.
    package var contact: Contact
    /// Whether the state was read at the start or after a loss, instead of observed, so that its beginning is unknown.
    package var isFound = false
}

/// Follows fingers from frame to frame.
package struct ContactTracker: Sendable {
    /// How complete the events before a frame are.
    package enum Knowledge: Sendable, Hashable {
        /// No event is missing.
        case whole
        /// Some were lost since the previous frame.
        case afterLoss
        /// Unknown: the recording begins here.
        case atStart
    }

    private struct Finger {
        var index: Int
        var contact: Contact
    }

    /// The fingers on the surface, by slot.
    private var present: [Finger?] = []
    private var usedIndices: [Bool] = []

    /// A surface without fingers.
    package init() {}

    /// Reports what fingers did; fingers that left come first, both groups in the order of their slots.
    ///
    /// - Parameters:
    ///   - slots: The present contact in each slot.
    ///   - knowledge: How complete the events before this frame are.
    ///   - tell: Called for each change.
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
