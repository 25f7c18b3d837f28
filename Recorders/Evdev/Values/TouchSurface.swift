// Collects what a device reports of contacts until its frame is complete. It converts all three protocols for
// contacts to one form: a list of slots, each with its contact.

internal import InputRecorder

/// The contacts of a surface, from event to event.
struct TouchSurface {
    /// A contact in the device's own numbers.
    private struct Raw {
        var trackingID: Int32 = -1
        var x: Int32 = 0
        var y: Int32 = 0
        var major: Int32?
        var minor: Int32?
        var orientation: Int32 = 0
        var pressure: Int32?

        mutating func take(_ code: UInt16, _ value: Int32) {
            switch code {
            case EventCode.trackingID: trackingID = value
            case EventCode.contactX: x = value
            case EventCode.contactY: y = value
            case EventCode.touchMajor: major = value
            case EventCode.touchMinor: minor = value
            case EventCode.orientation: orientation = value
            case EventCode.contactPressure: pressure = value
            default: break
            }
        }
    }

    private let way: DeviceShape.TouchProtocol
    private let hasSize: Bool
    private let hasPressure: Bool
    /// With an orientation beyond this value, a contact's longer axis is horizontal rather than vertical.
    private let lying: Int32
    private var tracker = ContactTracker()
    private var raw: [Raw]
    private var slots: [Contact?]
    /// The slot to which events belong.
    private var current: Int
    private var hasChanged = false
    private var knowledge = ContactTracker.Knowledge.whole

    // Protocol A: the contacts of this frame so far, and the one whose events are arriving.
    private var listed: [Raw] = []
    private var telling = Raw()
    private var hasPositionTold = false
    // Protocol A: the slots of the next frame, which of them are taken, and which contacts have none yet.
    private var placed: [Contact?] = []
    private var isTaken: [Bool] = []
    private var isHomeless: [Bool] = []

    // A single contact: its tracking id grows with each touch.
    private var isDown = false
    private var touches: Int32 = 0

    /// A surface in its present state; `nil` for a device that reports no contacts.
    init?(_ shape: DeviceShape) {
        guard let way = shape.touchProtocol else { return nil }
        self.way = way
        let isSingle = way == .single
        hasSize = shape.axes[isSingle ? EventCode.toolWidth : EventCode.touchMajor] != nil
        hasPressure =
            shape.axes[isSingle ? EventCode.pressure : EventCode.contactPressure] != nil
        lying = (shape.axes[EventCode.orientation]?.maximum ?? 0) / 2
        current = Int(shape.axes[EventCode.slot]?.value ?? 0)
        switch way {
        case .slots:
            raw = shape.slots.map { values in
                var one = Raw()
                for (code, value) in values { one.take(code, value) }
                return one
            }
        case .lists:
            raw = []
        case .single:
            var one = Raw()
            one.x = shape.axes[EventCode.x]?.value ?? 0
            one.y = shape.axes[EventCode.y]?.value ?? 0
            one.pressure = shape.axes[EventCode.pressure]?.value
            one.major = shape.axes[EventCode.toolWidth]?.value
            raw = [one]
            isDown = shape.pressedKeys.contains(EventCode.touch)
        }
        slots = Array(repeating: nil, count: raw.count)
        // A device that lists its contacts reports them only in its next frame; until then, only its touch key
        // shows a contact.
        hasChanged = way != .lists
        let isTouched = shape.pressedKeys.contains(EventCode.touch)
        knowledge = way != .lists || isTouched ? .atStart : .whole
    }

    // MARK: Events

    /// Processes a new value of an axis.
    mutating func take(_ code: UInt16, _ value: Int32) {
        switch way {
        case .slots:
            guard EventCode.contactAxes.contains(code) else { return }
            if code == EventCode.slot {
                current = Int(value)
            } else if raw.indices.contains(current) {
                raw[current].take(code, value)
                hasChanged = true
            }
        case .lists:
            guard EventCode.contactAxes.contains(code) else { return }
            telling.take(code, value)
            if code == EventCode.contactX || code == EventCode.contactY { hasPositionTold = true }
            hasChanged = true
        case .single:
            switch code {
            case EventCode.x: raw[0].x = value
            case EventCode.y: raw[0].y = value
            case EventCode.pressure: raw[0].pressure = value
            case EventCode.toolWidth: raw[0].major = value
            default: return
            }
            hasChanged = true
        }
    }

    /// Ends one contact of a list.
    mutating func endContact() {
        guard way == .lists else { return }
        if hasPositionTold { listed.append(telling) }
        telling = Raw()
        hasPositionTold = false
        hasChanged = true
    }

    /// Notes that the surface is touched, or not touched any more.
    mutating func takeTouch(_ isTouched: Bool) {
        switch way {
        case .slots: return
        case .lists: if !isTouched { hasChanged = true }
        case .single:
            if isTouched, !isDown { touches &+= 1 }
            isDown = isTouched
            hasChanged = true
        }
    }

