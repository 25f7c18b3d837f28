// Describes what a value recorder records: most sensors deliver a few numbers under a name, in a unit.

/// One recorded value, which has its own channel.
public struct ValueChannel: Sendable, Hashable {
    /// Its `sensorType` in files.
    public let sensorType: String
    /// The unit of its numbers in files; `nil` if unknown.
    public let unit: String?
    /// How many numbers it has, from 1 to 4: `x` alone, `x` and `y`, and so on.
    public let components: Int

    /// The most channels of a stream.
    public static let most = 16

    /// A named value.
    ///
    /// - Parameters:
    ///   - sensorType: Its `sensorType` in files.
    ///   - unit: The unit of its numbers; `nil` if unknown.
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
