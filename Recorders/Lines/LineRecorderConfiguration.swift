// The configuration of a recorder of lines of text, as a task file contains it.

public import RecorderKinds
public import Research

extension RSDAsyncActionType {
    /// Records the lines of text that a device sends.
    public static let lines: RSDAsyncActionType = "lines"
}

/// The configuration of a recorder of lines.
public struct LineRecorderConfiguration: RSDFileRecorderConfiguration, Hashable {
    public var settings: RSDRecorderSettings
    /// Where the lines come from, as `LinePort` reads it.
    public var port: String
    /// The meaning of the columns, as `LineMapping` reads it.
    public var map: String
    /// The units of the kinds of readings, in the order in which `map` first names them.
    public var units: String?
    /// How many lines come per second, if known.
    public var frequency: Double?
    /// Where on the body the device is, in any words.
    public var placement: String?

    public init(identifier: String, port: String, map: String, units: String? = nil) {
        settings = RSDRecorderSettings(identifier: identifier)
        self.port = port
        self.map = map
        self.units = units
    }

    public var asyncActionType: RSDAsyncActionType { .lines }

    /// The permitted rates of lines per second.
    static let possibleFrequencies = 0.001...1_000_000

    /// The request for a source.
    ///
    /// - Returns: The request.
    /// - Throws: `LinePortError`, `LineMappingError` or `LineFrequencyError`.
    public func request() throws -> LineRequest {
        if let frequency, !Self.possibleFrequencies.contains(frequency) {
            throw LineFrequencyError(frequency)
        }
        return LineRequest(
            port: try LinePort(port),
            mapping: try LineMapping(map, units: units ?? ""),
            rateInHertz: frequency,
            placement: placement
        )
    }

    /// The kinds of readings; empty if the mapping is wrong, which `footfall validate` reports.
    var kinds: [ValueChannel] { (try? LineMapping(map, units: units ?? ""))?.kinds ?? [] }

    public func validate() throws { _ = try request() }
}

extension LineRecorderConfiguration: StandardInputReading {
    public var readsStandardInput: Bool { (try? LinePort(port))?.kind == .standardInput }
}

/// The error of a line frequency that is not possible.
public struct LineFrequencyError: Error, Sendable, Hashable, CustomStringConvertible {
    let frequency: Double

    init(_ frequency: Double) { self.frequency = frequency }

    public var description: String {
        "\(frequency) lines a second cannot be expected; give a frequency from 0.001 to 1000000"
    }
}

extension LineRecorderConfiguration: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, port, map, units, frequency, placement
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try values.decodeIfPresent(Value.self, forKey: key)
        }
        settings = try RSDRecorderSettings(from: decoder)
        port = try values.decode(String.self, forKey: .port)
        map = try values.decode(String.self, forKey: .map)
        units = try value(.units)
        frequency = try value(.frequency)
        placement = try value(.placement)
    }

    public func encode(to encoder: any Encoder) throws {
        try settings.encode(to: encoder)
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(asyncActionType, forKey: .type)
        try values.encode(port, forKey: .port)
        try values.encode(map, forKey: .map)
        try values.encodeIfPresent(units, forKey: .units)
        try values.encodeIfPresent(frequency, forKey: .frequency)
        try values.encodeIfPresent(placement, forKey: .placement)
    }
}
