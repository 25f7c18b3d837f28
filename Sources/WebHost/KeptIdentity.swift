// The certificate that a machine makes for itself is kept, so that a browser which was told once that it is this
// machine's need not be told again.

internal import SystemCalls
public import WebServer

/// A certificate of this machine's own.
public enum KeptIdentity {
    /// The name of its file: the key first, which nobody else may read, and the certificate.
    static let name = "web-identity.pem"
    /// One that ends so soon is made anew.
    private static let secondsToSpare: Int64 = 7 * 86400

    /// The certificate that is kept in a folder, or one that is made and kept there.
    ///
    /// - Throws: `SystemError` where the folder cannot be made or written, `WebIdentity.Problem` where none can be made.
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
        // A key that others could read meanwhile is none: another one is made in its place.
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
