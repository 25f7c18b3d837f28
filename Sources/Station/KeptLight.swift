// Keeps on the disk in which state a station found its LED. A killed station cannot restore it, and to the next start
// the killed station's pattern would look like the LED's own state.

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

    /// Decodes a stored state; returns `nil` for any other bytes, or if it names other files than those of a LED.
    package init?(json bytes: [UInt8]) {
        guard let light = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
            !light.name.isEmpty, !light.name.contains("/"), !light.name.hasPrefix("."),
            light.writes.allSatisfy({ Self.files.contains($0.file) })
        else { return nil }
        self = light
    }

    /// Encodes the state.
    package func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return [UInt8](try encoder.encode(self))
    }
}
