// Why a broker is not reached, in words for whoever can mend it. What a broker says of itself is a stranger's text:
// it is shown short and without controls.

internal import PlainWords
public import SystemCalls

/// Why there is no connection to a broker.
public struct BrokerProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public let kind: Kind
    /// The broker, as it may be shown.
    public let place: String

    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// Nobody knows the name of its machine.
        case unknownName
        /// Its machine does not take a connection.
        case unreachable(Errno)
        /// It has taken the connection, and said nothing in time.
        case silent
        /// There was a connection, and it is gone.
        case lost
        /// It says what no broker says.
        case noBroker
        /// It takes no connections now, or has thrown this board out.
        case unavailable
        /// It does not take this board's name or version.
        case refusesClient
        /// The user's name or the password is wrong, or that user may not connect.
        case wrongPassword
        /// It lets nobody in without a user's name.
        case wantsPassword
        /// Its certificate does not prove that it is the broker.
        case certificate(CertificateRefusal)
        /// It does not take this board's certificate, by the words of its TLS alert.
        case refusesCertificate(String)
        /// It cannot be talked to by TLS.
        case noTLS(String)
        /// A file of this board's cannot be used.
        case file(BrokerAddressError)
        /// The process that talks to it has ended.
        case crashed(String)
        /// The process that talks to it cannot be started, or not be confined.
        case noProcess(String)
    }

    init(_ kind: Kind, at place: String) {
        self.kind = kind
        self.place = place
    }

    /// Whether calling again helps only after somebody has mended something.
    public var isRefusal: Bool {
        switch kind {
        case .refusesClient, .wrongPassword, .wantsPassword, .certificate, .refusesCertificate,
            .file:
            true
        // A broker that is killed while it greets looks like one that has no TLS.
        case .unknownName, .unreachable, .silent, .lost, .noBroker, .unavailable, .noTLS, .crashed,
            .noProcess:
            false
        }
    }

    public var description: String { "the broker \(place) \(words); \(remedy)" }

    private var words: String {
        switch kind {
        case .unknownName: "is not found: nobody knows the name of its machine"
        case .unreachable(let errno): "cannot be reached: \(errno.message)"
        case .silent: "does not answer"
        case .lost: "is gone"
        case .noBroker: "does not speak MQTT"
        case .unavailable: "takes no connection now"
        case .refusesClient: "does not take this board as a client"
        case .wrongPassword: "does not take the user's name or the password"
        case .wantsPassword: "lets nobody in without a user's name and a password"
        case .certificate(let refusal): refusal.words
        case .refusesCertificate(let alert):
            "does not take this board's certificate (\(Self.shown(alert)))"
        case .noTLS(let why): "cannot be talked to by TLS (\(Self.shown(why)))"
        case .file(let error): "cannot be called: \(error.place): \(error.problem)"
        case .crashed(let why): "is lost: the process that talks to it has ended (\(why))"
        case .noProcess(let why): "cannot be called: the process that would talk to it \(why)"
        }
    }

    private var remedy: String {
        switch kind {
        case .unknownName: "see whether the name is right and the network is there"
        case .unreachable: "see whether it runs, the port is right and the network is there"
        case .silent, .lost, .unavailable: "it is called again"
        case .noBroker:
            "see whether the port is right (1883 by custom, 8883 for mqtts://), and whether it is to be called by mqtts://"
        case .refusesClient: "see in its log why"
        case .wrongPassword:
            "see whether USER@HOST and the first line of password-file=FILE are right, and what the broker allows that user"
        case .wantsPassword:
            "call it as USER@HOST, with the password in a file: ?password-file=FILE"
        case .certificate(let refusal): refusal.remedy
        case .refusesCertificate:
            "give one that its authority has signed, by cert=FILE and key=FILE"
        case .noTLS: "see whether the port is the one for TLS, 8883 by custom"
        case .file(let error): error.remedy
        case .crashed: "another one is started"
        case .noProcess: "see whether memory and the number of processes are limited here"
        }
    }

    /// A stranger's text, as it may be shown.
    static func shown(_ text: String) -> String { String(text.prefix(120)).printable }
}

/// Why a broker's certificate is not taken.
public struct CertificateRefusal: Sendable, Hashable {
    /// What is wrong with it.
    public enum Reason: Sendable, Hashable {
        /// No authority that is known here has signed it.
        case unknownAuthority
        /// It is another machine's.
        case otherName
        case expired
        case notYetValid
        case other(String)
    }

    public let reason: Reason
    /// The host that was called.
    public let host: String
    /// For whom it is, and who has signed it.
    public let subject: String
    public let issuer: String
    /// From when and until when it holds.
    public let start: String
    public let end: String
    /// Whether an authority of one's own was given.
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
