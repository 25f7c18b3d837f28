// Lists the input devices from the kernel's files, which every user may read, without opening a device. A
// device can vanish at any moment and another can get its id; so facts that may mix two devices are discarded.

internal import SystemCalls

/// Where the kernel shows its input devices.
struct EvdevSurroundings: Sendable, Hashable {
    var sysfs = "/sys/class/input"
    var dev = "/dev/input"
}

extension InputDeviceFacts {
    /// The input devices that exist, in the order of their numbers.
    static func present(
        in surroundings: EvdevSurroundings = EvdevSurroundings()
    ) -> [InputDeviceFacts] {
        let names = (try? FileSystem.list(surroundings.sysfs)) ?? []
        return names.filter(isID).compactMap { of($0, in: surroundings) }
            .sorted { $0.number < $1.number }
    }

    /// The kernel's path of each device by id.
    ///
    /// A path changes each time the device is plugged in. Reading the paths is so cheap that they can be polled.
    static func pluggings(
        in surroundings: EvdevSurroundings = EvdevSurroundings()
    ) -> [String: String] {
        var pluggings: [String: String] = [:]
        for id in (try? FileSystem.list(surroundings.sysfs)) ?? [] where isID(id) {
            pluggings[id] = (try? FileSystem.linkTarget("\(surroundings.sysfs)/\(id)/device")) ?? ""
        }
        return pluggings
    }

    /// The device with an id such as "event3"; `nil` if it does not exist, or vanished while it was read.
    static func of(_ id: String, in surroundings: EvdevSurroundings) -> InputDeviceFacts? {
        guard isID(id) else { return nil }
        let folder = "\(surroundings.sysfs)/\(id)/device"
        // The kernel never reuses the number in this link, but it does reuse the number in the id.
        let before = try? FileSystem.linkTarget(folder)
        guard let name = text(of: "\(folder)/name") else { return nil }
        func bits(_ file: String) -> CapabilityBits {
            CapabilityBits(text: FileSystem.shortText(of: "\(folder)/\(file)") ?? "")
        }
        func number(_ file: String) -> UInt16 {
            text(of: "\(folder)/id/\(file)").flatMap { UInt16($0, radix: 16) } ?? 0
        }
        let facts = InputDeviceFacts(
            id: id,
            node: "\(surroundings.dev)/\(id)",
            name: name,
            location: word(of: "\(folder)/phys"),
            serial: word(of: "\(folder)/uniq"),
            bus: number("bustype"),
            vendor: number("vendor"),
            product: number("product"),
            version: number("version"),
            instance: before,
            abilities: InputAbilities(
                properties: bits("properties"),
                keys: bits("capabilities/key"),
                relative: bits("capabilities/rel"),
                absolute: bits("capabilities/abs"),
                switches: bits("capabilities/sw"),
                effects: bits("capabilities/ff")
            )
        )
        let isStillThere = FileSystem.kind(of: "\(folder)/name") != .missing
        return isStillThere && (try? FileSystem.linkTarget(folder)) == before ? facts : nil
    }

    /// True if a name in the kernel's folder is that of an event device: "event" and a number.
    private static func isID(_ name: String) -> Bool {
        let digits = name.utf8.dropFirst(5)
        return name.hasPrefix("event") && (1...9).contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// The content of a file, without whitespace around it.
    private static func text(of path: String) -> String? {
        guard let text = FileSystem.shortText(of: path) else { return nil }
        func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\0" }
        let start = text.drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(start[...last])
    }

    private static func word(of path: String) -> String? {
        text(of: path).flatMap { $0.isEmpty ? nil : $0 }
    }
}
