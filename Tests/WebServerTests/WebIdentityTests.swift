// How a server makes a certificate, and which certificates and keys it refuses.

import Foundation
import Patience
import SystemCalls
import Testing
import WebParts
@testable import WebServer

@Suite("A server's certificate")
struct WebIdentityTests {
    private static let now: Int64 = 1_795_000_000

    @Test("is made with its key, ends after a year, and differs each time")
    func made() throws {
        let one = try WebIdentity.make(for: ["board", "board.local"], atSeconds: Self.now)
        let other = try WebIdentity.make(for: ["board"], atSeconds: Self.now)
        #expect(one.endInSeconds == Self.now + WebIdentity.secondsOfOwn)
        #expect(one.fingerprint.split(separator: ":").count == 32)
        #expect(one.fingerprint != other.fingerprint)
        let again = try WebIdentity(certificate: one.certificate, key: one.key)
        #expect(again == one)
    }

    @Test("is refused with another certificate's key, or if it or the key is invalid")
    func refused() throws {
        let one = try WebIdentity.make(for: ["a"], atSeconds: Self.now)
        let other = try WebIdentity.make(for: ["a"], atSeconds: Self.now)
        for (certificate, key) in [
            (one.certificate, other.key), (one.certificate, ""), ("", one.key), ("no", "no"),
            (one.key, one.certificate),
        ] {
            #expect(throws: WebIdentity.Problem.self) {
                try WebIdentity(certificate: certificate, key: key)
            }
        }
    }
}
