// What a task file says about a recorder of lines of text.

public import RecorderKinds
public import Research

extension RSDAsyncActionType {
    /// Records what a device says in lines of text.
    public static let lines: RSDAsyncActionType = "lines"
}

/// The configuration of a recorder of lines.
public struct LineRecorderConfiguration: RSDFileRecorderConfiguration, Hashable {
    public var settings: RSDRecorderSettings
    /// Where the lines come from, as `LinePort` reads it.
    public var port: String
    /// What the columns are, as `LineMapping` reads it.
    public var map: String
    /// The units of the kinds of readings, in the order in which `map` names them.
    public var units: String?
    /// Lines in a second, where somebody knows.
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

    /// Lines a second that can be expected.
    static let possibleFrequencies = 0.001...1_000_000

    /// What is asked of a source.
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

    /// The kinds of readings; none where the mapping is wrong, which `validate` tells.
    var kinds: [ValueChannel] { (try? LineMapping(map, units: units ?? ""))?.kinds ?? [] }

    public func validate() throws { _ = try request() }
}

extension LineRecorderConfiguration: StandardInputReading {
    public var readsStandardInput: Bool { (try? LinePort(port))?.kind == .standardInput }
}

/// So many lines in a second are none.
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
