// What `footfall devices` does: looks, and tells.

internal import EvdevSource
internal import IIOSource
internal import InputRecorder
internal import MotionRecorder
internal import SystemCalls

extension DevicesCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let report = DevicesReport(
            sensors: try surroundings.stopRequests.withNothingToKeep("interrupted") {
                try IIODeviceList.of(uri: uri, mutesLibrary: true)
            },
            inputs: uri == SharedOptions.defaultURI ? InputDeviceList.present() : InputDeviceList()
        )
        surroundings.console.print(isJSON ? try JSONText.line(of: report) : Self.text(of: report))
        return .good
    }

    /// The list, for a person: a paragraph for each sensor and each input device.
    static func text(
        of report: DevicesReport,
        hasIIO: Bool = FileSystem.kind(of: iioFolder) == .directory
    ) -> String {
        let sensors = report.sensors
        let inputs = report.inputs.inputs
        // An input device can be a motion sensor too.
        let hasMotion =
            !sensors.devices.isEmpty || inputs.contains { $0.kinds.contains(.accelerometer) }
        return
            ((hasMotion ? [] : [without(sensors, and: inputs, hasIIO: hasIIO || !isHere(sensors))])
            + sensors.devices.map(text)
            + inputs.map(text)).joined(separator: "\n")
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

    private static func text(of device: IIODeviceList.Entry) -> String {
        let label = device.label.map { ", labelled \"\($0)\"" } ?? ""
        var lines = ["\(device.id)  \(device.name ?? "without a name")\(label)"]
        for type in device.types {
            let name = type.rawValue
            let rate = device.ratesInHertz[name].map { ", set to \(Quantity.plain($0)) Hz" } ?? ""
            let rates = device.availableRates[name].map { "; offers \($0)" } ?? ""
            let mount = device.mountMatrices[name].map { "; mounted \($0)" } ?? ""
            lines.append("  \(name)\(rate)\(rates)\(mount)")
        }
        if let note = device.rateNote { lines.append("  rate: \(note)") }
        lines.append("  \(device.mode), trigger: \(device.trigger)")
        let stamps = device.hasTimestamps ? "of the kernel" : "none: they are estimated"
        lines.append("  timestamps: \(stamps)\(device.clock.map { ", now by \($0)" } ?? "")")
        return shown(lines, device.readers, device.obstacles)
    }

    private static func text(of device: InputDeviceList.Entry) -> String {
        var lines = ["\(device.id)  \(device.name.isEmpty ? "without a name" : device.name)"]
        lines += device.kinds.map { kind in
            switch kind {
            case .keys: "  keys: \(device.keys)\(names(of: device))"
            case .switches: "  switches: \(device.switches)"
            case .touches, .pointer, .accelerometer: "  \(kind.rawValue)"
            }
        }
        if device.kinds.isEmpty { lines.append("  nothing to record") }
        if device.hasRumble { lines.append("  rumbles") }
        if let place = device.phys { lines.append("  at: \(place)") }
        if let serial = device.uniq { lines.append("  serial number: \(serial)") }
        return shown(lines, device.readers, device.obstacles)
    }

    /// The names of keys, where they are few: those of a keyboard are in the JSON.
    private static func names(of device: InputDeviceList.Entry) -> String {
        guard (1...16).contains(device.keyNames.count) else { return "" }
        return " (\(device.keyNames.joined(separator: ", ")))"
    }

    private static func shown(
        _ lines: [String],
        _ readers: String?,
        _ obstacles: [String]
    ) -> String {
        let ending =
            (readers.map { ["  may be read by: \($0)"] } ?? [])
            + obstacles.map { "  in the way: \($0)" }
        return (lines + ending).map(\.printable).joined(separator: "\n")
    }
}

/// What there is to record from: in one JSON object, the input devices beside the sensors' members.
struct DevicesReport: Codable {
    var sensors: IIODeviceList
    var inputs: InputDeviceList

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
