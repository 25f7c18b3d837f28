// Where a broker is, and the files by which broker and board authenticate. A user types the address, so its errors are
// reported before any connection is tried. A password is never part of the address: others could read it in the list of
// processes.

internal import SystemCalls

/// The address of an MQTT broker: `mqtts://USER@HOST:PORT/PREFIX?ca=FILE&password-file=FILE`.
public struct BrokerAddress: Sendable, Hashable {
    /// The host's name or IP address.
    public var host: String
    public var port: UInt16
    /// True if the connection is encrypted and the broker must prove its name.
    public var isEncrypted: Bool
    /// The user name for the broker, if it requires one.
    public var user: String?
    /// The common prefix of all topics, without a slash at either end; may be empty.
    public var prefix: String
    /// The files for authentication.
    public var files: Files

    /// The files by which broker and board authenticate; PEM, except the password.
    public struct Files: Sendable, Hashable {
        /// The certificate authorities to accept for the broker; the system's if `nil`.
        public var authorities: String?
        /// The certificate of this board, and its key.
        public var certificate: String?
        public var key: String?
        /// A file whose first line is the password.
        public var password: String?

        public init() {}
    }

    /// The usual ports of MQTT brokers.
    public static let usualPort: UInt16 = 1883
    public static let usualEncryptedPort: UInt16 = 8883

    /// Parses an address.
    ///
    /// - Parameter text: The address as the user typed it.
    /// - Throws: What is wrong with it, and the remedy.
    public init(_ text: String) throws(BrokerAddressError) {
        var reader = AddressReader(text)
        isEncrypted = try reader.scheme()
        user = try reader.user()
        host = try reader.host()
        port = try reader.port() ?? (isEncrypted ? Self.usualEncryptedPort : Self.usualPort)
        prefix = try reader.prefix()
        files = try reader.files()
        try check(text)
    }

    private func check(_ text: String) throws(BrokerAddressError) {
        func refuse(_ problem: String, _ remedy: String) -> BrokerAddressError {
            BrokerAddressError(place: text, problem: problem, remedy: remedy)
        }
        let proofs = [files.authorities, files.certificate, files.key]
        if !isEncrypted, proofs.contains(where: { $0 != nil }) {
            throw refuse("certificates mean nothing without encryption", "write mqtts://")
        }
        if (files.certificate == nil) != (files.key == nil) {
            throw refuse(
                "a certificate and its key go together",
                "give both cert=FILE and key=FILE"
            )
        }
        if files.password != nil, user == nil {
            throw refuse("the password has no user", "name the user ahead of the host: USER@HOST")
        }
        if showsPassword {
            throw refuse(
                "the password would travel to another machine where others can read it",
                "write mqtts://, or leave out password-file="
            )
        }
    }

    /// A topic below the prefix; `nil` if a level is not valid in a topic.
    public func topic(_ levels: String...) -> BrokerTopic? {
        guard levels.allSatisfy({ !$0.contains("/") && !$0.isEmpty }) else { return nil }
        return BrokerTopic(joined(levels))
    }

    /// A filter below the prefix, in MQTT's notation: `+` stands for one level, `#` at the end for all that follow.
    public func filter(_ levels: String...) -> String { joined(levels) }

    private func joined(_ levels: [String]) -> String {
        ((prefix.isEmpty ? [] : [prefix]) + levels).joined(separator: "/")
    }

    /// True if a password would be sent to another machine unencrypted.
    private var showsPassword: Bool {
        guard files.password != nil, !isEncrypted else { return false }
        let numbers = NetworkReach.numbers(of: host) ?? ""
        return host != "localhost" && numbers != "::1" && !numbers.hasPrefix("127.")
    }
}

extension BrokerAddress: CustomStringConvertible {
    /// The address without the files; safe to show.
    public var description: String {
        let shown = host.contains(":") ? "[\(host)]" : host
        let usual = isEncrypted ? Self.usualEncryptedPort : Self.usualPort
        return (isEncrypted ? "mqtts" : "mqtt") + "://" + (user.map { "\($0)@" } ?? "") + shown
            + (port == usual ? "" : ":\(port)") + (prefix.isEmpty ? "" : "/\(prefix)")
    }
}

/// Why an address cannot be used, or a file that it names.
public struct BrokerAddressError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address, or the file.
    public let place: String
    public let problem: String
    public let remedy: String

    public var description: String { "\(place): \(problem); \(remedy)" }
}
