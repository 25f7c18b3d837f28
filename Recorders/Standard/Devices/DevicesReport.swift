// Reports what can be recorded, and what to do if nothing can.

package import EvdevSource
package import IIOSource
internal import InputRecorder
package import LineRecorder
package import LocationRecorder
internal import PlainWords
package import SoundRecorder
internal import SystemCalls

/// What can be recorded, as one JSON object.
///
/// The members for input devices, serial ports, sound cards and receivers are on the same level as the sensors'.
package struct DevicesReport: Codable {
    package var sensors: IIODeviceList
    package var inputs: InputDeviceList
    package var serial: SerialPortList
    package var sound: ALSACardList
    package var receivers: ReceiverList
    /// Why the calibrations could not be read, if so.
    package private(set) var calibrationFault: String?

    /// Looks for devices; waits for sensors of another machine, and some seconds for a gpsd.
    ///
    /// - Parameters:
    ///   - places: Where to look.
    ///   - store: The stored calibrations.
    /// - Throws: If the motion sensors cannot be listed.
    package init(at places: DevicePlaces, calibratedBy store: CalibrationStore = .init()) throws {
        let uri = places.motion
        sensors = try IIODeviceList.of(uri: uri, mutesLibrary: true)
        do {
            sensors.noteCalibrations(try store.known())
        } catch {
            calibrationFault = "\(error)"
        }
        let isHere = uri == SourceOptions.defaultURI
        inputs = isHere ? InputDeviceList.present() : InputDeviceList()
        serial = isHere ? SerialPortList.present() : SerialPortList()
        sound = isHere ? ALSACardList.present() : ALSACardList()
        receivers = isHere ? ReceiverList.present(at: places.receiver.address) : ReceiverList()
    }

    /// The gpsd in words, with the reason, if it has no receiver; otherwise empty.
    package var missing: [DeviceWords] {
        receivers.gps.map { $0.receivers.isEmpty ? [DeviceWords(of: $0)] : [] } ?? []
    }

    /// All devices in words, the sensors first.
    package var words: [DeviceWords] {
        sensors.devices.map(DeviceWords.init) + inputs.inputs.map(DeviceWords.init)
            + serial.ports.map(DeviceWords.init) + sound.cards.map(DeviceWords.init)
            + (receivers.gps.map { $0.receivers.isEmpty ? [] : [DeviceWords(of: $0)] } ?? [])
    }

    package init(from decoder: any Decoder) throws {
        sensors = try IIODeviceList(from: decoder)
        inputs = try InputDeviceList(from: decoder)
        serial = try SerialPortList(from: decoder)
        sound = try ALSACardList(from: decoder)
        receivers = try ReceiverList(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        try sensors.encode(to: encoder)
        try inputs.encode(to: encoder)
        try serial.encode(to: encoder)
        try sound.encode(to: encoder)
        try receivers.encode(to: encoder)
    }
}

extension DevicesReport {
    /// The list for a person: one paragraph for each sensor, input device, serial port and sound card, and one for
    /// gpsd.
    package func text(
        hasIIO: Bool = FileSystem.kind(of: Self.iioFolder) == .directory
    ) -> String {
        ([note(hasIIO: hasIIO)].compactMap(\.self) + (words + missing).map(\.text))
            .joined(separator: "\n")
    }

    /// A note on the kinds of devices that are missing: always for serial ports and sound cards; for input devices
    /// only if there is no motion sensor either.
    package func note(
        hasIIO: Bool = FileSystem.kind(of: Self.iioFolder) == .directory
    ) -> String? {
        let isHere = sensors.uri == SourceOptions.defaultURI
        let place = ContextAddress.heading(of: sensors.uri)
        let others =
            (isHere && serial.ports.isEmpty ? ["no serial port"] : [])
            + (isHere && sound.cards.isEmpty ? ["no sound card"] : [])
        // An input device can be a motion sensor, too.
        let hasMotion =
            !sensors.devices.isEmpty || inputs.inputs.contains { $0.kinds.contains(.accelerometer) }
        guard !hasMotion else {
            return others.isEmpty ? nil : "\(place.printable) \(Self.sentence(others))"
        }
        let input = isHere && inputs.inputs.isEmpty ? ["no input device"] : []
        let nothing = Self.sentence(["no motion sensor"] + input + others)
        let strangers =
            sensors.others.isEmpty
            ? "" : "; there are other devices: \(sensors.others.joined(separator: ", ").printable)"
        return "\(place.printable) \(nothing)\(strangers)\(hasIIO || !isHere ? "" : Self.why); "
            + "load the driver of the sensor, or try `footfall record --source synthetic`"
    }

    /// A list of things for a sentence.
    private static func sentence(_ things: [String]) -> String {
        [things.dropLast().joined(separator: ", "), things.last ?? ""].filter { !$0.isEmpty }
            .joined(separator: " and ")
    }

    /// What to do on a board whose sensor bus is switched off.
    private static let why =
        "; the kernel has no IIO device of any kind (there is no \(iioFolder)): is the bus that the sensor is on, "
        + "I²C or SPI, switched on, and the sensor in the device tree?"
    package static let iioFolder = "/sys/bus/iio"
}
