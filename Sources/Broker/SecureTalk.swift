// Sets up TLS for one host before the child gives up access to files: certificates and keys are in memory by then.

internal import CMosquitto
internal import SystemCalls

/// A TLS configuration for one host.
@safe
final class SecureTalk {
    private let pointer: OpaquePointer

    /// Creates a configuration for a host that must prove its name.
    init(with host: String, _ proofs: BrokerProofs) throws(CallFailure) {
        var made: OpaquePointer?
        let problem = unsafe Self.make(host, proofs, &made)
        guard let pointer = unsafe made else {
            switch problem {
            case FOOTFALL_TLS_BAD_AUTHORITIES: throw .badProof(.authorities)
            case FOOTFALL_TLS_BAD_CERTIFICATE: throw .badProof(.certificate)
            case FOOTFALL_TLS_BAD_KEY: throw .badProof(.key)
            case FOOTFALL_TLS_OTHER_KEY: throw .badProof(.otherKey)
            default: throw .unconfined(.noMemory)
            }
        }
        unsafe self.pointer = pointer
    }

    private static func make(
        _ host: String,
        _ proofs: BrokerProofs,
        _ made: inout OpaquePointer?
    ) -> footfall_tls_problem {
        // An empty array may have no address to pass.
        unsafe (proofs.authorities ?? []).withUnsafeBufferPointer { authorities in
            unsafe (proofs.certificate ?? []).withUnsafeBufferPointer { certificate in
                unsafe (proofs.key ?? []).withUnsafeBufferPointer { key in
                    unsafe footfall_tls_make(
                        &made,
                        host,
                        footfall_tls_proofs(
                            authorities: proofs.authorities == nil ? nil : authorities.baseAddress,
                            certificate: proofs.certificate == nil ? nil : certificate.baseAddress,
                            key: proofs.key == nil ? nil : key.baseAddress,
                            authorities_length: Int64(authorities.count),
                            certificate_length: Int64(certificate.count),
                            key_length: Int64(key.count)
                        )
                    )
                }
            }
        }
    }

    deinit { unsafe footfall_tls_free(pointer) }

    /// Makes a client use this TLS; returns 0, or the library's error number.
    func use(for client: OpaquePointer) -> Int32 { unsafe footfall_tls_use(pointer, client) }

    /// True once both sides have agreed on TLS.
    var isAgreed: Bool { unsafe footfall_tls_outcome(pointer).pointee.is_agreed != 0 }

    /// Why one side refused the last handshake; `nil` if neither did.
    var failure: CallFailure? {
        let outcome = unsafe footfall_tls_outcome(pointer).pointee
        let alert = Self.text(outcome.alert)
        let fault: CallFailure.Certificate.Fault
        switch outcome.fault {
        case FOOTFALL_CERTIFICATE_GOOD:
            guard !alert.isEmpty else { return nil }
            // Any other alert counts as a failure of TLS; only the broker's log says more about it.
            let isOurs = alert.contains("certificate") || alert == "unknown CA"
            return isOurs ? .refusesCertificate(alert) : .noTLS(alert)
        case FOOTFALL_CERTIFICATE_UNKNOWN_AUTHORITY: fault = .unknownAuthority
        case FOOTFALL_CERTIFICATE_OTHER_NAME: fault = .otherName
        case FOOTFALL_CERTIFICATE_EXPIRED: fault = .expired
        case FOOTFALL_CERTIFICATE_NOT_YET_VALID: fault = .notYetValid
        default: fault = .other
        }
        return .certificate(
            CallFailure.Certificate(
                fault: fault,
                reason: Self.text(outcome.reason),
                subject: Self.text(outcome.subject),
                issuer: Self.text(outcome.issuer),
                start: Self.text(outcome.start),
                end: Self.text(outcome.end)
            )
        )
    }

    /// The text in a C array, up to its zero byte.
    private static func text<Characters>(_ characters: Characters) -> String {
        unsafe withUnsafeBytes(of: characters) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
