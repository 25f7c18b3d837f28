// What `footfall devices` does: looks, and tells.

internal import EvdevSource
internal import IIOSource
internal import InputRecorder
internal import MotionRecorder
internal import SystemCalls

extension DevicesCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let report = try surroundings.stopRequests.withNothingToKeep("interrupted") {
            try DevicesReport(at: uri)
        }
        surroundings.console.print(isJSON ? try JSONText.line(of: report) : Self.text(of: report))
        return .good
    }

    /// The list, for a person: a paragraph for each sensor and each input device.
    static func text(
        of report: DevicesReport,
        hasIIO: Bool = FileSystem.kind(of: iioFolder) == .directory
    ) -> String {
        ([note(on: report, hasIIO: hasIIO)].compactMap(\.self) + report.words.map(\.text))
            .joined(separator: "\n")
    }

    /// What is said where there is no motion sensor.
    static func note(
        on report: DevicesReport,
        hasIIO: Bool = FileSystem.kind(of: iioFolder) == .directory
    ) -> String? {
        let sensors = report.sensors
        let inputs = report.inputs.inputs
        // An input device can be a motion sensor too.
        let hasMotion =
            !sensors.devices.isEmpty || inputs.contains { $0.kinds.contains(.accelerometer) }
        return hasMotion
            ? nil : without(sensors, and: inputs, hasIIO: hasIIO || !isHere(sensors))
    }

    private static func isHere(_ sensors: IIODeviceList) -> Bool {
        sensors.uri == SharedOptions.defaultURI
    }

    private static func without(
        _ sensors: IIODeviceList,
        and inputs: [InputDeviceList.Entry],
        hasIIO: Bool
    ) -> String {
        let others =
            sensors.others.isEmpty
            ? "" : "; there are other devices: \(sensors.others.joined(separator: ", ").printable)"
        let place = sensors.uri.hasSuffix(":") ? sensors.uri : sensors.uri + ":"
        let isBare = inputs.isEmpty && isHere(sensors)
        let nothing = "no motion sensor\(isBare ? " and no input device" : "")"
        return "\(place.printable) \(nothing)\(others)\(hasIIO ? "" : why); "
            + "load the driver of the sensor, or try `footfall record --source synthetic`"
    }

    /// What a board says before its bus of sensors is switched on.
    private static let why =
        "; the kernel has no IIO device of any kind (there is no \(iioFolder)): is the bus that the sensor is on, "
        + "I²C or SPI, switched on, and the sensor in the device tree?"
    static let iioFolder = "/sys/bus/iio"
}

/// What there is to record from: in one JSON object, the input devices beside the sensors' members.
struct DevicesReport: Codable {
    var sensors: IIODeviceList
    var inputs: InputDeviceList

    /// What there is at a place; sensors of another machine are waited for.
    init(at uri: String) throws {
        sensors = try IIODeviceList.of(uri: uri, mutesLibrary: true)
        inputs = uri == SharedOptions.defaultURI ? InputDeviceList.present() : InputDeviceList()
    }

    /// Each of them in words, the sensors first.
    var words: [DeviceWords] {
        sensors.devices.map(DeviceWords.init) + inputs.inputs.map(DeviceWords.init)
    }

    /// What is said where there is no motion sensor.
    var note: String? { DevicesCommand.note(on: self) }

    init(sensors: IIODeviceList, inputs: InputDeviceList) {
        self.sensors = sensors
        self.inputs = inputs
    }

    init(from decoder: any Decoder) throws {
        sensors = try IIODeviceList(from: decoder)
        inputs = try InputDeviceList(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try sensors.encode(to: encoder)
        try inputs.encode(to: encoder)
    }
}
