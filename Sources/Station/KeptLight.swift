// Keeps on the disk in which state a station found its LED. A killed station cannot restore it, and to the next start
// the killed station's pattern would look like the LED's own state. There may be several LEDs: the settings may name
// another one after a kill, while the former one cannot be restored.

internal import FoundationEssentials

/// The state in which a station found its LED, as stored on the disk.
package struct KeptLight: Codable, Sendable, Hashable {
    /// The LED's name in the kernel.
    package var name: String
    /// The kernel's identifier of the boot in which this was written.
    package var boot: String
    /// The texts that restore the state, in this order.
    package var writes: [LightWrite]

    private static let files: Set = ["trigger", "brightness", "delay_on", "delay_off"]

    /// Makes a state with the identifier of the present boot.
    package init(name: String, boot: String, writes: [LightWrite]) {
        (self.name, self.boot, self.writes) = (name, boot, writes)
    }

    /// Decodes the stored states, at most one for each LED; leaves out those that name other files than a LED's.
    ///
    /// - Parameter bytes: What the file contains.
    /// - Returns: The states; none if the file contains anything else.
    package static func all(in bytes: [UInt8]) -> [KeptLight] {
        let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes))
        var names: Set<String> = []
        return (stored?.lights ?? []).filter { $0.isOfLED && names.insert($0.name).inserted }
    }

    /// Encodes the states.
    package static func json(of lights: [KeptLight]) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return [UInt8](try encoder.encode(Stored(lights: lights)))
    }

    private var isOfLED: Bool {
        !name.isEmpty && !name.contains("/") && !name.hasPrefix(".")
            && writes.allSatisfy { Self.files.contains($0.file) }
    }

    /// The content of the file.
    private struct Stored: Codable {
        var lights: [KeptLight]
    }
}
