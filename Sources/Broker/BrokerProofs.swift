// Reads the files by which board and broker authenticate. They are read again for each call, so that a corrected file
// takes effect at the next call.

internal import SystemCalls

/// The contents of the files that an address names.
struct BrokerProofs: Sendable, Hashable {
    /// PEM; the system's authorities if `nil`.
    var authorities: [UInt8]?
    var certificate: [UInt8]?
    var key: [UInt8]?
    var password: [UInt8]?

    /// The largest size of a file with certificates, and of one with a key or a password.
    static let longestCertificates: Int64 = 1 << 20
    static let longestSecret: Int64 = 64 << 10

    init() {}

    /// Reads the files of an address.
    init(reading files: BrokerAddress.Files) throws(BrokerAddressError) {
        authorities = try Self.read(files.authorities, Self.longestCertificates)
        certificate = try Self.read(files.certificate, Self.longestCertificates)
        key = try Self.secret(files.key)
        for (path, bytes) in [
            (files.authorities, authorities), (files.certificate, certificate), (files.key, key),
        ] {
            guard let path, let bytes else { continue }
            guard Self.isPEM(bytes) else {
                throw BrokerAddressError(
                    place: path,
                    problem: "it is no PEM file: it has no line that begins with -----BEGIN",
                    remedy:
                        "convert it: openssl x509 -inform der -in FILE (or openssl pkey for a key)"
                )
            }
        }
        guard let path = files.password else { return }
        let line = try Self.secret(path)?.prefix { $0 != 0x0A && $0 != 0x0D }
        guard let line, !line.isEmpty else {
            throw BrokerAddressError(
                place: path,
                problem: "its first line is empty",
                remedy: "write the password there"
            )
        }
        password = Array(line)
    }

    private static func read(
        _ path: String?,
        _ limit: Int64
    ) throws(BrokerAddressError) -> [UInt8]? {
        guard let path else { return nil }
        do throws(SystemError) {
            return try OpenFile.openPlain(path).readAll(limit: limit)
        } catch {
            throw BrokerAddressError(
                place: path,
                problem: "it cannot be read: \(error.errno.message)",
                remedy: error.remedy ?? "give another file, or let this user read it"
            )
        }
    }

    /// Reads a file that no other user may read.
    private static func secret(_ path: String?) throws(BrokerAddressError) -> [UInt8]? {
        guard let path else { return nil }
        do throws(SecretFile.Fault) {
            return try SecretFile.read(path, limit: longestSecret)
        } catch {
            throw BrokerAddressError(place: path, problem: error.problem, remedy: error.remedy)
        }
    }

    private static func isPEM(_ bytes: [UInt8]) -> Bool {
        let mark = Array("-----BEGIN ".utf8)
        return bytes.indices.contains { start in
            bytes[start] == mark[0] && bytes[start...].starts(with: mark)
        }
    }
}
