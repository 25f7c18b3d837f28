// The devices that this program reads. Several recorders may read one; whoever opens it next need not try
// whether somebody has grabbed it, and by trying take events from the others, who would never know.

/// Who of this program reads which device, and has grabbed it.
struct OpenDevices {
    /// A device, by one plugging in of it.
    struct Key: Hashable, Sendable {
        private let node: String
        private let instance: String?

        init(_ facts: InputDeviceFacts) {
            node = facts.node
            instance = facts.instance
        }
    }

    /// What somebody has to do who opens a device.
    enum Answer: Hashable {
        /// See whether another program has grabbed it.
        case tryGrab
        /// Grab it, and keep it.
        case grab
        /// Nothing: it gives its events to this program.
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

    /// Whether a recorder of this program has grabbed a device.
    func isGrabbed(_ key: Key) -> Bool { grabbed.contains(key) }

    /// Takes that a device is open.
    mutating func enter(_ key: Key, grabs: Bool) {
        readers[key, default: 0] += 1
        if grabs { grabbed.insert(key) }
    }

    /// Takes that a device was closed that had been entered.
    mutating func leave(_ key: Key, grabs: Bool) {
        guard let count = readers[key] else { return }
        readers[key] = count > 1 ? count - 1 : nil
        if grabs { grabbed.remove(key) }
    }
}
