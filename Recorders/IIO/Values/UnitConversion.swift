// Converts a device's raw numbers to SageResearch's units. Each operation rounds once, in a fixed order, so
// anyone can repeat it: (raw + offset) × scale, then ÷ 9.80665 for g, or × 100 for µT.

internal import MotionRecorder

/// Converts a channel's raw number to SageResearch's unit.
struct UnitConversion: Sendable, Hashable {
    /// m/s² in one g.
    static let standardGravity = 9.80665
    /// µT in one gauss.
    static let microteslaInGauss = 100.0

    /// The step from the kernel's unit to SageResearch's.
    enum Unit: Sendable, Hashable {
        /// m/s² to g.
        case gravity
        /// Rad/s, unchanged.
        case same
        /// Gauss to µT.
        case microtesla
    }

    var offset: Double
    var scale: Double
    var unit: Unit

    init(offset: Double, scale: Double, unit: Unit) {
        self.offset = offset
        self.scale = scale
        self.unit = unit
    }

    /// Makes the conversion for a sensor from the texts of the kernel's attributes.
    ///
    /// - Parameters:
    ///   - type: What the channel measures.
    ///   - channel: The channel's own attributes; they take precedence over the device's.
    ///   - device: The device's attributes.
    init(
        _ type: MotionSensorType,
        channel: [String: String],
        device: [String: String]
    ) {
        func value(_ name: String) -> Double? {
            Self.number(channel[name]) ?? Self.number(device[name])
        }
        self.init(
            offset: value("offset") ?? 0,
            scale: value("scale") ?? 1,
            unit: Self.unit(of: type)
        )
    }

    /// The conversion for a channel of a device.
    ///
    /// - Throws: `malformed` if a scale or an offset cannot be parsed: a guess would store raw numbers as if
    ///   they were in SageResearch's unit.
    static func of(
        _ type: MotionSensorType,
        _ channel: ChannelDescription,
        of device: DeviceDescription
    ) throws(IIOError) -> UnitConversion {
        for name in ["scale", "offset"] {
            let isThere =
                channel.attributeNames.contains(name) || channel.attributes[name] != nil
                || device.attributes[name] != nil
            let value = number(channel.attributes[name]) ?? number(device.attributes[name])
            if isThere, value == nil {
                throw IIOError(
                    .malformed("the \(name) of \(channel.id) cannot be read as a number"),
                    at: device.id
                )
            }
        }
        return UnitConversion(type, channel: channel.attributes, device: device.attributes)
    }

    /// The conversion for a value that the kernel has scaled already.
    static func processed(_ type: MotionSensorType) -> UnitConversion {
        UnitConversion(offset: 0, scale: 1, unit: unit(of: type))
    }

    /// Converts a raw number to SageResearch's unit.
    @inline(__always)
    func value(_ raw: Double) -> Double {
        let value = (raw + offset) * scale
        switch unit {
        case .gravity: return value / Self.standardGravity
        case .same: return value
        case .microtesla: return value * Self.microteslaInGauss
        }
    }

    private static func unit(of type: MotionSensorType) -> Unit {
        switch type {
        case .accelerometer, .gravity, .userAcceleration: .gravity
        case .gyro, .rotationRate, .attitude: .same
        case .magnetometer, .magneticField: .microtesla
        }
    }

    /// Parses a number from an attribute; `nil` if the text is missing, is not a number, or is not finite.
    static func number(_ text: String?) -> Double? {
        guard let text, let number = Double(trimmed(text)), number.isFinite else { return nil }
        return number
    }

    /// The text without the whitespace and zero bytes with which the kernel may end it.
    static func trimmed(_ text: String) -> String {
        func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\0" }
        let start = text.drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(start[...last])
    }
}
