// What a task file is read with, besides its bytes.

/// What surrounds a factory: the kind of device, and where resources are.
public struct FactorySurroundings: Sendable {
    /// The kind of device whose overrides hold.
    public var deviceType: RSDDeviceType
    /// Where the resources are that a task file names.
    public var resources: RSDResourceLocator

    /// The surroundings of a computer without resources, unless told otherwise.
    public init(
        deviceType: RSDDeviceType = .computer,
        resources: RSDResourceLocator = RSDResourceLocator(folders: [])
    ) {
        self.deviceType = deviceType
        self.resources = resources
    }
}
