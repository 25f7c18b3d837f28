// What an open device is and how it stands at that moment: all that the reading of its events needs.

/// A device's axes, slots and keys as they are when it is opened.
struct DeviceShape: Sendable, Hashable {
    /// An absolute axis.
    struct Axis: Sendable, Hashable {
        var minimum: Int32 = 0
        var maximum: Int32 = 0
        /// Units a millimetre, a g, or a degree a second; 0 where the device does not tell.
        var resolution: Int32 = 0
        var value: Int32 = 0
    }

    /// The axes that it has, by their codes.
    var axes: [UInt16: Axis] = [:]
    /// What each slot has at the beginning, by the codes of axes; empty without slots.
    var slots: [[UInt16: Int32]] = []
    /// The keys that are down, those of a digitizer among them.
    var pressedKeys: Set<UInt16> = []
    /// The switches that are on.
    var switchesOn: Set<UInt16> = []
    /// Whether it tells by a key that somebody touches it.
    var hasTouchKey = false
    var isAccelerometer = false

    /// How contacts are told.
    enum TouchProtocol: Sendable, Hashable {
        /// By slots, each with a tracking id: protocol B.
        case slots
        /// All of them in each frame, one after the other: protocol A.
        case lists
        /// One, by the device's own axes.
        case single
    }

    /// How it tells of contacts, if it does.
    var touchProtocol: TouchProtocol? {
        guard !isAccelerometer else { return nil }
        // Some devices claim every axis there is, and with them the one that nobody can have.
        if axes[EventCode.contactX] != nil, axes[EventCode.contactY] != nil,
            axes[EventCode.reserved] == nil
        {
            return slots.isEmpty ? .lists : .slots
        }
        let hasPosition = axes[EventCode.x] != nil && axes[EventCode.y] != nil
        return hasPosition && hasTouchKey ? .single : nil
    }
}
