// Where a broker is, and by what it and this board prove who they are. A person types the address, so what is wrong
// with it is said before anybody is called. A password is never part of it: others could read it in the list of
// processes.

internal import SystemCalls

/// The address of an MQTT broker: `mqtts://USER@HOST:PORT/PREFIX?ca=FILE&password-file=FILE`.
public struct BrokerAddress: Sendable, Hashable {
    /// The name of the machine, or its numbers.
    public var host: String
    public var port: UInt16
    /// Whether the connection is encrypted and the broker has to prove its name.
    public var isEncrypted: Bool
    /// Who this board is to the broker, if that asks.
    public var user: String?
    /// What all topics begin with, without a slash at either end; may be empty.
    public var prefix: String
    /// Files with what is proved.
    public var files: Files

    /// Files with what the broker and this board prove, each as PEM but for the password.
    public struct Files: Sendable, Hashable {
        /// The authorities that may have signed the broker's certificate; those of the system if there is none.
        public var authorities: String?
        /// The certificate of this board, and its key.
        public var certificate: String?
        public var key: String?
        /// The password is the file's first line.
        public var password: String?

        public init() {}
    }

    /// The ports that brokers have by custom.
    public static let usualPort: UInt16 = 1883
    public static let usualEncryptedPort: UInt16 = 8883

    /// Reads an address.
    ///
    /// - Parameter text: As a person types it.
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
            throw refuse("the password is nobody's", "name the user ahead of the host: USER@HOST")
        }
        if showsPassword {
            throw refuse(
                "the password would travel to another machine where others can read it",
                "write mqtts://, or leave out password-file="
            )
        }
    }

    /// A topic below the prefix; `nil` where one of the levels cannot be one.
    public func topic(_ levels: String...) -> BrokerTopic? {
        guard levels.allSatisfy({ !$0.contains("/") && !$0.isEmpty }) else { return nil }
        return BrokerTopic(joined(levels))
    }

    /// A filter below the prefix, as MQTT has it: `+` is any one level, `#` at the end all that follow.
    public func filter(_ levels: String...) -> String { joined(levels) }

    private func joined(_ levels: [String]) -> String {
        ((prefix.isEmpty ? [] : [prefix]) + levels).joined(separator: "/")
    }

    /// Whether a password would travel where others can read it: unencrypted, to another machine.
    private var showsPassword: Bool {
        guard files.password != nil, !isEncrypted else { return false }
        let numbers = NetworkReach.numbers(of: host) ?? ""
        return host != "localhost" && numbers != "::1" && !numbers.hasPrefix("127.")
    }
}

extension BrokerAddress: CustomStringConvertible {
    /// The address without files, as it may be shown.
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
