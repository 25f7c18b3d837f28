import Testing
import Timebase

@testable import FLACFile
@testable import SoundRecorder

private let shape = SoundShape(
    encoding: .s16,
    channels: 1,
    rate: 48_000,
    bufferFrames: 48_000
)

@Suite("The count of a card's frames")
struct CaptureCountTests {
    @Test(
        "skips overwritten frames, and a quarter of those that the card keeps",
        arguments: [
            (Int64(0), Int64(0)), (47_999, 0), (48_000, 0), (48_001, 12_001), (192_000, 156_000),
        ]
    )
    func overwritten(waiting: Int64, lost: Int64) {
        #expect(CaptureCount(shape).overwritten(of: waiting) == lost)
    }

    @Test("estimates the frames that a stopped card missed from the time that it stood still")
    func stood() {
        let count = CaptureCount(shape)
        #expect(count.missed(since: 1_000, until: 1_000 + 2_500_000_000) == 120_000)
        #expect(count.missed(since: 5, until: 4) == 0)
    }
}

@Suite("The clock of a card")
struct CardClockTests {
    @Test("follows a card that is too fast, and returns pairs of both clocks")
    func drift() throws {
        var clock = CardClock(shape, since: 0)
        // The card counts 100 parts in a million more frames than it is set to.
        let rate = 48_000 * 1.0001
        var time: Int64 = 7_000_000_000
        var errors: [Int64] = []
        for _ in 0..<1200 {
            time += 50_000_000
            let frame = Int64(Double(time - 7_000_000_000) / 1e9 * rate)
            clock.hear(frame, seen: time)
            errors.append(clock.instant(ofFrame: frame).nanoseconds - time)
        }
        // If the clock did not follow, it would be 6 ms off after a minute.
        let late = errors.suffix(600)
        #expect(late.allSatisfy { abs($0) < 200_000 }, "\(late.min() ?? 0) \(late.max() ?? 0)")
        let pairs = clock.takePairs(isLast: true)
        #expect(pairs.count >= 2 && pairs.first?.beginsStretch == true)
    }

    @Test("never returns an instant before an earlier one, even after a restart of the card")
    func order() {
        var clock = CardClock(shape, since: 0)
        clock.hear(48_000, seen: 9_000_000_000)
        let first = clock.instant(ofFrame: 48_000)
        clock.restart()
        clock.hear(96_000, seen: 8_000_000_000)
        let second = clock.instant(ofFrame: 96_000)
        #expect(second >= first)
        let pairs = clock.takePairs()
        #expect(pairs.filter(\.beginsStretch).count == 2)
    }
}

@Suite("Times whose sound is not kept")
struct PausedTimesTests {
    /// A block of a millisecond, which ends at an instant in microseconds.
    private func block(_ paused: inout PausedTimes, endingAt microseconds: Int64) -> [Int32] {
        var samples = [Int32](repeating: 1, count: 48)
        let end = BootInstant(nanoseconds: microseconds * 1000)
        paused.silence(&samples, endingAt: end, shape)
        return samples
    }

    private func instant(_ microseconds: Int64) -> BootInstant {
        BootInstant(nanoseconds: microseconds * 1000)
    }

    @Test("are silent to the frame, and keep their length")
    func frames() {
        var paused = PausedTimes()
        #expect(block(&paused, endingAt: 1000).allSatisfy { $0 == 1 })
        paused.begin(at: instant(1500))
        #expect(
            block(&paused, endingAt: 2000) == Array(repeating: 1, count: 24)
                + Array(repeating: 0, count: 24)
        )
        #expect(block(&paused, endingAt: 3000).allSatisfy { $0 == 0 })
        paused.end(at: instant(3250))
        #expect(
            block(&paused, endingAt: 4000) == Array(repeating: 0, count: 12)
                + Array(repeating: 1, count: 36)
        )
        #expect(block(&paused, endingAt: 5000).allSatisfy { $0 == 1 })
    }

    @Test("may begin and end within one block, also several in one")
    func within() {
        var paused = PausedTimes()
        for start in [1000, 1500] as [Int64] {
            paused.begin(at: instant(start))
            paused.end(at: instant(start + 250))
        }
        let quarter = { (value: Int32) in [Int32](repeating: value, count: 12) }
        #expect(block(&paused, endingAt: 2000) == quarter(0) + quarter(1) + quarter(0) + quarter(1))
        // Ending a pause that has not begun has no effect.
        paused.end(at: instant(9000))
        #expect(block(&paused, endingAt: 3000).allSatisfy { $0 == 1 })
    }
}

@Suite("The beginning of a FLAC file")
struct FLACStreamInfoTests {
    @Test("describes the sound in the bits that the format defines")
    func bytes() {
        let info = FLACStreamInfo(
            blockSizes: 4096...4096,
            frameSizes: 14...8204,
            rate: 48_000,
            channels: 1,
            bits: 16,
            frames: 0x1_2345_6789,
            digest: Array(1...16)
        )
        #expect(
            info.bytes == [
                0x10, 0x00, 0x10, 0x00, 0x00, 0x00, 0x0E, 0x00, 0x20, 0x0C,
                // 20 bits for the rate, 3 for the channels less one, 5 for the bits less one, 36 for the frames.
                0x0B, 0xB8, 0x00, 0xF1, 0x23, 0x45, 0x67, 0x89,
            ] + Array(1...16)
        )
        let file = Array("fLaC".utf8) + [0x80, 0, 0, 34] + info.bytes
        #expect(FLACStreamInfo(file: file) == info)
        #expect(FLACStreamInfo(file: Array(file.dropLast())) == nil)
        #expect(FLACStreamInfo(file: Array("fLaX".utf8) + file.dropFirst(4)) == nil)
        // With its own number of frames the header stays as it is; with another one the checksum is unknown.
        #expect(info.ended(after: info.frames) == info)
        #expect(info.ended(after: 5).frames == 5)
        #expect(info.ended(after: 5).digest == [UInt8](repeating: 0, count: 16))
    }

    @Test("equals libFLAC's own header, except for what is known only at the end")
    func same() throws {
        var encoder = try FLACEncoder(rate: 44_100, channels: 2, bits: 24)
        let first = encoder.takeBytes()
        #expect(Array(first.prefix(4)) == Array("fLaC".utf8))
        try encoder.encode([Int32](repeating: 5, count: 20_000))
        let info = try encoder.finish()
        let offset = Int(FLACStreamInfo.offset)
        // Rate, channels and bits; 36 bits of frames follow.
        #expect(Array(first[offset + 10..<offset + 13]) == Array(info.bytes[10..<13]))
        #expect(info.frames == 10_000 && info.bytes.count == 34)
        #expect(first[offset + 13] & 0xF0 == info.bytes[13] & 0xF0)
    }

    @Test("is refused for more channels than a FLAC file can have")
    func refused() {
        #expect(throws: FLACError.self) {
            _ = try FLACEncoder(rate: 48_000, channels: 9, bits: 16)
        }
    }
}
