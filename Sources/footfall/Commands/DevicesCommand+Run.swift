// What `footfall devices` does: looks, and tells.

internal import IIOSource
internal import MotionRecorder

extension DevicesCommand: Command {
    func run(in surroundings: Surroundings) async throws -> ExitStatus {
        let list = try IIODeviceList.of(uri: uri, mutesLibrary: true)
        surroundings.console.print(isJSON ? try JSONText.line(of: list) : Self.text(of: list))
        return .good
    }

    /// The list, for a person: a paragraph for each sensor.
    static func text(of list: IIODeviceList) -> String {
        guard !list.devices.isEmpty else {
            let others =
                list.others.isEmpty
                ? "" : "; there are other devices: \(list.others.joined(separator: ", ").printable)"
            let place = list.uri.hasSuffix(":") ? list.uri : list.uri + ":"
            return "\(place.printable) no motion sensor\(others); "
                + "load the driver of the sensor, or try `footfall record --source synthetic`"
        }
        return list.devices.map { text(of: $0) }.joined(separator: "\n")
    }

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
        lines.append("  \(device.mode), trigger: \(device.trigger)")
        let stamps = device.hasTimestamps ? "of the kernel" : "none: they are estimated"
        lines.append("  timestamps: \(stamps)\(device.clock.map { ", now by \($0)" } ?? "")")
        if let readers = device.readers { lines.append("  may be read by: \(readers)") }
        lines += device.obstacles.map { "  in the way: \($0)" }
        return lines.map(\.printable).joined(separator: "\n")
    }
}
