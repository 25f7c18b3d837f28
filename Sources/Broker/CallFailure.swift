// Why a call of a broker failed, as its child reports it: without data that the parent already has.

internal import SystemCalls

/// Why a child ends.
enum CallFailure: Error, Sendable, Hashable {
    case unknownName
    case unreachable(Errno)
    case silent
    case lost
    case noBroker
    case unavailable
    case refusesClient
    /// The broker rejects the user or the password.
    case notLetIn
    case certificate(Certificate)
    case refusesCertificate(String)
    case noTLS(String)
    /// A certificate, key or password of this board cannot be used.
    case badProof(Proof)
    case unconfined(Errno)

    /// The kind of credential that cannot be used.
    enum Proof: UInt8, Sendable, Hashable {
        case authorities, certificate, key, otherKey
    }

    /// A certificate's content, and what is wrong with it.
    struct Certificate: Sendable, Hashable {
        enum Fault: UInt8, Sendable, Hashable {
            case unknownAuthority, otherName, expired, notYetValid, other
        }

        var fault: Fault
        var reason: String
        var subject: String
        var issuer: String
        var start: String
        var end: String
    }
}

extension CallFailure {
    private enum Kind: UInt8 {
        case unknownName, unreachable, silent, lost, noBroker, unavailable, refusesClient, notLetIn
        case certificate, refusesCertificate, noTLS, badProof, unconfined
    }

    private var kind: Kind {
        switch self {
        case .unknownName: .unknownName
        case .unreachable: .unreachable
        case .silent: .silent
        case .lost: .lost
        case .noBroker: .noBroker
        case .unavailable: .unavailable
        case .refusesClient: .refusesClient
        case .notLetIn: .notLetIn
        case .certificate: .certificate
        case .refusesCertificate: .refusesCertificate
        case .noTLS: .noTLS
        case .badProof: .badProof
        case .unconfined: .unconfined
        }
    }

    func write(into writer: inout MessageWriter) {
        writer.add(kind)
        switch self {
        case .unreachable(let errno), .unconfined(let errno):
            writer.add(UInt64(errno.rawValue.magnitude))
        case .certificate(let certificate):
            writer.add(UInt64(certificate.fault.rawValue))
            for text in [
                certificate.reason, certificate.subject, certificate.issuer, certificate.start,
                certificate.end,
            ] {
                writer.add(text)
            }
        case .refusesCertificate(let text), .noTLS(let text): writer.add(text)
        case .badProof(let proof): writer.add(UInt64(proof.rawValue))
        case .unknownName, .silent, .lost, .noBroker, .unavailable, .refusesClient, .notLetIn:
            break
        }
    }

    init(from reader: inout MessageReader) throws(MessageReader.Malformed) {
        let kind = try reader.kind(as: Kind.self)
        switch kind {
        case .unknownName: self = .unknownName
        case .unreachable: self = .unreachable(try Self.errno(&reader))
        case .silent: self = .silent
        case .lost: self = .lost
        case .noBroker: self = .noBroker
        case .unavailable: self = .unavailable
        case .refusesClient: self = .refusesClient
        case .notLetIn: self = .notLetIn
        case .certificate:
            guard let fault = Certificate.Fault(rawValue: UInt8(clamping: try reader.number()))
            else { throw MessageReader.Malformed() }
            self = .certificate(
                Certificate(
                    fault: fault,
                    reason: try reader.text(),
                    subject: try reader.text(),
                    issuer: try reader.text(),
                    start: try reader.text(),
                    end: try reader.text()
                )
            )
        case .refusesCertificate: self = .refusesCertificate(try reader.text())
        case .noTLS: self = .noTLS(try reader.text())
        case .badProof:
            guard let proof = Proof(rawValue: UInt8(clamping: try reader.number())) else {
                throw MessageReader.Malformed()
            }
            self = .badProof(proof)
        case .unconfined: self = .unconfined(try Self.errno(&reader))
        }
    }

    /// Reads an error number; rejects one that the kernel does not have.
    private static func errno(
        _ reader: inout MessageReader
    ) throws(MessageReader.Malformed) -> Errno {
        let number = try reader.number()
        guard (1...4095).contains(number) else { throw MessageReader.Malformed() }
        return Errno(rawValue: Int32(number))
    }
}

extension BrokerProblem {
    /// Converts a child's failure into a problem for the user.
    init(_ failure: CallFailure, of address: BrokerAddress) {
        let kind: Kind =
            switch failure {
            case .unknownName: .unknownName
            case .unreachable(let errno): .unreachable(errno)
            case .silent: .silent
            case .lost: .lost
            case .noBroker: .noBroker
            case .unavailable: .unavailable
            case .refusesClient: .refusesClient
            case .notLetIn: address.user == nil ? .wantsPassword : .wrongPassword
            case .certificate(let certificate):
                .certificate(CertificateRefusal(certificate, of: address))
            case .refusesCertificate(let alert): .refusesCertificate(alert)
            case .noTLS(let why): .noTLS(why)
            case .badProof(let proof): .file(proof.error(of: address.files))
            case .unconfined(let errno): .noProcess("cannot be confined: \(errno.message)")
            }
        self.init(kind, at: "\(address)")
    }
}

extension CertificateRefusal {
    init(_ certificate: CallFailure.Certificate, of address: BrokerAddress) {
        reason =
            switch certificate.fault {
            case .unknownAuthority: .unknownAuthority
            case .otherName: .otherName
            case .expired: .expired
            case .notYetValid: .notYetValid
            case .other: .other(certificate.reason)
            }
        host = address.host
        subject = certificate.subject
        issuer = certificate.issuer
        start = certificate.start
        end = certificate.end
        hasOwnAuthority = address.files.authorities != nil
    }
}

extension CallFailure.Proof {
    /// Names the file, what is wrong with it, and the remedy.
    func error(of files: BrokerAddress.Files) -> BrokerAddressError {
        let (place, problem, remedy) =
            switch self {
            case .authorities:
                (files.authorities, "it has no certificate that can be read", "give one as PEM")
            case .certificate:
                (files.certificate, "it has no certificate that can be read", "give one as PEM")
            case .key:
                (
                    files.key, "it has no key that can be read without a password",
                    "give one as PEM; openssl pkey -in FILE -out NEW takes a password off"
                )
            case .otherKey:
                (files.key, "the key is another certificate's", "give the one of cert=FILE")
            }
        return BrokerAddressError(place: place ?? "", problem: problem, remedy: remedy)
    }
}
