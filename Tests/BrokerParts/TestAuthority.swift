// Makes a test's own certificates: an authority's, a broker's, and wrong ones.

package import CueParts
internal import SystemCalls

/// A certificate authority that signs what a test requests.
package struct TestAuthority {
    private let folder: ScratchFolder
    package let name: String

    /// The path of its own certificate.
    package var certificate: String { "\(folder.path)/\(name).pem" }

    package struct Failed: Error {
        package let words: [String]
    }

    /// Makes an authority.
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
    ///   - file: The name of its files: `FILE.pem` and `FILE.key`.
    ///   - names: As `DNS:localhost` or `IP:127.0.0.1`.
    ///   - hasExpired: Whether it was valid in January 2020 only.
    /// - Throws: If openssl fails.
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
        // Only `openssl ca`, which needs these files, takes a period of validity in the past.
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
