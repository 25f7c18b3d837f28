// Certificates of a test's own: an authority, a broker's, and those that are wrong in one way each.

package import CueParts
internal import SystemCalls

/// An authority that signs what a test wants.
package struct TestAuthority {
    private let folder: ScratchFolder
    package let name: String

    /// Where its own certificate is.
    package var certificate: String { "\(folder.path)/\(name).pem" }

    package struct Failed: Error {
        package let words: [String]
    }

    /// Makes one.
    package init(_ name: String, in folder: ScratchFolder) throws {
        self.folder = folder
        self.name = name
        try Self.openSSL(
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
                + ["-subj", "/CN=Authority \(name)", "-days", "30"]
                + ["-keyout", "\(folder.path)/\(name).key", "-out", "\(folder.path)/\(name).pem"]
        )
    }

    /// Signs a certificate for some names.
    ///
    /// - Parameters:
    ///   - file: What its files are named: `FILE.pem` and `FILE.key`.
    ///   - names: As `DNS:localhost` or `IP:127.0.0.1`.
    ///   - hasExpired: Whether it held in January of 2020 only.
    /// - Throws: When openssl refuses.
    package func sign(_ file: String, for names: [String], hasExpired: Bool = false) throws {
        let base = "\(folder.path)/\(file)"
        try folder.file("\(file).ext", "subjectAltName=\(names.joined(separator: ","))\n")
        try Self.openSSL(
            ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
                + ["-subj", "/CN=\(file)", "-keyout", "\(base).key", "-out", "\(base).csr"]
        )
        guard hasExpired else {
            return try Self.openSSL(
                ["x509", "-req", "-in", "\(base).csr", "-CA", certificate]
                    + ["-CAkey", "\(folder.path)/\(name).key", "-CAcreateserial", "-days", "30"]
                    + ["-extfile", "\(base).ext", "-out", "\(base).pem"]
            )
        }
        // Only a whole authority signs for the past.
        try folder.file("index.txt", "")
        try folder.file("serial", "01\n")
        try folder.file(
            "authority.conf",
            """
            [ca]
            default_ca=own
            [own]
            dir=\(folder.path)
            database=$dir/index.txt
            serial=$dir/serial
            new_certs_dir=$dir
            default_md=sha256
            policy=any
            [any]
            commonName=supplied
            """
        )
        try Self.openSSL(
            ["ca", "-batch", "-config", "\(folder.path)/authority.conf", "-in", "\(base).csr"]
                + ["-cert", certificate, "-keyfile", "\(folder.path)/\(name).key"]
                + ["-startdate", "200101000000Z", "-enddate", "200201000000Z", "-notext"]
                + ["-extfile", "\(base).ext", "-out", "\(base).pem"]
        )
    }

    private static func openSSL(_ words: [String]) throws {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        guard try ChildProgram.run(["sh", "-c", "openssl \(quoted) >/dev/null 2>&1"]) == .exited(0)
        else { throw Failed(words: words) }
    }
}
