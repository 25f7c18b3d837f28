// What to record of a device that sends text.

/// The lines to record, and their contents.
public struct LineRequest: Sendable, Hashable {
    /// Where they come from.
    public var port: LinePort
    /// The meaning of their columns.
    public var mapping: LineMapping
    /// How many lines come per second, if known.
    public var rateInHertz: Double?
    /// Where on the body the device is.
    public var placement: String?

    /// A request for the lines of a port.
    ///
    /// - Parameters:
    ///   - port: Where they come from.
    ///   - mapping: The meaning of their columns.
    ///   - rateInHertz: How many lines come per second, if known.
    ///   - placement: Where on the body the device is.
    public init(
        port: LinePort,
        mapping: LineMapping,
        rateInHertz: Double? = nil,
        placement: String? = nil
    ) {
        self.port = port
        self.mapping = mapping
        self.rateInHertz = rateInHertz
        self.placement = placement
    }
}
