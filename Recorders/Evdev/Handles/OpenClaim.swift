// That a device is open in this program, for as long as the value lives that has it open.

internal import Synchronization

/// An entry among the devices that this program has open.
struct OpenClaim: ~Copyable {
    private let key: OpenDevices.Key
    private let grabs: Bool

    private static let open = Mutex(OpenDevices())

    /// Enters a device.
    ///
    /// - Parameters:
    ///   - facts: The device.
    ///   - grabs: Whether it is to be grabbed.
    ///   - prepare: Does what is to be done, one recorder at a time: two that try would find each other.
    /// - Throws: What that throws; then the device is not entered.
    init(
        _ facts: InputDeviceFacts,
        grabs: Bool,
        prepare: (OpenDevices.Answer) throws(EvdevError) -> Void
    ) throws(EvdevError) {
        let key = OpenDevices.Key(facts)
        try Self.open.withLock { open throws(EvdevError) in
            try prepare(open.answer(for: key, grabs: grabs))
            open.enter(key, grabs: grabs)
        }
        self.key = key
        self.grabs = grabs
    }

    deinit {
        let (key, grabs) = (key, grabs)
        Self.open.withLock { $0.leave(key, grabs: grabs) }
    }

    /// Whether a recorder of this program has grabbed a device.
    static func isGrabbed(_ facts: InputDeviceFacts) -> Bool {
        open.withLock { $0.isGrabbed(OpenDevices.Key(facts)) }
    }
}
