// Recognises the same device under several names. Two recorders that read one device would each get only some of
// its lines. And two sockets cannot listen on one UDP port, unless each has an address of its own.

internal import SystemCalls

extension LinePort {
    /// True if two ports are the same device or cannot be open together.
    ///
    /// It compares names, and paths after resolving symbolic links. It does not recognise other names of one device.
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

    /// The absolute path with all links resolved; the path itself if that fails.
    private static func file(at path: String) -> String {
        (try? FileSystem.absolutePath(path)) ?? path
    }
}
