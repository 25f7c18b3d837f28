// The devices that this program reads. Several recorders may read one device. To find out whether another
// program has grabbed a device, opening tries a grab, which takes events from the other readers without their
// notice. If this program already reads the device, that is unnecessary.

/// Which devices this program reads, and which it has grabbed.
struct OpenDevices {
    /// A device, from plugging in to unplugging.
    struct Key: Hashable, Sendable {
        private let node: String
        private let instance: String?

        init(_ facts: InputDeviceFacts) {
            node = facts.node
            instance = facts.instance
        }
    }

    /// What a recorder must do when it opens a device.
    enum Answer: Hashable {
        /// Find out whether another program has grabbed it.
        case tryGrab
        /// Grab it, and keep the grab.
        case grab
        /// Nothing: the device already sends its events to this program.
        case read
        /// Give up: another recorder of this program has grabbed it.
        case refuse
    }

    private var readers: [Key: Int] = [:]
    private var grabbed: Set<Key> = []

    /// What to do with a device that is opened.
    func answer(for key: Key, grabs: Bool) -> Answer {
        if grabbed.contains(key) { return .refuse }
        if grabs { return .grab }
        return readers[key] == nil ? .tryGrab : .read
    }

    /// True if a recorder of this program has grabbed the device.
    func isGrabbed(_ key: Key) -> Bool { grabbed.contains(key) }

    /// Notes that a recorder has opened a device.
    mutating func enter(_ key: Key, grabs: Bool) {
        readers[key, default: 0] += 1
        if grabs { grabbed.insert(key) }
    }

    /// Notes that a recorder has closed a device.
    mutating func leave(_ key: Key, grabs: Bool) {
        guard let count = readers[key] else { return }
        readers[key] = count > 1 ? count - 1 : nil
        if grabs { grabbed.remove(key) }
    }
}
