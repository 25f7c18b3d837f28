// What somebody wants recorded of a device that speaks text.

/// Which lines to record, and what is in them.
public struct LineRequest: Sendable, Hashable {
    /// Where they come from.
    public var port: LinePort
    /// What their columns are.
    public var mapping: LineMapping
    /// How many lines there should be in a second, where somebody knows.
    public var rateInHertz: Double?
    /// Where on the body the device is.
    public var placement: String?

    /// A request for the lines of a port.
    ///
    /// - Parameters:
    ///   - port: Where they come from.
    ///   - mapping: What their columns are.
    ///   - rateInHertz: How many lines there should be in a second, where somebody knows.
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
