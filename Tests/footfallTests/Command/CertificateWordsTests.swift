import Testing

@testable import footfall

@Suite("What the command prints about a certificate")
struct CertificateWordsTests {
    @Test("says what to compare with the fingerprint where browsers warn of the certificate")
    func lines() {
        #expect(
            CertificateWords.lines(of: "AB:CD", isOwn: true) == [
                "each browser warns at first, because this machine made its certificate itself;",
                "let the browser show it, and go on only if its SHA-256 fingerprint is",
                "  AB:CD",
            ]
        )
        #expect(
            CertificateWords.lines(of: "AB:CD", isOwn: false) == [
                "the certificate of --certificate has the SHA-256 fingerprint", "  AB:CD",
            ]
        )
    }
}
