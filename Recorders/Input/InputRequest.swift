// The request of a recorder to a source of input events.

/// A request to a source of input events.
public struct InputRequest: Sendable, Hashable {
    /// The kinds of events to record.
    public var kinds: Set<InputKind>
    /// The device's name, path or id; `nil` for the one that delivers most of the requested kinds.
    public var device: String?
    /// Whether no other program gets the device's events meanwhile.
    public var grabs: Bool
    /// The kernel's names of the keys that the file may name; see `InputSample.name`.
    public var keys: [String]
    /// The keys that make marks, and the mark of each.
    public var markers: [KeyMarker]
    /// How long to wait for a lost device.
    public var reconnectLimit: Duration

    public init(
        kinds: Set<InputKind>,
        device: String? = nil,
        grabs: Bool = false,
        keys: [String] = [],
        markers: [KeyMarker] = [],
        reconnectLimit: Duration = .seconds(0)
    ) {
        self.kinds = kinds
        self.device = device
        self.grabs = grabs
        self.keys = keys
        self.markers = markers
        self.reconnectLimit = reconnectLimit
    }
}
