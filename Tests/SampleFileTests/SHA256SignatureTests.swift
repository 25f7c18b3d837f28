import SampleFile
import Testing

@Suite("A signature by a key")
struct SHA256SignatureTests {
    // RFC 4231, test cases 1, 2 and 6.
    @Test(
        "is what the standard's examples say",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131),
                "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ]
    )
    func examples(key: [UInt8], text: String, expected: String) {
        let sum = SHA256.signature(of: Array(text.utf8), by: key)
        let digits = sum.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0\(text)" : text
        }
        #expect(digits.joined() == expected)
    }
}
