// Reads the temperature of a motion sensor, because a sensor's bias changes with its temperature and many
// sensors measure it too. It is read once, before a recording, since one reading can take a driver as long as
// several samples.

/// The thermometer inside a motion sensor.
enum Thermometer {
    /// The temperature of a device in °C; `nil` if it reports none.
    static func celsius(
        of device: DeviceDescription,
        _ attributes: borrowing some AttributeReading & ~Copyable
    ) -> Double? {
        // A HID sensor's driver waits for the sensor's answer, which may never come.
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
        // A temperature outside this range, which no sensor survives, is ignored.
        guard let thousandths, -100_000...200_000 ~= thousandths else { return nil }
        return thousandths / 1000
    }

    private static func isThermometer(_ channel: ChannelDescription) -> Bool {
        !channel.isOutput && ["temp", "temp_ambient", "temp0"].contains(channel.id)
    }
}
