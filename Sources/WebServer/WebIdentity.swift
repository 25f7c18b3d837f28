// A certificate that this machine makes for itself. No authority has signed it, so a browser warns once, and whoever
// reads the fingerprint in the terminal knows that it is this machine's.

internal import CIdentity

/// What a server proves with whom one has come to.
public struct WebIdentity: Sendable, Hashable {
    /// A certificate, or a chain of them, as PEM.
    public let certificate: String
    /// Its key, as PEM.
    public let key: String
    /// SHA-256 of the certificate, as browsers show it.
    public let fingerprint: String
    /// Until when it holds, in seconds since 1970.
    public let endInSeconds: Int64

    /// The names of hosts that it proves, as the certificate has them.
    public let names: [CertifiedName]

    /// Why there is none.
    public struct Problem: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// A certificate with its key.
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

    /// The names of hosts in a certificate.
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

    /// How long one holds that this machine makes: longer ones are refused by some browsers.
    public static let secondsOfOwn: Int64 = 398 * 86400

    /// Makes a key, and a certificate for some names of this machine.
    public static func make(for names: [String], atSeconds now: Int64) throws(Problem)
        -> WebIdentity
    {
        var certificate = [CChar](repeating: 0, count: 8192)
        var key = [CChar](repeating: 0, count: 4096)
        let room = (Int64(certificate.count), Int64(key.count))
        let joined = names.joined(separator: "\0") + "\0"
        let refusal = unsafe footfall_make_identity(
            joined,
            // A phone's clock may be a little behind.
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
