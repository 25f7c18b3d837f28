import SampleFile
import Testing

@Suite("The checksum")
struct ChecksumTests {
    @Test("is XXH3-128 as published")
    func vectors() {
        #expect(Checksum.text(of: []) == "xxh128:99aa06d3014798d86001c324468d497f")
        #expect(Checksum.text(of: Array("a".utf8)) == "xxh128:a96faf705af16834e6c632b61e964e1f")
    }

    @Test("does not depend on how the bytes come", arguments: [1, 7, 255, 256, 4_096, 100_000])
    func pieces(length: Int) {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
        var checksum = Checksum()
        for start in stride(from: 0, to: bytes.count, by: length) {
            checksum.update(Array(bytes[start..<min(start + length, bytes.count)]))
        }
        #expect(checksum.text == Checksum.text(of: bytes))
    }

    @Test("tells any flipped bit")
    func flips() {
        let bytes = Array("[\n{\"uptime\":1.5}\n]".utf8)
        let flipped = (0..<bytes.count * 8).map { bit in
            var copy = bytes
            copy[bit / 8] ^= 1 << (bit % 8)
            return Checksum.text(of: copy)
        }
        #expect(Set(flipped + [Checksum.text(of: bytes)]).count == bytes.count * 8 + 1)
    }
}
