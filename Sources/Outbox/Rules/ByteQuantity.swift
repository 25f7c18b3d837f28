// Parses a number of bytes. A user who writes 2GB means powers of a thousand, as makers of disks and this program's own
// reports do.

/// Parses a number of bytes.
enum ByteQuantity {
    private static let units: [(name: String, bytes: Double)] = [
        ("kib", 1024), ("mib", 1_048_576), ("gib", 1_073_741_824), ("tib", 1_099_511_627_776),
        ("kb", 1e3), ("mb", 1e6), ("gb", 1e9), ("tb", 1e12),
        ("k", 1e3), ("m", 1e6), ("g", 1e9), ("t", 1e12), ("b", 1),
    ]

    /// Parses text such as "2GB", "1.5 MB", "500kB", "64MiB" or "1000": a whole number of bytes, at least one.
    ///
    /// - Returns: The number; `nil` if the text is no such number, or it exceeds 64 bits.
    static func bytes(_ text: some StringProtocol) -> Int64? {
        let lower = text.lowercased()
        let unit = units.first { lower.hasSuffix($0.name) }
        var number = lower.dropLast(unit?.name.count ?? 0)
        if number.hasSuffix(" ") { number = number.dropLast() }
        let isPlain = number.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
        guard isPlain, number.utf8.count <= 20, let value = Double(String(number)) else {
            return nil
        }
        let bytes = (value * (unit?.bytes ?? 1)).rounded()
        // From 2^63 on, the conversion to Int64 would trap.
        guard bytes >= 1, bytes < 9.2e18 else { return nil }
        return Int64(bytes)
    }
}
