// The address of a context. A context is libiio's name for the devices of one machine, or of one description file.
// The address comes from a user or a task file, so it is checked before libiio gets it, and an error can state what
// is wrong.

/// Where a context is: on this board, on another machine, or in a file.
package struct ContextAddress: Sendable, Hashable {
    /// How the context is reached.
    enum Backend: String, Sendable, Hashable, CaseIterable {
        case local, ip, usb, serial, xml
    }

    /// The address in the form that libiio takes.
    let uri: String
    let backend: Backend

    /// This board.
    static let local = ContextAddress(uri: "local:", backend: .local)

    private init(uri: String, backend: Backend) {
        self.uri = uri
        self.backend = backend
    }

    /// Parses `local:`, `ip:HOST[:PORT]`, `usb:…`, `serial:…` or `xml:FILE`.
    ///
    /// - Parameters:
    ///   - text: The address to parse.
    ///   - supported: The backends of the installed library.
    /// - Throws: What is wrong with the address.
    init(_ text: String, supported: [String]) throws(IIOError) {
        try self.init(text)
        guard supported.contains(backend.rawValue) else {
            throw IIOError(
                .unsupportedBackend(backend.rawValue, supported: supported),
                at: text
            )
        }
    }

    /// Parses an address whose backend the installed library may lack.
    ///
    /// - Throws: That the text is no address.
    package init(_ text: String) throws(IIOError) {
        let shown = text.isEmpty ? "\"\"" : text
        guard let colon = text.firstIndex(of: ":"), text.utf8.count <= 4096,
            !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
            let backend = Backend(rawValue: String(text[..<colon]))
        else { throw IIOError(.badAddress, at: shown) }
        let rest = text[text.index(after: colon)...]
        switch backend {
        case .local:
            guard rest.isEmpty else { throw IIOError(.badAddress, at: shown) }
        case .ip, .xml:
            guard !rest.isEmpty else { throw IIOError(.badAddress, at: shown) }
        case .usb, .serial:
            break
        }
        self.init(uri: text, backend: backend)
        if backend == .ip, rest.count(where: { $0 == ":" }) == 1, host == nil {
            throw IIOError(.badAddress, at: shown)
        }
    }

    /// Returns the text of an address with one colon at its end, as the beginning of a message.
    package static func heading(of text: String) -> String {
        text.hasSuffix(":") ? text : text + ":"
    }

    /// True if a text is meant as an address, valid or not, and not as the name of a device.
    static func looksLikeOne(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        return Backend(rawValue: String(text[..<colon])) != nil
    }

    /// The host and port after `ip:`; `nil` for other backends, for an invalid port, and for a host in brackets,
    /// which libiio parses itself.
    var host: (name: String, port: UInt16)? {
        guard backend == .ip, !uri.contains("[") else { return nil }
        let rest = uri.dropFirst("ip:".count)
        let colons = rest.count { $0 == ":" }
        // A numeric IPv6 address contains colons itself, and no port.
        guard colons == 1, let colon = rest.firstIndex(of: ":") else {
            return (String(rest), Self.usualPort)
        }
        guard let port = UInt16(rest[rest.index(after: colon)...]), port > 0 else { return nil }
        return colon == rest.startIndex ? nil : (String(rest[..<colon]), port)
    }

    /// The serial port after `serial:`, without its settings; `nil` for other backends and if none is named.
    var port: String? {
        guard backend == .serial else { return nil }
        let port = uri.dropFirst("serial:".count).prefix { $0 != "," }
        return port.isEmpty ? nil : String(port)
    }

    /// The port on which iiod listens by default.
    private static let usualPort: UInt16 = 30_431

    /// True if the devices' files are on this machine.
    var isLocal: Bool { backend == .local }
}
