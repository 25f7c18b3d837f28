// Parses where lines come from, as a user writes it.

/// Where a device's lines come from.
public struct LinePort: Sendable, Hashable {
    /// The kinds of ports.
    public enum Kind: Sendable, Hashable {
        /// A serial port, a pseudo-terminal or a named pipe; the file itself shows which.
        case path(String, baud: Int?)
        case standardInput
        /// A port of another machine, to which this one connects.
        case tcp(host: String, port: UInt16)
        /// A port of this machine to which devices send datagrams; at one of its addresses, or at all of them.
        case udp(address: String?, port: UInt16)
    }

    /// The kind of port.
    public let kind: Kind
    /// The port as written.
    public let text: String

    /// The default speed of a serial port.
    public static let usualBaud = 115_200
    private static let bauds = 50...12_000_000

    /// Parses where lines come from.
    ///
    /// - Parameter text: `/dev/ttyUSB0`, with `@921600` if it is not 115200 baud; a named pipe; `-`;
    ///   `tcp:HOST:PORT`; `udp:PORT` or `udp:ADDRESS:PORT`. An IPv6 address stands in brackets.
    /// - Throws: `LinePortError`, which says what to write instead.
    public init(_ text: String) throws(LinePortError) {
        self.text = text
        if text == "-" {
            kind = .standardInput
        } else if text.hasPrefix("tcp:") {
            guard case (let host?, let port) = try Self.place(text), host != "*" else {
                throw LinePortError(.noHost, at: text)
            }
            kind = .tcp(host: host, port: port)
        } else if text.hasPrefix("udp:") {
            let (address, port) = try Self.place(text)
            kind = .udp(address: address, port: port)
        } else {
            kind = try Self.path(text)
        }
    }

    private static func path(_ text: String) throws(LinePortError) -> Kind {
        guard text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("../") else {
            throw LinePortError(.unknown, at: text)
        }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count > 1, let last = parts.last, !last.contains("/") else {
            return .path(text, baud: nil)
        }
        let name = text.split(separator: "/").last ?? ""
        guard !name.hasPrefix("tty") || last.allSatisfy(\.isNumber) && !last.isEmpty else {
            throw LinePortError(.wrongBaud, at: text)
        }
        // A file name may contain this character.
        guard last.allSatisfy(\.isNumber), !last.isEmpty else { return .path(text, baud: nil) }
        guard let baud = Int(last), bauds.contains(baud) else {
            throw LinePortError(.wrongBaud, at: text)
        }
        return .path(parts.dropLast().joined(separator: "@"), baud: baud)
    }

    /// The host, if there is one, and the port.
    private static func place(_ text: String) throws(LinePortError) -> (String?, UInt16) {
        let rest = text.dropFirst(4)
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard let number = parts.last, let port = UInt16(number), port > 0 else {
            throw LinePortError(.wrongPort, at: text)
        }
        guard parts.count > 1 else { return (nil, port) }
        var host = parts.dropLast().joined(separator: ":")
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if parts.count > 2 {
            throw LinePortError(.bareIPv6, at: text)
        }
        guard !host.isEmpty else { throw LinePortError(.noHost, at: text) }
        return (host, port)
    }

    /// What the port exposes to others, in words; `nil` if nothing.
    public var opening: String? {
        switch kind {
        case .path, .standardInput, .tcp: nil
        case .udp(nil, let port):
            "UDP port \(port) of all addresses of this machine is open: anyone who reaches it by a network "
                + "can send lines into the recording"
        case .udp(let address?, let port) where address.hasPrefix("127.") || address == "::1":
            "UDP port \(port) of \(address) is open: programs of this machine can send lines into the recording"
        case .udp(let address?, let port):
            "UDP port \(port) of \(address) is open: anyone who reaches it can send lines into the recording"
        }
    }
}

/// Why a text is not a port.
public struct LinePortError: Error, Sendable, Hashable {
    /// What is wrong.
    public enum Kind: Sendable, Hashable {
        case unknown
        case wrongBaud
        case wrongPort
        case noHost
        case bareIPv6
    }

    /// What is wrong.
    public let kind: Kind
    /// The text.
    public let place: String

    init(_ kind: Kind, at place: String) {
        self.kind = kind
        self.place = place
    }
}

extension LinePortError: CustomStringConvertible {
    public var description: String { "'\(place)': \(what); \(remedy)" }

    /// What is wrong, in words.
    public var what: String {
        switch kind {
        case .unknown: "this is no port"
        case .wrongBaud: "no serial port has this speed"
        case .wrongPort: "the port's number is missing or not valid"
        case .noHost: "the machine to connect to is missing"
        case .bareIPv6: "it is unclear where the IPv6 address ends and the port begins"
        }
    }

    /// What to write instead.
    public var remedy: String {
        switch kind {
        case .unknown:
            "write the path of a serial port or a pipe, as in /dev/ttyUSB0@115200 or ./pipe, or -, "
                + "tcp:HOST:PORT or udp:PORT"
        case .wrongBaud: "write the speed that the device has in its program, as in @115200"
        case .wrongPort: "write a number from 1 to 65535 behind the last colon"
        case .noHost: "write tcp:HOST:PORT"
        case .bareIPv6: "write it in brackets, as in udp:[::1]:5000"
        }
    }
}
