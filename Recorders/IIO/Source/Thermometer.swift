// A sensor's bias changes with its temperature, and many sensors measure that beside their own. It is read once, ahead of
// a recording: a reading takes some drivers as long as several samples.

/// The thermometer in a motion sensor.
enum Thermometer {
    /// How warm a device is, in °C; `nil` where it does not say.
    static func celsius(
        of device: DeviceDescription,
        _ attributes: borrowing some AttributeReading & ~Copyable
    ) -> Double? {
        // A HID sensor's driver answers when the sensor does, which may be never.
        guard !device.isHIDSensor,
            let channel = device.channels.first(where: { isThermometer($0) })
        else { return nil }
        func value(_ name: String) -> Double? {
            guard channel.attributeNames.contains(name) else { return nil }
            let owner = AttributeOwner.channel(channel.place, device: device.place)
            return (try? attributes.read(name, of: owner)).flatMap { UnitConversion.number($0) }
        }
        let thousandths =
            value("input")
            ?? value("raw").map { raw in
                (raw + (value("offset") ?? 0)) * (value("scale") ?? 1)
            }
        // What no sensor survives is no temperature.
        guard let thousandths, -100_000...200_000 ~= thousandths else { return nil }
        return thousandths / 1000
    }

    private static func isThermometer(_ channel: ChannelDescription) -> Bool {
        !channel.isOutput && ["temp", "temp_ambient", "temp0"].contains(channel.id)
    }
}
