import Testing

@testable import TerminalHost

@Suite("Decoding keys")
struct KeyDecoderTests {
    /// The bytes that terminals send, and the keys that they mean.
    static let keys: [(String, [Key])] = [
        ("a", [.text("a")]), ("ä足🚶", [.text("ä"), .text("足"), .text("🚶")]),
        ("e\u{301}", [.text("e"), .text("\u{301}")]), ("\r", [.enter]), ("\n", [.enter]),
        ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
        ("\u{3}", [.control("c")]), ("\u{B}", [.control("k")]), ("\u{1B}[A", [.up]),
        ("\u{1B}OA", [.up]), ("\u{1B}[1;5C", [.right]), ("\u{1B}[H\u{1B}[F", [.home, .end]),
        ("\u{1B}[1~\u{1B}[4~", [.home, .end]), ("\u{1B}[3~", [.delete]),
        ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[Z", [.backTab]),
        ("\u{1B}OQ\u{1B}[12~\u{1B}[[B", [.function(2), .function(2), .function(2)]),
        ("\u{1B}[24~\u{1B}[34~", [.function(12), .function(20)]),
        ("\u{1B}n", [.alt("n")]), ("\u{1B}ü", [.alt("ü")]), ("\u{1B}\r", [.enter]),
        ("\u{1B}[200~a\nb\u{1B}[A\u{1B}[201~c", [.paste("a\nb\u{1B}[A"), .text("c")]),
        ("\u{1B}[99X\u{1B}[?1;2cx", [.text("x")]), ("\u{9B}Ax", [.text("A"), .text("x")]),
        ("\u{1B}[12\u{1B}[Bx", [.down, .text("x")]),
    ]

    @Test("decodes the same keys wherever the bytes are split", arguments: keys)
    func everySplit(text: String, expected: [Key]) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            let first = decoder.take(bytes[..<cut])
            #expect(first + decoder.take(bytes[cut...]) == expected, "cut at \(cut)")
            #expect(decoder.silence == nil)
        }
        var decoder = KeyDecoder()
        #expect(bytes.flatMap { decoder.take([$0]) } == expected)
    }

    @Test("takes an Esc that nothing follows as the Esc key, and two as two")
    func loneEscape() {
        var decoder = KeyDecoder()
        #expect(decoder.take([0x1B]).isEmpty && decoder.silence != nil)
        #expect(decoder.takeSilence() == [.escape] && decoder.silence == nil)
        #expect(decoder.take([0x1B, 0x1B]) == [.escape])
        #expect(decoder.takeSilence() == [.escape])
        #expect(decoder.take("[Ax".utf8) == [.text("["), .text("A"), .text("x")])
        #expect(decoder.takeSilence().isEmpty)
    }

    @Test("skips invalid UTF-8, and decodes the letter after it")
    func brokenLetters() {
        for bytes: [UInt8] in [[0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x9A], [0xFF], [0x80], [0xC0]] {
            var decoder = KeyDecoder()
            #expect(decoder.take(bytes + Array("x".utf8)) == [.text("x")], "\(bytes)")
        }
        var decoder = KeyDecoder()
        #expect(decoder.take([0xE2]).isEmpty && decoder.takeSilence().isEmpty)
        #expect(decoder.take("x".utf8) == [.text("x")])
        // Surrogates, a number above U+10FFFF, and an overlong encoding.
        for bytes: [UInt8] in [
            [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0xAF],
        ] {
            #expect(decoder.take(bytes + Array("x".utf8)) == [.text("x")], "\(bytes)")
        }
    }

    @Test("accepts random bytes, and decodes the keys after them", arguments: 0..<64)
    func anyBytes(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 33)
        }
        let common: [UInt8] = [0x1B, 0x5B, 0x4F, 0x32, 0x30, 0x7E, 0x3B]
        let bytes = (0..<2000).map { _ in next() < 96 ? common[Int(next()) % 7] : next() }
        var decoder = KeyDecoder()
        var keys = decoder.take(bytes)
        // A pause ends any incomplete key or paste.
        keys = decoder.takeSilence()
        #expect(decoder.silence == nil)
        keys = decoder.take("\u{1B}[200~pasted\u{1B}[201~q".utf8)
        #expect(keys.suffix(2) == [.paste("pasted"), .text("q")], "seed \(seed)")
    }

    @Test("ends a paste without an end after a pause, and decodes the keys after it")
    func lostEndOfPaste() {
        var decoder = KeyDecoder()
        #expect(decoder.take("\u{1B}[200~pas".utf8).isEmpty && decoder.silence != nil)
        #expect(decoder.takeSilence() == [.paste("pas")] && decoder.silence == nil)
        #expect(decoder.take("\u{3}".utf8) == [.control("c")])
        // A late end of the paste is no key.
        #expect(decoder.take("\u{1B}[201~q".utf8) == [.text("q")])
    }

    @Test("limits a paste to 65,536 bytes, and finds its end")
    func longPaste() {
        var decoder = KeyDecoder()
        var keys = decoder.take("\u{1B}[200~".utf8)
        for _ in 0..<40 { keys += decoder.take(repeatElement(UInt8(ascii: "x"), count: 10_000)) }
        #expect(keys.isEmpty)
        keys = decoder.take("\u{1B}[201~y".utf8)
        #expect(keys.count == 2 && keys.last == .text("y"))
        guard case .paste(let text)? = keys.first else { return #expect(Bool(false)) }
        #expect(text.count == 65536)
    }
}
