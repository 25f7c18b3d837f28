// A server's certificate and key, and the creation of a self-signed certificate. No authority vouches for a self-signed
// one, so a browser warns once; a user can compare its fingerprint with the one in the terminal.

internal import CIdentity

/// The certificate by which a server proves its identity.
public struct WebIdentity: Sendable, Hashable {
    /// A certificate, or a chain of them, as PEM.
    public let certificate: String
    /// Its key, as PEM.
    public let key: String
    /// SHA-256 of the certificate, in the form in which browsers show it.
    public let fingerprint: String
    /// When it expires, in seconds since 1970.
    public let endInSeconds: Int64

    /// The host names in the certificate.
    public let names: [CertifiedName]

    /// Why a certificate cannot be used or made.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// Checks a certificate and its key.
    public init(certificate: String, key: String) throws(Problem) {
        var sum = [UInt8](repeating: 0, count: 32)
        var end: Int64 = 0
        let length = Int64(certificate.utf8.count)
        let refusal = unsafe footfall_read_certificate(certificate, length, &sum, &end)
        guard refusal == 0 else {
            throw Problem(
                description: "the certificate cannot be read: \(Self.words(for: refusal))"
            )
        }
        var match: Int32 = 0
        let other = unsafe footfall_keys_match(
            certificate,
            length,
            key,
            Int64(key.utf8.count),
            &match
        )
        guard other == 0 else {
            throw Problem(description: "the key cannot be read: \(Self.words(for: other))")
        }
        guard match != 0 else { throw Problem(description: "the key is another certificate's") }
        self.certificate = certificate
        self.key = key
        fingerprint = sum.map(Self.hexadecimal).joined(separator: ":")
        endInSeconds = end
        names = Self.names(of: certificate)
    }

    /// Reads the host names of a certificate.
    static func names(of certificate: String) -> [CertifiedName] {
        var text = [CChar](repeating: 0, count: 16384)
        let count = unsafe footfall_certificate_names(
            certificate,
            Int64(certificate.utf8.count),
            &text,
            Int64(text.count)
        )
        return text.prefix(Int(max(0, count))).split(separator: 0).compactMap { characters in
            CertifiedName(String(decoding: characters.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
    }

    /// The lifetime of a self-signed certificate; some browsers refuse longer ones.
    public static let secondsOfOwn: Int64 = 398 * 86400

    /// Makes a key and a self-signed certificate for some names of this machine.
    public static func make(for names: [String], atSeconds now: Int64) throws(Problem)
        -> WebIdentity
    {
        var certificate = [CChar](repeating: 0, count: 8192)
        var key = [CChar](repeating: 0, count: 4096)
        let room = (Int64(certificate.count), Int64(key.count))
        let joined = names.joined(separator: "\0") + "\0"
        let refusal = unsafe footfall_make_identity(
            joined,
            // Valid from yesterday, in case a phone's clock is behind.
            now - 86400,
            now + secondsOfOwn,
            &certificate,
            room.0,
            &key,
            room.1
        )
        guard refusal == 0 else {
            throw Problem(description: "no certificate can be made: \(words(for: refusal))")
        }
        return try WebIdentity(certificate: text(of: certificate), key: text(of: key))
    }

    private static func text(of characters: [CChar]) -> String {
        let bytes = characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func words(for number: Int32) -> String {
        unsafe footfall_identity_problem(number).map { unsafe String(cString: $0) } ?? "\(number)"
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
