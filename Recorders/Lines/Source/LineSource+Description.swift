// Describes a device that sends text, for the manifest: where its lines come from, what they contain, and where
// their times come from.

internal import SampleStream
internal import SystemCalls

extension LineSource {
    /// The description of the device for a session's manifest.
    static func description(
        of request: LineRequest,
        over kind: BytePort.Kind
    ) -> SourceDescription {
        let mapping = request.mapping
        var description = SourceDescription(
            name: request.port.text,
            kind: "lines",
            clock: mapping.hasTime ? "device" : "boottime"
        )
        description.placement = request.placement
        description.details["port"] = kind.words
        description.details["open"] = request.port.opening
        description.details["timestamps"] =
            mapping.hasTime
            ? "device, by when its lines arrived, drift included"
            : "arrival: when the read was done that had the end of the line"
        description.details["losses"] =
            mapping.hasCounter ? "by the device's counter" : "unknown: lines have no counter"
        description.asked["map"] = mapping.text
        if !mapping.unitsText.isEmpty { description.asked["units"] = mapping.unitsText }
        if case .path(_, let baud) = request.port.kind, kind == .serial {
            description.set["baud"] = "\(baud ?? LinePort.usualBaud)"
            description.asked["baud"] = baud.map { "\($0)" }
        }
        if let rate = request.rateInHertz {
            description.asked["rateInHertz"] = "\(rate)"
            for channel in mapping.kinds.indices {
                description.nominalRatesInHertz[channel] = rate
            }
        }
        return description
    }
}

extension BytePort.Kind {
    fileprivate var words: String {
        switch self {
        case .serial: "serial port"
        case .pipe: "pipe"
        case .connection: "TCP"
        case .datagrams: "UDP"
        case .file: "file"
        case .other: "character device"
        }
    }
}
