import Testing

@testable import SoundRecorder

@Suite("An encoding of sound")
struct SoundEncodingTests {
    private func decoded(_ encoding: SoundEncoding, _ bytes: [UInt8]) -> [Int32] {
        var samples: [Int32] = []
        encoding.decode(bytes.span, into: &samples)
        return samples
    }

    @Test(
        "is decoded from its bits, lowest byte first, with its sign",
        arguments: [
            (
                SoundEncoding.s16, [0x01, 0x00, 0xFF, 0xFF, 0xFF, 0x7F, 0x00, 0x80],
                [1, -1, 32_767, -32_768]
            ),
            // The fourth byte is meaningless.
            (
                .s24,
                [0x01, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x00, 0xFF, 0xFF, 0x7F, 0xFF, 0, 0, 0x80, 0x7F],
                [1, -1, 8_388_607, -8_388_608]
            ),
            (
                .s24In3, [0x01, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0x80],
                [1, -1, 8_388_607, -8_388_608]
            ),
            (
                .s32,
                [0x01, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0, 0x80],
                [1, -1, .max, .min]
            ),
        ] as [(SoundEncoding, [UInt8], [Int32])]
    )
    func reads(encoding: SoundEncoding, bytes: [UInt8], samples: [Int32]) {
        #expect(decoded(encoding, bytes) == samples)
        // A part of a sample is ignored.
        #expect(decoded(encoding, bytes + [0x12]) == samples)
        #expect(samples.allSatisfy { abs(Double($0)) <= encoding.fullScale })
        #expect(samples.contains { -Double($0) == encoding.fullScale })
    }

    @Test("appends to the samples that are there")
    func adds() {
        var samples: [Int32] = [7]
        SoundEncoding.s16.decode([1, 0].span, into: &samples)
        #expect(samples == [7, 1])
    }

    @Test("gives the duration of frames at a rate, to the nanosecond")
    func times() {
        let shape = SoundShape(encoding: .s24In3, channels: 2, rate: 44_100, bufferFrames: 1)
        #expect(shape.bytesPerFrame == 6)
        #expect(shape.nanoseconds(ofFrames: 44_100 * 86_400 * 365) == 31_536_000_000_000_000)
        #expect(shape.nanoseconds(ofFrames: 1) == 22_675)
        #expect(shape.frames(inNanoseconds: 22_676) == 1)
        #expect(shape.frames(inNanoseconds: 11_337) == 0)
        #expect(shape.frames(inNanoseconds: 11_338) == 1)
        #expect(shape.frames(inNanoseconds: -1_000_000_000) == 0)
        #expect(shape.frames(inNanoseconds: 31_536_000_000_000_000) == 44_100 * 86_400 * 365)
    }
}
