// What an open device is, and its state at that moment: everything that is needed to interpret its events.

/// A device's axes, slots and keys at the moment when it is opened.
struct DeviceShape: Sendable, Hashable {
    /// An absolute axis.
    struct Axis: Sendable, Hashable {
        var minimum: Int32 = 0
        var maximum: Int32 = 0
        /// Units per millimetre, per g, or per degree a second; 0 if the device does not report it.
        var resolution: Int32 = 0
        var value: Int32 = 0
    }

    /// Its axes by code.
    var axes: [UInt16: Axis] = [:]
    /// The initial state of each slot, by code of axis; empty if it has no slots.
    var slots: [[UInt16: Int32]] = []
    /// The keys that are down, including those of a digitizer.
    var pressedKeys: Set<UInt16> = []
    /// The switches that are on.
    var switchesOn: Set<UInt16> = []
    /// Whether a key reports that the surface is touched.
    var hasTouchKey = false
    var isAccelerometer = false

    /// How a device reports contacts.
    enum TouchProtocol: Sendable, Hashable {
        /// In slots, each with a tracking id: protocol B.
        case slots
        /// All contacts in each frame, one after the other: protocol A.
        case lists
        /// One contact, on the device's own axes.
        case single
    }

    /// How the device reports contacts; `nil` if it does not.
    var touchProtocol: TouchProtocol? {
        guard !isAccelerometer else { return nil }
        // Some devices claim every axis there is, including the reserved one, which no device has.
        if axes[EventCode.contactX] != nil, axes[EventCode.contactY] != nil,
            axes[EventCode.reserved] == nil
        {
            return slots.isEmpty ? .lists : .slots
        }
        let hasPosition = axes[EventCode.x] != nil && axes[EventCode.y] != nil
        return hasPosition && hasTouchKey ? .single : nil
    }
}
