// Keeps the certificate that the machine signs for itself: a user who has accepted it once in a browser need not accept
// it again at the next start.

internal import SystemCalls
public import WebServer

/// A self-signed certificate of this machine, kept in a file.
public enum KeptIdentity {
    /// The name of the file, which only its owner may read: first the key, then the certificate.
    static let name = "web-identity.pem"
    /// A certificate that expires within this time is replaced.
    private static let secondsToSpare: Int64 = 7 * 86400

    /// Returns the certificate kept in a folder; makes and keeps one if there is none, or if it expires soon.
    ///
    /// - Throws: `SystemError` if the folder cannot be made or written, `WebIdentity.Problem` if no certificate can be
    ///   made.
    public static func identity(in path: String) throws -> WebIdentity {
        try FileSystem.makeDirectories(path)
        let folder = try OpenFolder.open(path, ofOneOwner: true)
        let now = SystemClock.realtime.nanoseconds / 1_000_000_000
        if let kept = try? found(in: folder), kept.endInSeconds > now + secondsToSpare {
            return kept
        }
        let host = Environment.hostName
        let names = host.isEmpty ? ["localhost"] : [host, "\(host).local", "localhost"]
        let made = try WebIdentity.make(for: names, atSeconds: now)
        let text = made.key + made.certificate
        try DurableDocument.write(Array(text.utf8), as: name, in: folder)
        return made
    }

    private static func found(in folder: OpenFolder) throws -> WebIdentity? {
        // `SecretFile` refuses a key that other users could read; `identity(in:)` then makes a new one.
        let bytes = try SecretFile.read(name, in: folder, limit: 1 << 16)
        let text = String(decoding: bytes, as: UTF8.self)
        guard let place = text.utf8.firstRange(of: Array("-----BEGIN CERTIFICATE".utf8)) else {
            return nil
        }
        return try WebIdentity(
            certificate: String(text[place.lowerBound...]),
            key: String(text[..<place.lowerBound])
        )
    }
}
