// Identifies a sensor across restarts, ports and buses, because a calibration belongs to one sensor. Few inertial
// sensors report a serial number. For the others, the key uses the place at which the chip is connected, as the
// kernel reports it; this place does not change.

internal import SystemCalls

/// The key by which a device is recognised again.
enum DeviceKey {
    /// The attributes in which drivers report a serial number.
    static let attributes = ["serial_number", "serialnumber", "serial"]

    /// The key, built from what is known of a device.
    ///
    /// - Parameters:
    ///   - name: The name that its driver gives it.
    ///   - id: Its name in the kernel, which is valid until that machine restarts.
    ///   - label: Where it is, if the board's description states it.
    ///   - serial: Its serial number.
    ///   - place: Where it is plugged in or soldered, on this machine.
    ///   - machine: The address of its context.
    /// - Returns: A line of text; `nil` for a device of another machine that reports neither a serial number
    ///   nor a label, because its id may belong to another device after a restart.
    static func of(
        name: String?,
        id: String,
        label: String?,
        serial: String?,
        place: String?,
        machine: String
    ) -> String? {
        let name = name ?? "sensor"
        let isHere = machine == local
        if let serial, !serial.isEmpty {
            // A serial number stays the same; addresses change, for plugged-in devices each time they are
            // plugged in.
            return "\(name) with the serial number \(serial)" + (isHere ? "" : elsewhere)
        }
        if isHere, let place, !place.isEmpty { return "\(name) at \(place)" }
        guard isHere || label != nil else { return nil }
        // The ending keeps another machine's device from being mistaken for one of this machine.
        return "\(name) \(label ?? id)" + (isHere ? "" : ending(machine))
    }

    private static let local = "local:"
    private static let elsewhere = " on another machine"
    private static func ending(_ machine: String) -> String { " of \(machine)" }

    /// True if a device with this key can be one of another machine.
    static func mayBe(_ key: String, of machine: String) -> Bool {
        machine != local && (key.hasSuffix(ending(machine)) || key.hasSuffix(elsewhere))
    }

    /// Where a device of this machine is in the kernel's device tree; `nil` if the kernel does not show it.
    static func place(of id: String) -> String? {
        func target(_ id: String) -> String? {
            try? FileSystem.linkTarget("\(KernelFiles.devices)/\(id)")
        }
        let others = ((try? FileSystem.list(KernelFiles.devices)) ?? []).filter { $0 != id }
        return target(id).flatMap { place(inTarget: $0, besides: others.compactMap(target)) }
    }

    /// The place given by the link to a device: its folder, without the numbers that the kernel assigns again at
    /// each start or plugging.
    ///
    /// - Parameters:
    ///   - target: The link's target.
    ///   - others: The targets of the other devices: the numbers stay if two devices differ in nothing else.
    /// - Returns: The place; `nil` if the link does not lead to a device's folder.
    static func place(inTarget target: String, besides others: [String] = []) -> String? {
        guard let folder = folder(inTarget: target) else { return nil }
        let place = lasting(folder)
        let isTaken = others.contains { other in
            self.folder(inTarget: other).map { $0 != folder && lasting($0) == place } ?? false
        }
        return (isTaken ? folder : place).joined(separator: "/")
    }

    private static func folder(inTarget target: String) -> [Substring]? {
        let parts = target.split(separator: "/").filter { $0 != ".." }
        guard parts.first == "devices", parts.count > 2 else { return nil }
        return Array(parts.dropFirst().dropLast())
    }

    /// Removes the numbers of HID devices (`0003:2639:0001.0004`) and of what the kernel creates for them
    /// (`HID-SENSOR-200073.7.auto`).
    private static func lasting(_ folder: [Substring]) -> [Substring] {
        folder.map { part in
            let pieces = part.split(separator: ".", omittingEmptySubsequences: false)
            if pieces.count > 2, pieces.last == "auto", Int(pieces[pieces.count - 2]) != nil {
                return Substring(pieces.dropLast(2).joined(separator: "."))
            }
            let isHID = pieces.count == 2 && pieces[0].split(separator: ":").count == 3
            return isHID && Int(pieces[1], radix: 16) != nil ? pieces[0] : part
        }
    }
}

extension DeviceDescription {
    /// The key by which the device is recognised again; `nil` if it has none.
    func key(at machine: String) -> String? {
        DeviceKey.of(
            name: name,
            id: id,
            label: label,
            serial: serial,
            place: treePlace,
            machine: machine
        )
    }
}
