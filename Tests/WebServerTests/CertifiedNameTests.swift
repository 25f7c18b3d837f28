import Testing
@testable import WebServer

@Suite("The host names in a certificate")
struct CertifiedNameTests {
    @Test("are those for which it was made")
    func made() throws {
        let names = ["board.example.org", "*.example.org", "board"]
        let identity = try WebIdentity.make(for: names, atSeconds: 1_795_000_000)
        #expect(identity.names.map(\.text) == names)
    }

    @Test("are its hosts only: no address, no mail, no other text, and no additional common name")
    func alternative() {
        let names = WebIdentity.names(of: Self.mixed).map(\.text)
        #expect(names == ["*.example.org", "board.example.org"])
    }

    @Test("are its common name, in lower case, if it has no other")
    func common() {
        #expect(WebIdentity.names(of: Self.old).map(\.text) == ["board.example.org"])
        #expect(WebIdentity.names(of: "no certificate").isEmpty)
    }

    @Test(
        "do not include texts that no browser would ask for",
        arguments: [
            "", ".", "a..b", ".a", "a.", "*", "*.", "a.*", "b*.a", "*.*.a", "two words", "a/b",
            "a:1",
            "[::1]", "\u{fc}.example", String(repeating: "a", count: 64),
        ]
    )
    func noName(text: String) { #expect(CertifiedName(text) == nil) }

    @Test("match in upper and lower case, and with a star match any one label at the left")
    func covers() throws {
        let plain = try #require(CertifiedName("board.example.org"))
        #expect(plain.covers("Board.Example.ORG"))
        #expect(!plain.covers("a.board.example.org"))
        #expect(!plain.covers("example.org"))
        let star = try #require(CertifiedName("*.example.org"))
        #expect(star.isWildcard && !plain.isWildcard)
        #expect(star.covers("board.EXAMPLE.org"))
        for other in [
            "example.org", "a.board.example.org", ".example.org", "*.example.org", "aexample.org",
            "",
        ] {
            #expect(!star.covers(other), "\(other)")
        }
    }

    /// A certificate whose alternative names lack its common name; two of them are not hosts, and one has a space.
    private static let mixed = """
        -----BEGIN CERTIFICATE-----
        MIIB3jCCAYSgAwIBAgIUIaxUMcUij/GV8uVXzsaMGrnmcwYwCgYIKoZIzj0EAwIw
        HDEaMBgGA1UEAwwRb3RoZXIuZXhhbXBsZS5vcmcwIBcNMjYxMTI2MTAyMzQ1WhgP
        MjEyNjExMDIxMDIzNDVaMBwxGjAYBgNVBAMMEW90aGVyLmV4YW1wbGUub3JnMFkw
        EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEezQ4xJUR9ZrsQZbA6siX+ZmV9R9Qx2Yh
        lE6mzpdhQmp1118VIX2xDy5x/pDkW2NeVzOMchYSLDF/T08HDkUuKaOBoTCBnjAd
        BgNVHQ4EFgQU20ZkHXedP96SucRoZ8QjD46Sf/kwHwYDVR0jBBgwFoAU20ZkHXed
        P96SucRoZ8QjD46Sf/kwDwYDVR0TAQH/BAUwAwEB/zBLBgNVHREERDBCgQ1hQGV4
        YW1wbGUub3Jngg0qLkV4YW1wbGUub3JnhwTAAAIBghFib2FyZC5leGFtcGxlLm9y
        Z4IJdHdvIHdvcmRzMAoGCCqGSM49BAMCA0gAMEUCIQCGmkWw5mNDeE/gm9kdOqDX
        9xBxw0O10T+JlmK2U2ES3gIgEntOcBY3yImghBNDyliuQAjOYEYkbggolRlgP7i5
        e9s=
        -----END CERTIFICATE-----
        """

    /// A certificate with a common name and no alternative names.
    private static let old = """
        -----BEGIN CERTIFICATE-----
        MIIBkDCCATWgAwIBAgIUfgqmaruNwGTI7Og57JMtkkfTEsQwCgYIKoZIzj0EAwIw
        HDEaMBgGA1UEAwwRQm9hcmQuRXhhbXBsZS5vcmcwIBcNMjYxMTI2MTAyMzExWhgP
        MjEyNjExMDIxMDIzMTFaMBwxGjAYBgNVBAMMEUJvYXJkLkV4YW1wbGUub3JnMFkw
        EwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZH88hb+v1XZd8a8QL30HPEiphK9CpZO9
        agRfjZyUH4XlwaToCZxL+kYE1YZmLs9EuHEaLbFcoM4iManQ5og+K6NTMFEwHQYD
        VR0OBBYEFNGg24e9FkMk5yFQ91+9TS+t6+k0MB8GA1UdIwQYMBaAFNGg24e9FkMk
        5yFQ91+9TS+t6+k0MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIh
        APFVhShwX/UVIhEgX7mJNbd/cZuqTWCAcjLDE9x9eGv5AiEAqLGizniITjaEygZK
        qjCmi8ortBaGi1ubO+kdee3S8Gw=
        -----END CERTIFICATE-----
        """
}
