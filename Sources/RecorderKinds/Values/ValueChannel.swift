// What a recorder of values records, value by value: most sensors give a few numbers under a name, in a unit.

/// One of the values that are recorded, in a channel of its own.
public struct ValueChannel: Sendable, Hashable {
    /// Its `sensorType` in files.
    public let sensorType: String
    /// The unit of its numbers in files; `nil` where nobody has told it.
    public let unit: String?
    /// How many numbers it has, from 1 to 4: `x` alone, `x` and `y`, and so on.
    public let components: Int

    /// As many channels has a stream.
    public static let most = 16

    /// A value with its name.
    ///
    /// - Parameters:
    ///   - sensorType: Its `sensorType` in files.
    ///   - unit: The unit of its numbers; without it, nobody has told it.
    ///   - components: How many numbers it has.
    /// - Precondition: It has a name, and from 1 to 4 components.
    public init(_ sensorType: String, unit: String? = nil, components: Int = 1) {
        precondition(!sensorType.isEmpty, "a recorded value needs a name")
        precondition((1...4).contains(components), "'\(sensorType)' has 1 to 4 components")
        self.sensorType = sensorType
        self.unit = unit
        self.components = components
    }
}
