// Describes one quantity of a value recorder: a name, a unit, and one to four numbers.

/// A recorded quantity, whose place in the recorder's list is its channel number.
public struct ValueChannel: Sendable, Hashable {
    /// Its `sensorType` in files.
    public let sensorType: String
    /// The unit of its numbers in files; `nil` if unknown.
    public let unit: String?
    /// How many numbers to expect and to plot, from 1 to 4: `x` alone, `x` and `y`, and so on; a reading may have
    /// fewer.
    public let components: Int

    /// The largest number of channels of a stream; `ValueFormat` keeps channel numbers in four bits.
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
        precondition((1...4).contains(components), "'\(sensorType)' must have 1 to 4 components")
        self.sensorType = sensorType
        self.unit = unit
        self.components = components
    }
}