    /// Notes that events were lost: how the state in the next frame came about was not seen.
    ///
    /// A device that lists its contacts cannot be asked for them, so they count as gone until it lists them
    /// again.
    mutating func loseEvents() {
        knowledge = .afterLoss
        telling = Raw()
        hasPositionTold = false
        listed.removeAll(keepingCapacity: true)
        if way == .lists { hasChanged = true }
    }

    /// Notes that the kernel made this frame, so that it was not seen how contacts ended.
    mutating func doubtFrame() {
        if hasChanged { knowledge = .afterLoss }
    }

    /// Ends a frame, and passes the changes of contacts to `tell`.
    mutating func endFrame(tell: (ContactChange) -> Void) {
        guard hasChanged else { return }
        hasChanged = false
        switch way {
        case .slots:
            for slot in raw.indices {
                slots[slot] = raw[slot].trackingID >= 0 ? contact(raw[slot]) : nil
            }
        case .lists:
            endContact()
            hasChanged = false
            placeListed()
        case .single:
            raw[0].trackingID = touches
            slots[0] = isDown ? contact(raw[0]) : nil
        }
        tracker.update(to: slots, knowledge, tell: tell)
        knowledge = .whole
    }

    /// Ends a frame that was read after a loss; more frames of the same state may follow.
    mutating func endFoundFrame(tell: (ContactChange) -> Void) {
        endFrame(tell: tell)
        // A device that lists its contacts reports them later, so its next frame still counts as after a loss.
        knowledge = .afterLoss
    }

    /// Notes that the complete state is known again.
    mutating func endLoss() {
        if way != .lists { knowledge = .whole }
    }

    /// Cancels all contacts, because the device is gone.
    mutating func cancel(tell: (ContactChange) -> Void) {
        for slot in raw.indices { raw[slot].trackingID = -1 }
        isDown = false
        loseEvents()
        tracker.update(to: [], .afterLoss, tell: tell)
    }

    // MARK: Parts

    private func contact(_ raw: Raw) -> Contact {
        var contact = Contact(trackingID: raw.trackingID, x: Double(raw.x), y: Double(raw.y))
        if hasSize, let major = raw.major {
            let minor = raw.minor ?? major
            // Without an orientation, or with a small one, the longer axis is vertical.
            let isLying = lying > 0 && raw.orientation.magnitude > lying.magnitude
            contact.width = Double(isLying ? major : minor)
            contact.height = Double(isLying ? minor : major)
        }
        if hasPressure, let pressure = raw.pressure { contact.pressure = Double(pressure) }
        return contact
    }

    /// Assigns the contacts of a list to slots: each to the slot where its finger was before.
    private mutating func placeListed() {
        // The arrays are kept from frame to frame, so that no frame waits for an allocation.
        placed.removeAll(keepingCapacity: true)
        placed.append(contentsOf: repeatElement(nil, count: slots.count))
        isTaken.removeAll(keepingCapacity: true)
        isTaken.append(contentsOf: repeatElement(false, count: slots.count))
        isHomeless.removeAll(keepingCapacity: true)
        for one in listed {
            let home = slots.indices.first { slot in
                guard !isTaken[slot], let before = slots[slot] else { return false }
                return one.trackingID >= 0 && before.trackingID == one.trackingID
            }
            isHomeless.append(home == nil)
            if let home { place(one, in: home) }
        }
        // Without tracking ids, a contact is matched with the nearest finger of the last frame. The nearest pairs
        // are matched first, so that a new contact takes no other finger's slot.
        while let (one, slot) = nearestPair() {
            isHomeless[one] = false
            var raw = listed[one]
            raw.trackingID = slots[slot]?.trackingID ?? 0
            place(raw, in: slot)
        }
        for one in listed.indices where isHomeless[one] {
            let raw = numbered(listed[one])
            if let empty = slots.indices.first(where: { !isTaken[$0] && slots[$0] == nil }) {
                place(raw, in: empty)
            } else {
                placed.append(contact(raw))
            }
        }
        swap(&slots, &placed)
        listed.removeAll(keepingCapacity: true)
    }

    private mutating func place(_ raw: Raw, in slot: Int) {
        placed[slot] = contact(raw)
        isTaken[slot] = true
    }

    /// The contact without a tracking id that is nearest to the place of an unassigned finger, and that
    /// finger's slot.
    private func nearestPair() -> (contact: Int, slot: Int)? {
        var nearest: (contact: Int, slot: Int, distance: Double)?
        for one in listed.indices where isHomeless[one] && listed[one].trackingID < 0 {
            for slot in slots.indices where !isTaken[slot] && slots[slot] != nil {
                let distance = distance(listed[one], slot)
                if distance < nearest?.distance ?? .infinity { nearest = (one, slot, distance) }
            }
        }
        return nearest.map { ($0.contact, $0.slot) }
    }

    private mutating func numbered(_ raw: Raw) -> Raw {
        guard raw.trackingID < 0 else { return raw }
        var numbered = raw
        touches = touches == .max ? 0 : touches + 1
        numbered.trackingID = touches
        return numbered
    }

    private func distance(_ raw: Raw, _ slot: Int) -> Double {
        guard let contact = slots[slot] else { return .infinity }
        let (x, y) = (Double(raw.x) - contact.x, Double(raw.y) - contact.y)
        return x * x + y * y
    }
}
