// A calibration is of one sensor, which has to be known again: after a restart, in another port, on another bus. Few
// inertial sensors tell a serial number; where a chip is soldered to is told by the kernel, and does not change.

internal import SystemCalls

/// The name by which a device is known again.
enum DeviceKey {
    /// The attributes in which drivers tell a serial number.
    static let attributes = ["serial_number", "serialnumber", "serial"]

    /// The name, from what is known of a device.
    ///
    /// - Parameters:
    ///   - name: The name that its driver gives it.
    ///   - id: Its name in the kernel, which holds until the next start of its machine.
    ///   - label: Where it is, as far as the board says.
    ///   - serial: Its serial number.
    ///   - place: Where it is plugged in or soldered to, on this machine.
    ///   - machine: The address of its context.
    /// - Returns: A line of text; `nil` of another machine's device that tells neither a serial number nor a label, for
    ///   its id may be another's at the next start.
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
            // Addresses change, of what is plugged in at each plugging; the serial number does not.
            return "\(name) with the serial number \(serial)" + (isHere ? "" : elsewhere)
        }
        if isHere, let place, !place.isEmpty { return "\(name) at \(place)" }
        guard isHere || label != nil else { return nil }
        // What another machine says of its devices must not be taken for one of this machine's.
        return "\(name) \(label ?? id)" + (isHere ? "" : ending(machine))
    }

    private static let local = "local:"
    private static let elsewhere = " on another machine"
    private static func ending(_ machine: String) -> String { " of \(machine)" }

    /// Whether a device of such a name may be one of another machine.
    static func mayBe(_ key: String, of machine: String) -> Bool {
        machine != local && (key.hasSuffix(ending(machine)) || key.hasSuffix(elsewhere))
    }

    /// Where a device of this machine is, by the kernel's tree of devices; `nil` where that cannot be seen.
    static func place(of id: String) -> String? {
        func target(_ id: String) -> String? {
            try? FileSystem.linkTarget("\(KernelFiles.devices)/\(id)")
        }
        let others = ((try? FileSystem.list(KernelFiles.devices)) ?? []).filter { $0 != id }
        return target(id).flatMap { place(inTarget: $0, besides: others.compactMap(target)) }
    }

    /// The place in a link to a device: its folder, without the numbers that the kernel gives at each start or plugging.
    ///
    /// - Parameters:
    ///   - target: The link.
    ///   - others: Those of the other devices: the numbers stay where nothing else tells two of them apart.
    /// - Returns: The place; `nil` where the link has none.
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

    /// Without the numbers of HID devices (`0003:2639:0001.0004`) and of what is made for them (`HID-SENSOR-200073.7.auto`).
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
    /// The name by which it is known again, if it is.
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
