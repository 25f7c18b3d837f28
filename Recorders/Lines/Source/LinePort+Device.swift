// Recognises the same device under several names. Two recorders that read one device would each get only some of
// its lines.

internal import SystemCalls

extension LinePort {
    /// Whether two ports belong to one device, or cannot both be open, as far as that shows without opening them.
    ///
    /// - Parameter other: The other port.
    /// - Returns: True if only one of them can be recorded at a time.
    package func isSame(as other: LinePort) -> Bool {
        switch (kind, other.kind) {
        case (.standardInput, .standardInput): true
        case (.path(let path, _), .path(let otherPath, _)):
            Self.file(at: path) == Self.file(at: otherPath)
        case (.udp(let address, let port), .udp(let otherAddress, let otherPort)):
            port == otherPort
                && (address == nil || otherAddress == nil || address == otherAddress)
        case (.tcp, .tcp): kind == other.kind
        default: false
        }
    }

    /// The file that a path's links lead to.
    private static func file(at path: String) -> String {
        (try? FileSystem.absolutePath(path)) ?? path
    }
}
