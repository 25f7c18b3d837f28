// Records that a device is open in this program, for as long as the value lives.

internal import Synchronization

/// An entry in the list of devices that this program has open.
struct OpenClaim: ~Copyable {
    private let key: OpenDevices.Key
    private let grabs: Bool

    private static let open = Mutex(OpenDevices())

    /// Adds a device to the list.
    ///
    /// - Parameters:
    ///   - facts: The device.
    ///   - grabs: Whether it is to be grabbed.
    ///   - prepare: Prepares the device. Only one recorder does so at a time: two that tried a grab would block
    ///     each other.
    /// - Throws: What `prepare` throws; the device is then not added.
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

    /// True if a recorder of this program has grabbed the device.
    static func isGrabbed(_ facts: InputDeviceFacts) -> Bool {
        open.withLock { $0.isGrabbed(OpenDevices.Key(facts)) }
    }
}
