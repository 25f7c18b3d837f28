// What a recorder asks of a source of input events.

/// What is asked of a source of input events.
public struct InputRequest: Sendable, Hashable {
    /// The kinds of events that are to be in the file.
    public var kinds: Set<InputKind>
    /// Which device: its name, path or id; without it, the first that gives what is asked for.
    public var device: String?
    /// Whether nobody else is to get the device's events meanwhile.
    public var grabs: Bool
    /// The keys that may be named in the file, by the kernel's names; see `InputSample.name`.
    public var keys: [String]
    /// The keys that mark an instant, and the mark of each.
    public var markers: [KeyMarker]
    /// How long a device that has gone is waited for.
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
