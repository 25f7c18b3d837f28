// Explains to a user why a broker cannot be reached. Text that comes from a broker is untrusted: it is shown shortened
// and without control characters.

internal import PlainWords
public import SystemCalls

/// Why there is no connection to a broker.
public struct BrokerProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public let kind: Kind
    /// The broker's address, safe to show.
    public let place: String

    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// The host name cannot be resolved.
        case unknownName
        /// The host does not accept a connection.
        case unreachable(Errno)
        /// The host accepted the connection and did not answer in time.
        case silent
        /// A connection that had been made was lost.
        case lost
        /// Its answer is not MQTT: the port may be that of another program, or need TLS.
        case noBroker
        /// The broker accepts no connections now, or has disconnected this board.
        case unavailable
        /// The broker rejects this board's client identifier or protocol version.
        case refusesClient
        /// User name or password are wrong, or the user may not connect.
        case wrongPassword
        /// The broker requires a user name and a password, and got none.
        case wantsPassword
        /// This board does not accept the broker's certificate.
        case certificate(CertificateRefusal)
        /// The broker rejects this board's certificate; the text is that of its TLS alert.
        case refusesCertificate(String)
        /// A TLS connection cannot be made; the text says why.
        case noTLS(String)
        /// A file that the address names, such as a key or a password file, cannot be used.
        case file(BrokerAddressError)
        /// The child process that talks to the broker has ended; the text says how.
        case crashed(String)
        /// That child process cannot be started or confined; the text says why.
        case noProcess(String)
    }

    init(_ kind: Kind, at place: String) {
        self.kind = kind
        self.place = place
    }

    /// True if calling again is useless until a user has fixed something.
    public var isRefusal: Bool {
        switch kind {
        case .refusesClient, .wrongPassword, .wantsPassword, .certificate, .refusesCertificate,
            .file:
            true
        // Includes `noTLS`: a broker that is killed during the handshake looks like one without TLS.
        case .unknownName, .unreachable, .silent, .lost, .noBroker, .unavailable, .noTLS, .crashed,
            .noProcess:
            false
        }
    }

    public var description: String { "the broker \(place) \(words); \(remedy)" }

    private var words: String {
        switch kind {
        case .unknownName: "is not found: the name of its host is not known"
        case .unreachable(let errno): "cannot be reached: \(errno.message)"
        case .silent: "does not answer"
        case .lost: "is gone"
        case .noBroker: "does not speak MQTT"
        case .unavailable: "takes no connection now"
        case .refusesClient: "does not take this board as a client"
        case .wrongPassword: "does not take the user's name or the password"
        case .wantsPassword: "requires a user's name and a password"
        case .certificate(let refusal): refusal.words
        case .refusesCertificate(let alert):
            "does not take this board's certificate (\(Self.shown(alert)))"
        case .noTLS(let why): "does not take a TLS connection (\(Self.shown(why)))"
        case .file(let error): "cannot be called: \(error.place): \(error.problem)"
        case .crashed(let why): "is lost: the process that talks to it has ended (\(why))"
        case .noProcess(let why): "cannot be called: the process that would talk to it \(why)"
        }
    }

    private var remedy: String {
        switch kind {
        case .unknownName: "see whether the name is right and the network is there"
        case .unreachable: "see whether it runs, the port is right and the network is there"
        case .silent, .lost, .unavailable: "this board tries again by itself"
        case .noBroker:
            "see whether the port is right (1883 by custom, 8883 for mqtts://), and whether it is to be called by mqtts://"
        case .refusesClient: "see the broker's log for the reason"
        case .wrongPassword:
            "see whether USER@HOST and the first line of password-file=FILE are right, and what the broker allows that user"
        case .wantsPassword:
            "call it as USER@HOST, with the password in a file: ?password-file=FILE"
        case .certificate(let refusal): refusal.remedy
        case .refusesCertificate:
            "give one that its authority has signed, by cert=FILE and key=FILE"
        case .noTLS: "see whether the port is the one for TLS, 8883 by custom"
        case .file(let error): error.remedy
        case .crashed: "this board starts another one"
        case .noProcess: "see whether memory and the number of processes are limited here"
        }
    }

    /// Makes untrusted text safe to show.
    static func shown(_ text: String) -> String { String(text.prefix(120)).printable }
}

/// Why a broker's certificate is rejected.
public struct CertificateRefusal: Sendable, Hashable {
    /// What is wrong with it.
    public enum Reason: Sendable, Hashable {
        /// No known authority has signed it.
        case unknownAuthority
        /// It belongs to another host.
        case otherName
        case expired
        case notYetValid
        case other(String)
    }

    public let reason: Reason
    /// The host that was called.
    public let host: String
    /// The certificate's subject, and its issuer.
    public let subject: String
    public let issuer: String
    /// The period of its validity.
    public let start: String
    public let end: String
    /// True if the address names an authority of its own.
    public let hasOwnAuthority: Bool

    var words: String {
        let (subject, issuer) = (BrokerProblem.shown(subject), BrokerProblem.shown(issuer))
        let whose = "is for \(subject), signed by \(issuer)"
        return switch reason {
        case .unknownAuthority:
            hasOwnAuthority
                ? "is refused: its certificate \(whose), and not by the authority of ca=FILE"
                : "is refused: its certificate \(whose), an authority that this system does not know"
        case .otherName:
            "is refused: its certificate is for \(subject), and it was called as \(host)"
        case .expired:
            "is refused: its certificate (\(whose)) has expired on \(BrokerProblem.shown(end))"
        case .notYetValid:
            "is refused: its certificate (\(whose)) holds from \(BrokerProblem.shown(start)) only"
        case .other(let why): "is refused: its certificate \(whose): \(BrokerProblem.shown(why))"
        }
    }

    var remedy: String {
        switch reason {
        case .unknownAuthority: "give the authority that has signed it by ca=FILE"
        case .otherName: "call it by a name that is in its certificate, or give it another one"
        case .expired: "give the broker a new one, and see whether this board's clock is right"
        case .notYetValid: "see whether this board's clock is right"
        case .other: "give the broker another one"
        }
    }
}
