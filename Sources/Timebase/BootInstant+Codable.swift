// JSON documents give boot-time instants in seconds, as sample files do, so that a person can compare the two.

extension BootInstant: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let seconds = try container.decode(Double.self)
        guard let instant = BootInstant(seconds: seconds) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\(seconds) seconds is no uptime that a clock shows"
            )
        }
        self = instant
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }
}
