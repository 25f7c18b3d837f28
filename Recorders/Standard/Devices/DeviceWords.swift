// Describes a device in words: what it delivers, and what prevents recording it. The terminal and the browser show
// the same text.

package import EvdevSource
package import IIOSource
internal import InputRecorder
internal import MotionRecorder
package import LineRecorder
package import LocationRecorder
internal import PlainWords
package import SoundRecorder

/// The description of a sensor or an input device.
package struct DeviceWords: Sendable, Equatable {
    package var name: String
    package var lines: [String]
    package var obstacles: [String]

    /// The text for a person, one line for each.
    package var text: String {
        ([name] + (lines + obstacles.map { "problem: \($0)" }).map { "  \($0)" })
            .map(\.printable).joined(separator: "\n")
    }

    package init(of device: IIODeviceList.Entry) {
        let label = device.label.map { ", labelled \"\($0)\"" } ?? ""
        name = "\(device.id)  \(device.name ?? "without a name")\(label)"
        lines = device.types.map { type in
            let name = type.rawValue
            let rate = device.ratesInHertz[name].map { ", set to \(Quantity.plain($0)) Hz" } ?? ""
            let rates = device.availableRates[name].map { "; offers \($0)" } ?? ""
            let mount = device.mountMatrices[name].map { "; mounted \($0)" } ?? ""
            let calibrated = device.calibrated?[name].map { "; calibrated \($0)" } ?? ""
            return "\(name)\(rate)\(rates)\(mount)\(calibrated)"
        }
        if let note = device.rateNote { lines.append("rate: \(note)") }
        if let serial = device.serial { lines.append("serial number: \(serial)") }
        lines.append("\(device.mode), trigger: \(device.trigger)")
        let timestamps = device.hasTimestamps ? "of the kernel" : "none: they are estimated"
        lines.append("timestamps: \(timestamps)\(device.clock.map { ", now by \($0)" } ?? "")")
        obstacles = device.obstacles
        add(readers: device.readers)
    }

    package init(of device: InputDeviceList.Entry) {
        name = "\(device.id)  \(device.name.isEmpty ? "without a name" : device.name)"
        lines = device.kinds.map { kind in
            switch kind {
            case .keys: "keys: \(device.keys)\(Self.names(of: device))"
            case .switches: "switches: \(device.switches)"
            case .touches, .pointer, .accelerometer: kind.rawValue
            }
        }
        if device.kinds.isEmpty { lines.append("nothing to record") }
        if device.hasRumble { lines.append("rumbles") }
        if let place = device.phys { lines.append("at: \(place)") }
        if let serial = device.uniq { lines.append("serial number: \(serial)") }
        obstacles = device.obstacles
        add(readers: device.readers)
    }

    package init(of port: SerialPortList.Entry) {
        name = "\(port.path)  \(port.name ?? "without a name")"
        lines = [
            "a serial port: --lines \(port.path)@BAUD records the lines of text that its device sends"
        ]
        obstacles = port.obstacles
        add(readers: port.readers)
    }

    package init(of card: ALSACardList.Entry) {
        name = "\(card.card)  \(card.name ?? "without a name")"
        lines = ["a sound card: --microphone \(card.card) records the sound level"]
        obstacles = card.obstacles
        add(readers: card.readers)
    }

    package init(of gpsd: ReceiverList.Service) {
        name = "\(gpsd.address)  gpsd"
        lines = gpsd.receivers.map { receiver in
            let driver =
                receiver.driver.isEmpty ? "of a kind that gpsd does not know yet" : receiver.driver
            return
                "a satellite receiver: \(receiver.path), \(driver); --gps \(gpsd.address) records the distance that it is carried"
        }
        obstacles = gpsd.obstacles
    }

    private mutating func add(readers: String?) {
        if let readers { lines.append("may be read by: \(readers)") }
    }

    /// The names of keys, if there are few; those of a keyboard are only in the JSON.
    private static func names(of device: InputDeviceList.Entry) -> String {
        guard (1...16).contains(device.keyNames.count) else { return "" }
        return " (\(device.keyNames.joined(separator: ", ")))"
    }
}
