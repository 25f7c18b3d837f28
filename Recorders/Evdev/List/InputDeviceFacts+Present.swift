// The input devices that there are, read from the kernel's files: everybody may read them, and no device
// is opened. A device can go at any moment, and another can come by its name: what was read of two is
// not kept.

internal import SystemCalls

/// Where the kernel shows its input devices.
struct EvdevSurroundings: Sendable, Hashable {
    var sysfs = "/sys/class/input"
    var dev = "/dev/input"
}

extension InputDeviceFacts {
    /// The input devices that there are, in the order of their numbers.
    static func present(
        in surroundings: EvdevSurroundings = EvdevSurroundings()
    ) -> [InputDeviceFacts] {
        let names = (try? FileSystem.list(surroundings.sysfs)) ?? []
        return names.filter(isID).compactMap { of($0, in: surroundings) }
            .sorted { $0.number < $1.number }
    }

    /// Which plugging in is behind each id: so little that one may look every moment whether it is another.
    static func pluggings(
        in surroundings: EvdevSurroundings = EvdevSurroundings()
    ) -> [String: String] {
        var pluggings: [String: String] = [:]
        for id in (try? FileSystem.list(surroundings.sysfs)) ?? [] where isID(id) {
            pluggings[id] = (try? FileSystem.linkTarget("\(surroundings.sysfs)/\(id)/device")) ?? ""
        }
        return pluggings
    }

    /// A device by its id, as in "event3"; `nil` when there is none, or none any more.
    static func of(_ id: String, in surroundings: EvdevSurroundings) -> InputDeviceFacts? {
        guard isID(id) else { return nil }
        let folder = "\(surroundings.sysfs)/\(id)/device"
        // The kernel gives this number but once, that in the id again and again.
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

    /// Whether a name in the kernel's folder is that of an event device: "event" and a number.
    private static func isID(_ name: String) -> Bool {
        let digits = name.utf8.dropFirst(5)
        return name.hasPrefix("event") && (1...9).contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// What a file says, without the blanks around it.
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
