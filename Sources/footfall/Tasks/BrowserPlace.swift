// The options for serving a task to browsers: port, network access and certificate.

internal import Arguments
internal import PlainWords
internal import SessionRuns
internal import SystemCalls
internal import WebHost
internal import WebServer

/// Where a server for browsers listens, and with which certificate.
struct BrowserPlace: Sendable, Equatable {
    /// The port; `nil` for any free one.
    var port: UInt16?
    /// Whether other machines on the network can reach it.
    var isOpenToNetwork = false
    /// The files of a certificate and its key; `nil` for this machine's own certificate.
    var certificate: Certificate?

    /// The files of a certificate that the user provides.
    struct Certificate: Sendable, Equatable {
        var path: String
        var keyPath: String
    }

    static let portOption = Option(
        "port",
        taking: "PORT",
        as: .port,
        "with --host web: the port of the server; a free port if not given"
    )
    static let lanFlag = Flag(
        "lan",
        "with --host web: accept browsers of the network, over TLS; they need a code that the command prints"
    )
    static let certificateOption = Option(
        "certificate",
        taking: "FILE",
        as: .text,
        "the certificate for --lan, or a chain of certificates, as PEM; if not given, one that this machine makes and stores"
    )
    static let keyOption = Option(
        "key",
        taking: "FILE",
        as: .text,
        "the private key of --certificate, as PEM"
    )
    /// The options for a command that always serves browsers.
    static let optionsOfServer = [
        portOption.declaration.saying("the port of the server; a free port if not given"),
        lanFlag.declaration.saying(
            "accept browsers of the network, over TLS; they need a code that the command prints"
        ),
        certificateOption.declaration, keyOption.declaration,
    ]
    static let options = [
        portOption.declaration, lanFlag.declaration, certificateOption.declaration,
        keyOption.declaration,
    ]

    /// Reads the options of a command.
    ///
    /// - Parameter arguments: The arguments of the command.
    /// - Throws: `UsageError` for an invalid option or combination.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        port = try arguments.value(of: Self.portOption)
        isOpenToNetwork = arguments.contains(Self.lanFlag)
        let path = try arguments.value(of: Self.certificateOption)
        let keyPath = try arguments.value(of: Self.keyOption)
        switch (path, keyPath) {
        case (nil, nil): break
        case (let path?, let keyPath?):
            if !isOpenToNetwork {
                try arguments.refuse(
                    [Self.certificateOption.declaration],
                    "browsers of this machine need none",
                    "add --lan, or leave it out"
                )
            }
            certificate = Certificate(path: path, keyPath: keyPath)
        case (_?, nil), (nil, _?):
            throw UsageError(
                place: path == nil ? "--key" : "--certificate",
                problem: "a certificate and its key belong together",
                remedy: "give both --certificate and --key, or neither"
            )
        }
    }

    /// Returns who can reach the server, with the certificate if other machines can.
    func access() throws -> WebAccess {
        guard isOpenToNetwork else { return .thisMachine }
        do {
            guard let certificate else {
                return .network(try KeptIdentity.identity(in: Self.folder()), isOwn: true)
            }
            let identity = try WebIdentity(
                certificate: Self.text(of: certificate.path),
                key: Self.key(in: certificate.keyPath)
            )
            let now = SystemClock.realtime.nanoseconds / 1_000_000_000
            guard identity.endInSeconds > now else {
                throw RunFailure(
                    "\(certificate.path): the certificate has expired, or the machine's clock is wrong"
                )
            }
            return .network(identity)
        } catch {
            throw RunFailure(
                "\(error)".printable + "; give another one with --certificate and --key"
            )
        }
    }

    private static func text(of path: String) throws -> String {
        String(decoding: try OpenFile.open(path).readAll(limit: 1 << 16), as: UTF8.self)
    }

    private static func key(in path: String) throws -> String {
        do throws(SecretFile.Fault) {
            return String(decoding: try SecretFile.read(path, limit: 1 << 16), as: UTF8.self)
        } catch {
            throw RunFailure("\(path): \(error)")
        }
    }

    /// The folder for this user's state files, in which the machine's own certificate is kept.
    private static func folder() throws -> String {
        if let state = Environment.variable("XDG_STATE_HOME"), state.hasPrefix("/") {
            return "\(state)/footfall"
        }
        guard let home = Environment.variable("HOME"), home.hasPrefix("/") else {
            throw RunFailure(
                "there is no home folder to store a certificate in: HOME is not set"
            )
        }
        return "\(home)/.local/state/footfall"
    }
}
